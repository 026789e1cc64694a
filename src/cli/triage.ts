import { createEngine } from '../engine/create-engine.ts';
import { createMemoryStore } from '../engine/memory-store.ts';
import type { Engine } from '../engine/messages.ts';
import { DEFAULT_LIMITS } from '../intake/limits.ts';
import { listNodeSources } from '../intake/node-source.ts';
import { visibleText } from '../lib/visible-text.ts';
import type { CorpusRow } from '../model/corpus.ts';
import { documentWriters } from '../report/findings.ts';
import type { Arguments } from './parse-arguments.ts';
import { NOTHING_READ, type Terminal } from './terminal.ts';

/** Rows that are asked for, and printed, at once. */
const ROWS = 500;

/**
 * A line of JSON for each session of each path, as soon as its bundle is read. Nothing of a bundle is kept when the next
 * one begins, so that a corpus may be of any size; a trace that is split over files has to be given as one folder.
 */
export async function triage(
  { paths }: Extract<Arguments, { is: 'triage' }>,
  terminal: Terminal,
): Promise<number> {
  const count = { sessions: 0, quarantined: 0, unread: 0 };
  for (const path of paths) {
    const { sessions, quarantined } = await triageBundle(path, terminal);
    count.sessions += sessions;
    count.quarantined += quarantined;
    if (sessions === 0) count.unread++;
  }
  terminal.complain(
    `witnessmark: ${count.sessions} sessions, ${count.quarantined} quarantined; ${count.unread} of ${paths.length} paths gave no session.\n`,
  );
  if (count.sessions === 0) return NOTHING_READ;
  return count.quarantined === 0 && count.unread === 0 ? 0 : 1;
}

async function triageBundle(
  path: string,
  terminal: Terminal,
): Promise<{ readonly sessions: number; readonly quarantined: number }> {
  // an engine of its own: with it everything it holds goes away
  const engine = createEngine({ store: createMemoryStore(), documents: documentWriters });
  const { sources, unreadable } = await listNodeSources([path], DEFAULT_LIMITS.entryBytes);
  const complain = (said: string): void =>
    terminal.complain(`${visibleText(`${path}: ${said}`, { oneLine: true })}\n`);
  for (const one of unreadable) complain(`${one.path} was not read: ${one.said}.`);
  const opened = await engine.open(
    { caseId: CASE, title: '', sources },
    () => undefined,
    new AbortController().signal,
  );
  if (opened.is !== 'opened') {
    if (opened.is === 'nothing-read') for (const { said } of opened.problems.slice(0, 3)) complain(said);
    return { sessions: 0, quarantined: 0 };
  }
  let [sessions, quarantined] = [0, 0];
  for await (const rows of rowsOf(engine)) {
    await terminal.print(rows.map((row) => `${JSON.stringify({ path, ...row })}\n`).join(''));
    sessions += rows.length;
    quarantined += rows.filter(({ replayable }) => !replayable).length;
  }
  return { sessions, quarantined };
}

const CASE = 'triage';

async function* rowsOf(engine: Engine): AsyncGenerator<readonly CorpusRow[]> {
  const assumed = { pins: [], assumedParents: [], expectSealed: false };
  for (let from = 0; ; from += ROWS) {
    const { total, rows } = await engine.ask({ is: 'triage', caseId: CASE, assumed, from, to: from + ROWS });
    yield rows;
    if (from + ROWS >= total) return;
  }
}
