import type { RecordedCall, RecordedCalls } from '../model/recorded-calls.ts';
import { checkSnapshot, type SnapshotCheck } from './check-snapshot.ts';
import { executeCall, saltedKey } from './execute-call.ts';
import type { Execute } from './executor.ts';
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
  /** The executor threw, or answered what is no answer: written without an output. */
  | { readonly is: 'failed'; readonly call: RecordedCall; readonly said: string }
  /** It took too long: written without an output and without a state after it. */
  | { readonly is: 'given-up'; readonly call: RecordedCall; readonly said: string }
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
  options: ReplayOptions,
): Promise<ReplayResult> {
  const { attempt, write, say } = options;
  const { mismatches, unverified } = await checkSnapshot(recorded.calls, world);
  if (mismatches.length > 0) return { is: 'refused', mismatches };
  for (const sentence of unverified) say(sentence);
  await write(headerRecord(recorded, attempt, unverified.length === 0));
  await world.changes();
  const outcomes: CallOutcome[] = [];
  for (const call of recorded.calls) {
    const outcome = await replayCall(call, execute, world, options);
    outcomes.push(outcome);
    if (outcome.is === 'given-up') return { is: 'stopped', said: outcome.said, outcomes };
    if (outcome.is !== 'executed') say(outcome.said);
  }
  const { changed } = await world.changes();
  if (changed.length > 0) {
    const said = `After the last call these changed still, which no record has: ${changed.join(', ')}.`;
    return { is: 'stopped', said, outcomes };
  }
  await write(endRecord(writtenCalls(outcomes)));
  return { is: 'finished', outcomes };
}

export const writtenCalls = (outcomes: readonly CallOutcome[]): number =>
  outcomes.filter(({ is }) => is !== 'skipped').length;

async function replayCall(
  call: RecordedCall,
  execute: Execute,
  world: World,
  { attempt, timeoutMs, write, say }: ReplayOptions,
): Promise<CallOutcome> {
  const name = nameOf(call);
  if (call.input.is === 'withheld') {
    const said = `${name} is not made again: the recording has a fingerprint of its input and not the input.`;
    return { is: 'skipped', call, said };
  }
  const key = saltedKey(call, attempt);
  const resources = resourcesOf(call);
  const between = await world.changes();
  const before = await lookAt(resources, world);
  const done = await executeCall(call, execute, { folder: world.folder, attempt, timeoutMs });
  if (done.is === 'timed-out') {
    const said = `${name} was given up after ${timeoutMs / 1000} s. The replay stops here: what the executor still does could not be told apart from the next call.`;
    await write(callRecord(call, { before, key, isWhole: false, notes: [said] }));
    return { is: 'given-up', call, said };
  }
  const during = await world.changes();
  const after = await lookAt(withChanges(resources, [...between.changed, ...during.changed]), world);
  const gaps = new Set([
    ...between.unseen,
    ...during.unseen,
    ...[...before, ...after].flatMap(({ resource, state }) =>
      state.is === 'unknown' ? [`${resource} was not seen: ${state.said}.`] : [],
    ),
  ]);
  const notes = [
    ...gaps,
    ...between.changed.map((resource) => `${resource} changed before this call began.`),
  ];
  if (done.is === 'answered' && done.outputJson === undefined && hasOutput(call)) {
    notes.push('The executor gave no output.');
  }
  for (const note of notes) say(`${name}: ${note}`);
  const isWhole = gaps.size === 0;
  if (done.is === 'failed') {
    const said = `${name} failed: ${done.said}.`;
    await write(callRecord(call, { before, after, key, isWhole, notes: [...notes, said] }));
    return { is: 'failed', call, said };
  }
  await write(callRecord(call, { before, after, key, isWhole, notes, answer: done }));
  return { is: 'executed', call };
}

const hasOutput = ({ record: { output } }: RecordedCall): boolean =>
  output.content !== undefined || output.fingerprint !== undefined;

/** A call as people name it. */
const nameOf = ({ record: { tool, turnIndex, callIndex } }: RecordedCall): string =>
  `${tool}${turnIndex === undefined ? '' : ` of turn ${turnIndex}${callIndex === undefined ? '' : `, call ${callIndex}`}`}`;

/** What the recording names keeps its place; what else changed stands behind it. */
function withChanges(asked: readonly Asked[], changed: readonly string[]): readonly Asked[] {
  const named = new Set(asked.map(({ resource }) => resource));
  const others = new Set(changed.filter((resource) => !named.has(resource)));
  return [...asked, ...[...others].map(unasked)];
}
