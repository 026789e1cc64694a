import type { CallLog, StateRecord } from '../../model/call.ts';
import type { SessionGroup } from '../../model/session.ts';
import type { Conditions } from '../../model/verdict.ts';
import type { Attempt, JudgedCall } from '../compare/derive-calls.ts';
import { isBlank } from '../compare/fingerprints.ts';

/**
 * The four conditions of a replay that proves something (design.md 7). Each is asked of every call and fails closed:
 * a session without calls, or without a replay, meets none but `fingerprinted`.
 */
export function deriveConditions(group: SessionGroup, calls: readonly JudgedCall[]): Conditions {
  const some = calls.length > 0;
  return {
    fingerprinted: some && calls.every(isFingerprinted),
    pinned: some && everyAttempt(calls, (attempt, own) => isPinned(group.recorded, attempt, own)),
    salted: some && everyAttempt(calls, isSalted),
    compared: some && calls.every(isCompared),
  };
}

/** "The recording of every call carries its input and its post-state." */
function isFingerprinted({ call: { recorded } }: JudgedCall): boolean {
  if (recorded === undefined) return false;
  const input = recorded.input.content !== undefined || recorded.input.fingerprint !== undefined;
  return input && statesAll(recorded.postState, recorded.coverage);
}

/** Every listed state says something; an empty list says something only where the coverage is full. */
function statesAll(
  states: readonly StateRecord[] | undefined,
  coverage: 'full' | 'partial' | undefined,
): boolean {
  if (states === undefined || states.some(isBlank)) return false;
  return states.length > 0 || coverage !== 'partial';
}

/** Every attempt of the replay must meet it; without a replay nothing does. */
function everyAttempt(
  calls: readonly JudgedCall[],
  holds: (attempt: Attempt, calls: readonly JudgedCall[]) => boolean,
): boolean {
  const callsOf = new Map<Attempt, JudgedCall[]>();
  for (const call of calls) {
    const own = callsOf.get(call.attempt);
    if (own === undefined) callsOf.set(call.attempt, [call]);
    else own.push(call);
  }
  return [...callsOf].every(([attempt, own]) => attempt.logs.length > 0 && holds(attempt, own));
}

/** "The replay's header pins the recorded snapshot id and epoch, or every call's pre-state was recorded and verified." */
function isPinned(recorded: readonly CallLog[], attempt: Attempt, calls: readonly JudgedCall[]): boolean {
  const byHeader = attempt.logs.every((log) => recorded.every((recording) => pins(log, recording)));
  return (recorded.length > 0 && byHeader) || calls.every(isPreStateVerified);
}

function pins(replay: CallLog, recorded: CallLog): boolean {
  const { snapshot } = replay;
  return (
    snapshot?.pinned === true &&
    snapshot.id !== undefined &&
    snapshot.epoch !== undefined &&
    snapshot.id === recorded.snapshot?.id &&
    snapshot.epoch === recorded.snapshot.epoch
  );
}

/** A recording that lists no pre-state was verified only where there was no post-state to come from one either. */
function isPreStateVerified({ call, facts }: JudgedCall): boolean {
  if (facts === undefined || call.recorded?.coverage === 'partial') return false;
  if (facts.preState === 'empty') return call.recorded?.postState?.length === 0;
  return facts.preState === 'verified';
}

/**
 * "Header `bypassed`; or every keyed call has another key on replay, and where no call has a key the header says
 * `salted`." A call is keyed when its recording has a key. A header that says `reused` is believed.
 */
function isSalted({ logs }: Attempt, calls: readonly JudgedCall[]): boolean {
  if (logs.every((log) => log.idempotency === 'bypassed')) return true;
  if (logs.some((log) => log.idempotency === 'reused')) return false;
  const keyed = calls.filter(({ call }) => call.recorded?.idempotencyKey !== undefined);
  if (keyed.length === 0) return logs.every((log) => log.idempotency === 'salted');
  return keyed.every(({ facts }) => facts?.key === 'other' || facts?.header === 'bypassed');
}

/** "Input, output and post-state were compared for every call"; from a cache nothing was compared. */
function isCompared({ call, facts }: JudgedCall): boolean {
  if (facts === undefined || facts.cacheHit) return false;
  const compared = (value: typeof facts.input): boolean => value === 'equal' || value === 'differs';
  return (
    compared(facts.input) &&
    compared(facts.output) &&
    facts.recordedList &&
    facts.replayedList &&
    facts.coverage.recorded === 'full' &&
    call.states.every((state) => state.equal !== undefined)
  );
}
