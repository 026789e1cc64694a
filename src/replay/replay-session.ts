import type { RecordedCall, RecordedCalls } from '../model/recorded-calls.ts';
import { checkSnapshot, type SnapshotCheck } from './check-snapshot.ts';
import type { Answer, CallToExecute, Execute } from './executor.ts';
import { callRecord, endRecord, headerRecord } from './log-records.ts';
import { type Asked, lookAt, resourcesOf, unasked } from './look-at.ts';
import type { World } from './world.ts';

export interface ReplayOptions {
  /** Names the replay, and salts its idempotency keys. */
  readonly attempt: string;
  /** After so long a call is given up, and the replay with it: what the executor still does could not be told apart. */
  readonly timeoutMs: number;
  /** Takes a line of the log, without its line break, and has it safe when it resolves. */
  readonly write: (line: string) => Promise<void>;
  /** Everything that is not as it should be, as it happens. */
  readonly say: (sentence: string) => void;
}

export type ReplayResult =
  /** The snapshot is not the recorded one; nothing was executed and nothing written. */
  | { readonly is: 'refused'; readonly mismatches: SnapshotCheck['mismatches'] }
  | { readonly is: 'finished'; readonly outcomes: readonly CallOutcome[] }
  /** The log has no end marker: everybody sees that it is not whole. */
  | { readonly is: 'stopped'; readonly said: string; readonly outcomes: readonly CallOutcome[] };

export type CallOutcome =
  | { readonly is: 'executed'; readonly call: RecordedCall }
  /** The executor threw: written without an output. */
  | { readonly is: 'failed'; readonly call: RecordedCall; readonly said: string }
  /** Not made again and not written: the verdict will be `replay-missing`. */
  | { readonly is: 'skipped'; readonly call: RecordedCall; readonly said: string };

/**
 * Makes the recorded calls again, one after the other, and writes what was seen as a call log (design.md 3.1) that ends
 * with its end marker only where every call was reached. The recording's resources are looked at before and after each
 * call, and whatever else changed in the world is listed too, so that the list covers what the recording does not name.
 */
export async function replaySession(
  recorded: RecordedCalls,
  execute: Execute,
  world: World,
  { attempt, timeoutMs, write, say }: ReplayOptions,
): Promise<ReplayResult> {
  const { mismatches, unverified } = await checkSnapshot(recorded.calls, world);
  if (mismatches.length > 0) return { is: 'refused', mismatches };
  for (const sentence of unverified) say(sentence);
  await write(headerRecord(recorded, attempt, unverified.length === 0));
  const outcomes: CallOutcome[] = [];
  let written = 0;
  for (const call of recorded.calls) {
    if (call.input.is === 'withheld') {
      const said = `${nameOf(call)} is not made again: the recording has a fingerprint of its input and not the input.`;
      say(said);
      outcomes.push({ is: 'skipped', call, said });
      continue;
    }
    const resources = resourcesOf(call);
    const before = await lookAt(resources, world);
    await world.mark();
    const done = await executeCall(call, execute, world, attempt, timeoutMs);
    if (done.is === 'timed-out') {
      const said = `${nameOf(call)} was given up after ${timeoutMs / 1000} s. The replay stops here: what the executor still does could not be told apart from the next call.`;
      return { is: 'stopped', said, outcomes };
    }
    const { changed, unseen } = await world.changedSinceMark();
    const after = await lookAt(withChanges(resources, changed), world);
    const gaps = new Set([
      ...unseen,
      ...[...before, ...after].flatMap(({ resource, state }) =>
        state.is === 'unknown' ? [`${resource} was not seen: ${state.said}.`] : [],
      ),
    ]);
    for (const gap of gaps) say(`${nameOf(call)}: ${gap}`);
    const answer: Answer = done.is === 'answered' ? done.answer : {};
    const isWhole = gaps.size === 0;
    await write(callRecord(call, { before, after, isWhole, answer, key: keyOf(call, attempt) }));
    written++;
    if (done.is === 'failed') {
      const said = `${nameOf(call)} failed: ${done.said}.`;
      say(said);
      outcomes.push({ is: 'failed', call, said });
    } else outcomes.push({ is: 'executed', call });
  }
  await write(endRecord(written));
  return { is: 'finished', outcomes };
}

/** A call as people name it. */
export const nameOf = ({ record: { tool, turnIndex, callIndex } }: RecordedCall): string =>
  `${tool}${turnIndex === undefined ? '' : ` of turn ${turnIndex}${callIndex === undefined ? '' : `, call ${callIndex}`}`}`;

type Done =
  | { readonly is: 'answered'; readonly answer: Answer }
  | { readonly is: 'failed'; readonly said: string }
  | { readonly is: 'timed-out' };

async function executeCall(
  call: RecordedCall,
  execute: Execute,
  world: World,
  attempt: string,
  timeoutMs: number,
): Promise<Done> {
  const control = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<Done>((done) => {
    timer = setTimeout(() => {
      control.abort();
      done({ is: 'timed-out' });
    }, timeoutMs);
  });
  const work = async (): Promise<Done> => {
    try {
      const answer = await execute(toExecute(call, attempt), {
        folder: world.folder,
        signal: control.signal,
      });
      return { is: 'answered', answer: answer ?? {} };
    } catch (error) {
      return { is: 'failed', said: error instanceof Error ? error.message : String(error) };
    }
  };
  const done = await Promise.race([work(), late]);
  clearTimeout(timer);
  return done;
}

const toExecute = (call: RecordedCall, attempt: string): CallToExecute => {
  const { record, input } = call;
  const inputText = input.is === 'recorded' ? input.json : undefined;
  return {
    agent: record.agent,
    turn: record.turnIndex,
    index: record.callIndex,
    callId: record.callId,
    tool: record.tool,
    input: inputText === undefined ? undefined : JSON.parse(inputText),
    inputText,
    idempotencyKey: keyOf(call, attempt),
    attempt,
  };
};

const keyOf = ({ record: { idempotencyKey } }: RecordedCall, attempt: string): string | undefined =>
  idempotencyKey === undefined ? undefined : `${idempotencyKey}#${attempt}`;

/** What the recording names keeps its place; what else changed stands behind it. */
function withChanges(asked: readonly Asked[], changed: readonly string[]): readonly Asked[] {
  const named = new Set(asked.map(({ resource }) => resource));
  return [...asked, ...changed.filter((resource) => !named.has(resource)).map(unasked)];
}
