import { randomBytes } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createEngine } from '../engine/create-engine.ts';
import { createMemoryStore } from '../engine/memory-store.ts';
import type { Assumed, Engine } from '../engine/messages.ts';
import { DEFAULT_LIMITS } from '../intake/limits.ts';
import { listNodeSources } from '../intake/node-source.ts';
import { loadHashes } from '../lib/hash.ts';
import { visibleText } from '../lib/visible-text.ts';
import type { Pin } from '../model/order.ts';
import type { RecordedCalls } from '../model/recorded-calls.ts';
import type { ExecutorModule } from '../replay/executor.ts';
import { resourcesOf } from '../replay/look-at.ts';
import { type ReplayResult, replaySession } from '../replay/replay-session.ts';
import { createSnapshotWorld } from '../replay/snapshot-world.ts';
import { copySnapshot } from '../replay/working-copy.ts';
import { documentWriters } from '../report/findings.ts';
import type { Arguments } from './parse-arguments.ts';
import { NOTHING_READ, type Terminal } from './terminal.ts';

type ReplayArguments = Extract<Arguments, { is: 'replay' }>;

const CASE = 'replay';

/**
 * Makes the recorded calls of a session again and writes the log of it. 0: every call was made again; 1: some was not,
 * or failed; 2: nothing was executed, and nothing written.
 */
export async function replay(wanted: ReplayArguments, terminal: Terminal): Promise<number> {
  const say = (sentence: string): void =>
    terminal.complain(`witnessmark: ${visibleText(sentence, { oneLine: true })}\n`);
  try {
    return await replayOrThrow(wanted, say);
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    return NOTHING_READ;
  }
}

async function replayOrThrow(wanted: ReplayArguments, say: (sentence: string) => void): Promise<number> {
  await loadHashes();
  const recorded = await readRecorded(wanted);
  const executor = await loadExecutor(wanted.executor);
  const copy = await copySnapshot(wanted.snapshot);
  const log = createLog(wanted.out);
  const interrupted = (): void => {
    copy.remove();
    say('interrupted: the log has no end marker.');
    process.exit(INTERRUPTED);
  };
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    const resources = new Set(recorded.calls.flatMap(resourcesOf).map(({ resource }) => resource));
    const world = await createSnapshotWorld(copy.folder, [...resources], executor.stateOf);
    const result = await replaySession(recorded, executor.execute, world, {
      attempt: wanted.attempt ?? `replay-${randomBytes(4).toString('hex')}`,
      timeoutMs: wanted.timeoutSeconds * 1000,
      write: log.write,
      say,
    });
    return tell(result, wanted, say);
  } finally {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
    await log.close();
    copy.remove();
  }
}

/** As a shell has it for SIGINT. */
const INTERRUPTED = 130;

function tell(result: ReplayResult, { out }: ReplayArguments, say: (sentence: string) => void): number {
  switch (result.is) {
    case 'refused':
      say('the snapshot is not the one that was recorded; nothing was executed.');
      for (const mismatch of result.mismatches) say(mismatch);
      return NOTHING_READ;
    case 'stopped':
      say(result.said);
      say(`${out} has ${result.outcomes.length} calls and no end marker.`);
      return 1;
    case 'finished': {
      const done = result.outcomes.filter((outcome) => outcome.is === 'executed').length;
      say(`${done} of ${result.outcomes.length} calls were made again; the log is ${out}.`);
      return done === result.outcomes.length ? 0 : 1;
    }
  }
}

/** Made when the first line is written, so that a refusal leaves nothing; never over something that is there. */
function createLog(path: string) {
  let file: Awaited<ReturnType<typeof open>> | undefined;
  return {
    async write(line: string): Promise<void> {
      file ??= await open(path, 'wx');
      await file.write(`${line}\n`);
      // a crash of the machine loses the call it happened in and nothing else
      await file.datasync();
    },
    close: async (): Promise<void> => file?.close(),
  };
}

async function readRecorded({ recorded, session, order }: ReplayArguments): Promise<RecordedCalls> {
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
  const { sessions } = await engine.ask({ is: 'overview', caseId: CASE, assumed });
  const ids = sessions.map(({ id }) => id);
  const [only, ...others] = wanted === undefined ? ids : ids.filter((id) => id === wanted);
  if (only !== undefined && others.length === 0) return only;
  const some = ids.slice(0, 5).join(', ');
  throw new Error(
    wanted === undefined
      ? `There are ${ids.length} sessions (${some}${ids.length > 5 ? ', …' : ''}): say which with --session.`
      : `There is no session ${wanted}; there is ${some}${ids.length > 5 ? ', …' : ''}.`,
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

async function loadExecutor(path: string): Promise<ExecutorModule> {
  const module: Readonly<Record<string, unknown>> = await import(
    /* @vite-ignore */ pathToFileURL(resolve(path)).href
  );
  const execute = module.execute ?? module.default;
  if (typeof execute !== 'function') {
    throw new Error(`${path} exports no function: it wants "export async function execute(call, world)".`);
  }
  const { stateOf } = module;
  return {
    execute: execute as ExecutorModule['execute'],
    ...(typeof stateOf === 'function' ? { stateOf: stateOf as NonNullable<ExecutorModule['stateOf']> } : {}),
  };
}
