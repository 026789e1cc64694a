import { randomBytes } from 'node:crypto';
import { loadHashes } from '../lib/hash.ts';
import { visibleText } from '../lib/visible-text.ts';
import { resourcesOf } from '../replay/look-at.ts';
import { type ReplayResult, replaySession, writtenCalls } from '../replay/replay-session.ts';
import { createSnapshotWorld } from '../replay/snapshot-world.ts';
import { copySnapshot, type WorkingCopy } from '../replay/working-copy.ts';
import { loadExecutor } from './load-executor.ts';
import type { Arguments } from './parse-arguments.ts';
import { readRecorded } from './read-recorded.ts';
import { guardReplay } from './replay-guard.ts';
import { createLog, type ReplayLog } from './replay-log.ts';
import { NOTHING_READ, type Terminal } from './terminal.ts';

type ReplayArguments = Extract<Arguments, { is: 'replay' }>;

/**
 * Makes the recorded calls of a session again and writes the log of it. 0: every call was made again; 1: some was not,
 * or failed; 2: nothing was executed, and nothing written.
 */
export async function replay(wanted: ReplayArguments, terminal: Terminal): Promise<number> {
  const say = (sentence: string): void =>
    terminal.complain(`witnessmark: ${visibleText(sentence, { oneLine: true })}\n`);
  let log: ReplayLog | undefined;
  let copy: WorkingCopy | undefined;
  const left = () =>
    log?.isBegun() === true
      ? { said: `${wanted.out} has no end marker.`, status: 1 }
      : { said: 'Nothing was executed.', status: NOTHING_READ };
  const release = guardReplay({ left, say, cleanUp: () => copy?.remove() });
  try {
    await loadHashes();
    const recorded = await readRecorded(wanted);
    log = await createLog(wanted.out, wanted.snapshot);
    const executor = await loadExecutor(wanted.executor);
    copy = await copySnapshot(wanted.snapshot);
    const timeoutMs = wanted.timeoutSeconds * 1000;
    const resources = new Set(recorded.calls.flatMap(resourcesOf).map(({ resource }) => resource));
    const world = await createSnapshotWorld(copy.folder, [...resources], executor.stateOf, timeoutMs);
    const result = await replaySession(recorded, executor.execute, world, {
      attempt: wanted.attempt ?? `replay-${randomBytes(4).toString('hex')}`,
      timeoutMs,
      write: log.write,
      say,
    });
    return tell(result, wanted, say);
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    if (log?.isBegun() === true) say(left().said);
    return left().status;
  } finally {
    release();
    await log?.close();
    copy?.remove();
  }
}

function tell(result: ReplayResult, { out }: ReplayArguments, say: (sentence: string) => void): number {
  switch (result.is) {
    case 'refused':
      say('the snapshot is not the one that was recorded; nothing was executed.');
      for (const mismatch of result.mismatches) say(mismatch);
      return NOTHING_READ;
    case 'stopped':
      say(result.said);
      say(`${out} has ${writtenCalls(result.outcomes)} calls and no end marker.`);
      return 1;
    case 'finished': {
      const done = result.outcomes.filter((outcome) => outcome.is === 'executed').length;
      say(`${done} of ${result.outcomes.length} calls were made again; the log is ${out}.`);
      return done === result.outcomes.length ? 0 : 1;
    }
  }
}
