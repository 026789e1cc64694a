import type { CallLog, CallRecord, CallSource } from '../../model/call.ts';
import { ownChanges } from './changes.ts';
import { compareStates, type StatesReading } from './states.ts';
import { compareValues, type ValueReading } from './values.ts';

/** What is known of the seal on the file that carries a call itself; call logs and traces carry none. */
export type CarrierSeal = 'none' | 'verified' | 'unchecked' | 'broken';

/**
 * Everything about one paired call that a verdict may depend on. The rules of `call-rules.ts` see nothing else, so
 * the whole space of verdicts is the space of these facts.
 */
export interface CallFacts {
  readonly seal: CarrierSeal;
  readonly cacheHit: boolean;
  /** The replay's key beside the recorded one. `unanswered`: the replay states no key. */
  readonly key: 'not-recorded' | 'other' | 'equal' | 'unanswered';
  /** The replay's header: no key was looked at; or it says that the recorded keys were used again. */
  readonly header: CallLog['idempotency'];
  /** Some resource changed in the recording, and is verified unchanged on replay. */
  readonly unchangedOnReplay: boolean;
  /** The replay's own pre- and post-states show that some resource changed. */
  readonly changeOnReplay: boolean;
  readonly input: ValueReading;
  readonly output: ValueReading;
  /** `empty`: the recording lists no pre-state, and the replay answers with a list. */
  readonly preState: 'not-recorded' | 'empty' | 'verified' | 'unverified' | 'differs';
  readonly preEpochDiffers: boolean;
  /** `post_state` of each side: not there, or a list. */
  readonly recordedList: boolean;
  readonly replayedList: boolean;
  readonly post: StatesReading;
  readonly coverage: { readonly recorded: 'full' | 'partial'; readonly replayed: 'full' | 'partial' };
}

/** Which source told the parts of a recorded call that was merged from a log and a trace. */
export interface ToldBy {
  readonly input: CallSource;
  readonly output: CallSource;
}

/** Reads the facts off a recorded call and its replay. */
export function readCallFacts(
  recorded: CallRecord,
  replayed: CallRecord,
  header: CallLog['idempotency'],
  told: ToldBy = { input: recorded.source, output: recorded.source },
  seal: CarrierSeal = 'none',
): CallFacts {
  // "A read's recorded epoch must be answered"; unstated effects count as a write. What the replay says of its own
  // effects is not asked: a member of the replay record must never loosen a rule.
  const readOnly = recorded.effects === 'read' || recorded.effects === 'none';
  const coverage = { recorded: recorded.coverage ?? 'full', replayed: replayed.coverage ?? 'full' } as const;
  const pre = compareStates(recorded.preState, replayed.preState, readOnly, true);
  const post = compareStates(recorded.postState, replayed.postState, readOnly, coverage.recorded === 'full');
  const before = ownChanges(recorded);
  const after = ownChanges(replayed);
  return {
    seal,
    cacheHit: recorded.servedFromCache || replayed.servedFromCache,
    key: keyFact(recorded, replayed, header),
    header,
    unchangedOnReplay: [...before.changed].some((resource) => after.unchanged.has(resource)),
    changeOnReplay: after.changed.size > 0,
    input: compareValues(recorded.input, replayed.input, told.input === replayed.source),
    output: compareValues(recorded.output, replayed.output, told.output === replayed.source),
    preState: preStateFact(recorded, replayed, pre),
    preEpochDiffers: pre.epochDiffers,
    recordedList: recorded.postState !== undefined,
    replayedList: replayed.postState !== undefined,
    post,
    coverage,
  };
}

function keyFact(
  recorded: CallRecord,
  replayed: CallRecord,
  header: CallLog['idempotency'],
): CallFacts['key'] {
  if (recorded.idempotencyKey === undefined) return 'not-recorded';
  // A header that says the keys were used again states the key of every call that does not name its own.
  if (replayed.idempotencyKey === undefined) return header === 'reused' ? 'equal' : 'unanswered';
  return recorded.idempotencyKey === replayed.idempotencyKey ? 'equal' : 'other';
}

function preStateFact(recorded: CallRecord, replayed: CallRecord, pre: StatesReading): CallFacts['preState'] {
  if (recorded.preState === undefined) return 'not-recorded';
  if (pre.differs) return 'differs';
  const answered =
    replayed.preState !== undefined && !pre.recordedBlank && !pre.replayedMissing && !pre.incomparable;
  if (!answered) return 'unverified';
  return recorded.preState.length === 0 ? 'empty' : 'verified';
}
