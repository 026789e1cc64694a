import type { DecisionReading, LogReading } from '../../model/seal.ts';
import { CALL_REASONS, type CallReason, type CallVerdict, type Verdict } from '../../model/verdict.ts';
import type { OutcomeReason } from './outcome.ts';

/** A reason in the user's words, and what would cure it. */
export interface SaidReason {
  readonly said: string;
  readonly cure: string;
}

type Words = Readonly<Record<OutcomeReason, SaidReason>>;

/** What each reason means for a whole session. Names of calls and resources come in by `reasonWords`. */
const WORDS: Words = {
  'file-altered': {
    said: 'A file is not the one that the manifest was made for.',
    cure: 'Find the original file, or make the manifest anew and say why.',
  },
  'seal-broken': {
    said: 'A seal was checked and does not hold: what it seals was changed, or lifted from somewhere else.',
    cure: 'Find the log as it was written; nothing can be concluded from this one.',
  },
  'seal-unchecked': {
    said: 'A seal was not checked.',
    cure: 'Give the key that sealed the log.',
  },
  'key-not-the-logs': {
    said: 'No seal of the log names a key that was given: the key belongs to another log.',
    cure: 'Give the key whose id the seals name.',
  },
  'log-refused': {
    said: 'A write-ahead log is corrupt before its end, and nothing in it is read.',
    cure: 'Find an undamaged copy of the log.',
  },
  'missing-under-engagement': {
    said: 'A model decision is not sealed where others are, or where seals were expected: a seal may have been taken off.',
    cure: 'Engage the sealer for every crossing; find the log as it was written.',
  },
  'no-calls': {
    said: 'There is no tool call, so nothing could be re-executed.',
    cure: 'Record the calls of the session in a call log (docs/recording.md).',
  },
  'no-replay': {
    said: 'Nothing was replayed.',
    cure: 'Re-execute the recorded calls on the pinned snapshot and add the log of the replay.',
  },
  'replay-missing': {
    said: 'A recorded call has no partner in the replay.',
    cure: 'Replay the whole session; write agent, turn_index, tool and call_index as the recording has them.',
  },
  'recorded-missing': {
    said: 'The replay made a call that the recording does not have.',
    cure: 'Record every call; or find out why the replay took another way.',
  },
  ambiguous: {
    said: 'A call has several candidates, or its call id and its indices name different calls.',
    cure: 'Write call_index into both logs, so that each call has one place.',
  },
  'cache-hit': {
    said: 'A call was served from an idempotency cache: it did not run, and nothing was compared.',
    cure: 'Salt the idempotency keys of the replay, or bypass the cache.',
  },
  'key-reused': {
    said: 'The replay used the recorded idempotency key, and no effect of the call is seen: it was probably answered from the cache.',
    cure: 'Salt the idempotency keys of the replay, or bypass the cache.',
  },
  'no-effect-on-replay': {
    said: 'The replay changed nothing where the recording did, and nothing shows that the call ran.',
    cure: 'Salt the idempotency keys or bypass the cache, start from the recorded pre-state, and replay again.',
  },
  'input-differs': {
    said: 'The replay was given another input than the recording.',
    cure: 'Replay with the recorded input.',
  },
  'effect-differs': {
    said: 'The replay left a resource in another state than the recording.',
    cure: 'This is a finding: look at the difference of the states, and at the cause.',
  },
  'output-differs': {
    said: 'The replay answered something else than the recording.',
    cure: 'This is a finding: look at the difference of the outputs, and at the cause.',
  },
  'post-state-missing': {
    said: 'The recording does not say in which state a call left its resource.',
    cure: 'Record the post-state: add post_state with a fingerprint of every resource; an empty list says that there is none.',
  },
  'replay-post-state-missing': {
    said: 'The replay does not say in which state a call left a recorded resource.',
    cure: 'Capture the post-state of every recorded resource after each replayed call.',
  },
  incomparable: {
    said: 'Two values cannot be compared: unlike schemes, a weak ETag, a shortened digest, or counters of unlike epochs.',
    cure: 'Record a sha256 of the content on both sides.',
  },
  'epoch-differs': {
    said: 'What was read came out of another epoch than in the recording: equal rows, other provenance.',
    cure: 'Pin the snapshot, so that the replay reads the recorded epoch.',
  },
  'pre-state-unverified': {
    said: 'The recording says from which state a call started, and the replay does not show the same.',
    cure: 'Capture the pre-state of every recorded resource before each replayed call.',
  },
  'pre-state-differs': {
    said: 'The replay started from another state than the recording.',
    cure: 'Restore the recorded snapshot before the replay.',
  },
  'key-unverified': {
    said: 'The recorded call had an idempotency key, and nothing shows that the replay used another.',
    cure: 'Write the replay\'s idempotency_key, or say "idempotency":"bypassed" in its header.',
  },
  'input-missing': {
    said: 'The replay does not say with which input a call was made.',
    cure: "Write the input (or its input_fingerprint) into the replay's log.",
  },
  'output-missing': {
    said: 'An output is not stated on both sides, so outputs were not compared.',
    cure: 'Write the output (or its output_fingerprint) into both logs.',
  },
  'coverage-partial': {
    said: 'A list of states says that it is not complete: other resources may have changed.',
    cure: 'Record every resource that a call can touch, and leave coverage at full.',
  },
  'condition-fingerprinted': {
    said: 'Not every recorded call carries its input and its post-state.',
    cure: 'Record input and post_state of every call.',
  },
  'condition-pinned': {
    said: 'Nothing shows that the replay started from the recorded snapshot.',
    cure: 'Pin it: write snapshot id, epoch and "pinned":true into the replay\'s header, or record and verify every pre-state.',
  },
  'condition-salted': {
    said: 'Nothing shows that idempotency keys were salted or the cache bypassed.',
    cure: 'Use another idempotency key for every keyed call, or say "salted" or "bypassed" in the replay\'s header.',
  },
  'condition-compared': {
    said: 'Input, output and post-state were not compared for every call.',
    cure: 'State all three on both sides of every call.',
  },
  'order-not-a-trajectory': {
    said: 'There is no turn, model or tool step: nothing that could be replayed in an order.',
    cure: 'Emit agent spans (gen_ai.operation.name) or record the calls in a call log.',
  },
  'order-conflicting': {
    said: 'Two witnesses of the order contradict each other.',
    cure: 'Look at the conflicts: one of the emitters numbers or nests wrongly.',
  },
  'order-orphaned': {
    said: 'A step hangs from a parent that is not in the data, so its place is not known.',
    cure: 'Export whole traces: sample by trace, and flush before the process ends.',
  },
  'order-partial-order': {
    said: 'The order of some steps is open: nothing in the evidence says which came first.',
    cure: 'Emit a call index on tool spans, or record the message history.',
  },
  'one-process': {
    said: 'The order rests on one clock, and nothing says that one process wrote it.',
    cure: 'Emit service.instance.id, or host and process id, on the resource.',
  },
  'completeness-no-recording': {
    said: 'No call log records the session, so nobody can tell whether a call is missing.',
    cure: 'Record the calls of the session in a call log with an end record (docs/recording.md).',
  },
  'completeness-end-missing': {
    said: 'A log has no end marker: what came after its last record is not known.',
    cure: 'Close every log: {"record":"end","calls":n} in a call log, an orderly end of the activation in a write-ahead log.',
  },
  'completeness-count-differs': {
    said: 'An end record counts another number of calls than were read.',
    cure: 'Find the whole log.',
  },
  'completeness-torn-tail': {
    said: 'The last record of a log is cut: what it said, and what followed, is not known.',
    cure: 'Find the whole log.',
  },
  'completeness-records-lost': {
    said: 'Something that stands in the evidence could not be read; the ledger says what and where.',
    cure: 'Find undamaged copies of the files that the ledger names.',
  },
  'completeness-call-not-recorded': {
    said: 'The trace shows a tool call that the recording does not have.',
    cure: 'Record every call, with the span id or call id that the trace has.',
  },
  'completeness-orphan': {
    said: 'A span hangs from a parent that is not in the data: the trace is not whole.',
    cure: 'Export whole traces: sample by trace, and flush before the process ends.',
  },
};

/** How many calls or resources are named; the others are counted. */
const NAMED = 3;

/**
 * The sentence and the cure of a reason; with the calls it applies to, it names them and the resources they lack
 * ("record the post-state of `db:orders`").
 */
export function reasonWords(
  reason: OutcomeReason,
  calls: readonly CallVerdict[] = [],
  logs: readonly LogReading[] = [],
): SaidReason {
  const { said, cure } = WORDS[reason];
  const crossings = crossingsOf(reason, logs);
  if (crossings.length > 0) return { said: `${said} It concerns ${crossingsListed(crossings)}`, cure };
  const having = calls.filter((call) => (call.reasons as readonly string[]).includes(reason));
  // a reason leads where it makes the verdict; beside a worse one it is only listed
  const led = having.filter(
    ({ verdict }) => verdict === (CALL_REASONS as Readonly<Record<string, Verdict>>)[reason],
  );
  const concerned = led.length > 0 ? led : having;
  if (concerned.length === 0) return { said, cure };
  const resources = [...new Set(concerned.flatMap((call) => resourcesOf(reason as CallReason, call)))];
  const about = `${said} It concerns ${listed(concerned.map(nameOf))}.`;
  return {
    said: about,
    cure: resources.length === 0 ? cure : `${cure} Resources: ${listed(resources.map(quoted))}.`,
  };
}

/** The decisions that a reason of the seals is about. */
function crossingsOf(reason: OutcomeReason, logs: readonly LogReading[]): readonly DecisionReading[] {
  const decisions = logs.flatMap((log) => log.decisions);
  switch (reason) {
    case 'seal-broken':
      return decisions.filter(
        ({ sealed, keyNotTheLogs, verified }) => sealed && !keyNotTheLogs && verified === false,
      );
    case 'missing-under-engagement':
      return decisions.filter(({ missingUnderEngagement }) => missingUnderEngagement);
    default:
      return [];
  }
}

/** `the crossing planner/17 (line 18): the body …`, the first few of many. */
function crossingsListed(decisions: readonly DecisionReading[]): string {
  const names = decisions.map(
    ({ crossing: [component, step], at }) =>
      `${component ?? '?'}/${step ?? '?'}${at.line === undefined ? '' : ` (line ${at.line})`}`,
  );
  const [only, ...others] = decisions;
  const why = others.length === 0 && only?.reason !== undefined ? `: ${only.reason.replace(/\.$/, '')}` : '';
  return `the ${names.length === 1 ? 'crossing' : 'crossings'} ${listed(names)}${why}.`;
}

const nameOf = (call: CallVerdict): string => {
  const turn = call.turn === undefined ? '' : `turn ${call.turn} `;
  return `${turn}${quoted(call.tool)}`;
};

/** The resources of one call that a reason is about. */
function resourcesOf(reason: CallReason, call: CallVerdict): readonly string[] {
  const states = call.states.filter(({ recorded, replayed, equal }) => {
    switch (reason) {
      case 'post-state-missing':
        return recorded === undefined || (recorded.fingerprint === undefined && !recorded.absent);
      case 'replay-post-state-missing':
        return (
          recorded !== undefined &&
          (replayed === undefined || (replayed.fingerprint === undefined && !replayed.absent))
        );
      case 'effect-differs':
        return equal === false;
      case 'incomparable':
      case 'epoch-differs':
        return recorded !== undefined && replayed !== undefined && equal !== true;
      case 'coverage-partial':
        return recorded === undefined;
      default:
        return false;
    }
  });
  return states.flatMap(({ resource }) => resource ?? []);
}

const quoted = (text: string): string => `\`${text}\``;

function listed(names: readonly string[]): string {
  const unique = [...new Set(names)];
  const shown = unique.slice(0, NAMED).join(', ');
  return unique.length > NAMED ? `${shown} and ${unique.length - NAMED} more` : shown;
}
