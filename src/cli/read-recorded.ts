import { readFile } from 'node:fs/promises';
import { createEngine } from '../engine/create-engine.ts';
import { createMemoryStore } from '../engine/memory-store.ts';
import type { Assumed, Engine } from '../engine/messages.ts';
import { DEFAULT_LIMITS } from '../intake/limits.ts';
import { listNodeSources } from '../intake/node-source.ts';
import type { Pin } from '../model/order.ts';
import type { RecordedCalls } from '../model/recorded-calls.ts';
import { documentWriters } from '../report/findings.ts';
import type { Arguments } from './parse-arguments.ts';

type ReplayArguments = Extract<Arguments, { is: 'replay' }>;

const CASE = 'replay';

/** Reads the recording, or the bundle that holds it. @throws Error with a sentence where nothing can be made again. */
export async function readRecorded({ recorded, session, order }: ReplayArguments): Promise<RecordedCalls> {
  const engine = createEngine({ store: createMemoryStore(), documents: documentWriters });
  const { sources, unreadable } = await listNodeSources([recorded], DEFAULT_LIMITS.entryBytes);
  const [unread] = unreadable;
  if (unread !== undefined) throw new Error(`${unread.path} was not read: ${unread.said}.`);
  const opened = await engine.open(
    { caseId: CASE, title: '', sources },
    () => undefined,
    new AbortController().signal,
  );
  if (opened.is !== 'opened') throw new Error(`${recorded} holds no recorded session that can be read.`);
  const assumed: Assumed = {
    pins: order === undefined ? [] : await readPins(order),
    assumedParents: [],
    expectSealed: false,
  };
  const asked = { caseId: CASE, assumed, session: await sessionOf(engine, assumed, session) };
  const calls = await engine.ask({ is: 'recorded-calls', ...asked });
  if (calls.calls.length === 0) throw new Error(`Session ${asked.session} has no recorded call.`);
  return calls;
}

async function sessionOf(engine: Engine, assumed: Assumed, wanted: string | undefined): Promise<string> {
  const { sessions, sessionCount } = await engine.ask({ is: 'overview', caseId: CASE, assumed });
  const fitting = sessions.filter(({ id }) => wanted === undefined || id === wanted);
  const [only] = fitting;
  if (only !== undefined && fitting.length === 1 && (wanted !== undefined || sessionCount === 1)) {
    if (only.outcome !== 'refused') return only.id;
    throw new Error(
      `Session ${only.id} is refused, as its evidence was altered or a seal is broken: nothing of it is made again.`,
    );
  }
  const some = sessions.slice(0, 5).map(({ id }) => id);
  const named = `${some.join(', ')}${sessionCount > some.length ? ', …' : ''}`;
  if (wanted === undefined) {
    throw new Error(`There are ${sessionCount} sessions (${named}): say which with --session.`);
  }
  throw new Error(
    sessions.length < sessionCount
      ? `Session ${wanted} is not among the first ${sessions.length} of ${sessionCount}: give its files alone.`
      : `There is no session ${wanted}; there is ${named}.`,
  );
}

/** The neighbours of a replay input, as it is saved on the graph screen. */
async function readPins(path: string): Promise<readonly Pin[]> {
  const input: unknown = JSON.parse(await readFile(path, 'utf8'));
  const steps = typeof input === 'object' && input !== null && 'steps' in input ? input.steps : undefined;
  if (!Array.isArray(steps)) throw new Error(`${path} is no replay input: it has no "steps".`);
  const ids = steps.map((step: { readonly id?: unknown }) => step?.id);
  return ids.slice(1).map((after, i): Pin => {
    const before = ids[i];
    if (typeof before !== 'string' || typeof after !== 'string') {
      throw new Error(`${path} is no replay input: step ${i} has no "id".`);
    }
    return { id: `${i}`, before, after, author: path, at: '', reason: 'the replay input says so' };
  });
}
