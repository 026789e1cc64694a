import type { CallLog, CallRecord } from '../../model/call.ts';
import type { Step } from '../../model/order.ts';
import type { Evidence, SessionGroup } from '../../model/session.ts';
import type { CallReason, CallVerdict } from '../../model/verdict.ts';
import { indexEvidence } from '../session/evidence-index.ts';
import { type CallFacts, readCallFacts } from './call-facts.ts';
import { headline, judgeCall } from './judge-call.ts';
import { mergeRecording, type RecordedCall } from './merge-calls.ts';
import { pairCalls } from './pair-calls.ts';
import { compareStates } from './states.ts';
import { tracedCalls } from './traced-calls.ts';

/** A verdict with the facts it was judged by; without facts where nothing was compared. */
export interface JudgedCall {
  readonly call: CallVerdict;
  readonly facts: CallFacts | undefined;
  /** The comparison it stands in; every recorded call stands in each of them. */
  readonly attempt: Attempt;
}

/**
 * Pairs and judges every call of a session, once per attempt of a replay (design.md 4). The list is sorted by turn,
 * call index and step, so it does not depend on the order of files.
 *
 * @param steps the session's steps (`OrderReading.steps`): its tool steps are recorded calls too.
 * @param replayedSteps the steps of the replay's traces (`SessionGroup.replayedRows`): they answer where no log of a
 *   replay does, with inputs and outputs only.
 */
export function deriveCalls(
  group: SessionGroup,
  evidence: Evidence,
  steps: readonly Step[],
  replayedSteps: readonly Step[] = [],
): readonly JudgedCall[] {
  const { altered } = indexEvidence(evidence);
  const traced = tracedCalls(steps, evidence.spans).filter(({ record }) => !altered.has(record.at.file));
  const stepOf = new Map(traced.map(({ record, step }) => [record, step]));
  const recording = mergeRecording(
    group.recorded.flatMap((log) => log.calls),
    traced.map(({ record }) => record),
  );
  const replays = group.replayed.length > 0 ? group.replayed : tracedReplays(replayedSteps, evidence);
  const judged = attemptsOf(replays).flatMap((attempt) =>
    judgeAttempt(recording.logged, recording.tracedOnly, attempt),
  );
  const read = judged.flatMap((one) => withoutAltered(one, altered));
  return sortCalls(read, stepOf, evidence);
}

/** The tool steps of a replay's traces as logs, one for each file; an attempt is what the manifest calls it. */
function tracedReplays(steps: readonly Step[], evidence: Evidence): readonly CallLog[] {
  const callsOf = new Map<number, CallRecord[]>();
  for (const { record } of tracedCalls(steps, evidence.spans)) {
    const calls = callsOf.get(record.at.file);
    if (calls === undefined) callsOf.set(record.at.file, [record]);
    else calls.push(record);
  }
  const { entryOf } = indexEvidence(evidence).named;
  return [...callsOf].map(([file, calls]) => {
    const attempt = entryOf.get(file)?.attempt;
    const role = 'replayed' as const;
    return { file, role, calls, ended: false, torn: false, ...(attempt === undefined ? {} : { attempt }) };
  });
}

/** One comparison of the recording: the logs of one attempt of a replay; none without a replay. */
export interface Attempt {
  readonly label: string | undefined;
  readonly logs: readonly CallLog[];
}

/** Logs that state one attempt are parts of it; a log that states none is an attempt of its own. */
function attemptsOf(replayed: readonly CallLog[]): readonly Attempt[] {
  const attempts: { label: string | undefined; logs: CallLog[] }[] = [];
  const labelled = new Map<string, { label: string | undefined; logs: CallLog[] }>();
  for (const log of replayed) {
    const known = log.attempt === undefined ? undefined : labelled.get(log.attempt);
    if (known !== undefined) {
      known.logs.push(log);
      continue;
    }
    const attempt = { label: log.attempt, logs: [log] };
    attempts.push(attempt);
    if (log.attempt !== undefined) labelled.set(log.attempt, attempt);
  }
  return attempts.length > 0 ? attempts : [{ label: undefined, logs: [] }];
}

function judgeAttempt(
  logged: readonly RecordedCall[],
  tracedOnly: readonly RecordedCall[],
  attempt: Attempt,
): readonly JudgedCall[] {
  const logOf = new Map<CallRecord, CallLog>();
  for (const log of attempt.logs) for (const call of log.calls) logOf.set(call, log);
  // What a log records is paired before what only a trace tells, which often lacks its turn or index.
  const first = pairCalls(logged, [...logOf.keys()]);
  const second = pairCalls(tracedOnly, first.recordedMissing);
  return [
    ...[...first.pairs, ...second.pairs].map(({ recorded, replayed }) =>
      judgePair(recorded, replayed, logOf.get(replayed)?.idempotency, attempt),
    ),
    ...[...first.replayMissing, ...second.replayMissing].map((call) =>
      unmatched(call, undefined, 'replay-missing', attempt),
    ),
    ...[...first.ambiguousRecorded, ...second.ambiguousRecorded].map((call) =>
      unmatched(call, undefined, 'ambiguous', attempt),
    ),
    ...second.recordedMissing.map((call) => unmatched(undefined, call, 'recorded-missing', attempt)),
    ...[...first.ambiguousReplayed, ...second.ambiguousReplayed].map((call) =>
      unmatched(undefined, call, 'ambiguous', attempt),
    ),
  ];
}

function judgePair(
  recorded: RecordedCall,
  replayed: CallRecord,
  header: CallLog['idempotency'],
  attempt: Attempt,
): JudgedCall {
  const facts = readCallFacts(recorded.record, replayed, header, recorded.told);
  const { verdict, reasons, cause } = judgeCall(facts);
  return {
    call: {
      ...identity(recorded.record),
      source: recorded.source,
      attempt: attempt.label,
      verdict,
      reasons,
      cause,
      states: facts.post.comparisons,
      recorded: recorded.record,
      replayed,
    },
    facts,
    attempt,
  };
}

/** A call without a partner: nothing is compared, so only what stands on the one side can be a reason. */
function unmatched(
  recorded: RecordedCall | undefined,
  replayed: CallRecord | undefined,
  why: 'replay-missing' | 'recorded-missing' | 'ambiguous',
  attempt: Attempt,
): JudgedCall {
  const record = recorded?.record ?? replayed;
  if (record === undefined) throw new Error('a call without a record (a bug in Witnessmark)');
  const reasons: CallReason[] = record.servedFromCache ? [why, 'cache-hit'] : [why];
  return {
    call: {
      ...identity(record),
      source: recorded?.source ?? record.source,
      attempt: attempt.label,
      verdict: headline(reasons),
      reasons,
      cause: undefined,
      states: compareStates(recorded?.record.postState, replayed?.postState, false, true).comparisons,
      recorded: recorded?.record,
      replayed,
    },
    facts: undefined,
    attempt,
  };
}

const identity = (
  record: CallRecord,
): Pick<CallVerdict, 'agent' | 'turn' | 'index' | 'callId' | 'spanId' | 'tool'> => ({
  agent: record.agent,
  turn: record.turnIndex,
  index: record.callIndex,
  callId: record.callId,
  spanId: record.spanId,
  tool: record.tool,
});

/**
 * "Refused: its integrity failed: nothing inside is read" and "calls are listed only from files that were read": a
 * call of which one side stands in an altered file is refused and shows the other side only; a call that stands in
 * altered files alone is not listed.
 */
function withoutAltered(judged: JudgedCall, altered: ReadonlySet<number>): readonly JudgedCall[] {
  const { recorded, replayed } = judged.call;
  const left = recorded === undefined || altered.has(recorded.at.file) ? undefined : recorded;
  const right = replayed === undefined || altered.has(replayed.at.file) ? undefined : replayed;
  if (left === recorded && right === replayed) return [judged];
  const intact = left ?? right;
  if (intact === undefined) return [];
  const call: CallVerdict = {
    ...judged.call,
    ...identity(intact),
    source: left === undefined ? intact.source : judged.call.source,
    verdict: 'refused',
    reasons: ['file-altered'],
    cause: undefined,
    states: [],
    recorded: left,
    replayed: right,
  };
  return [{ ...judged, call, facts: undefined }];
}

function sortCalls(
  calls: readonly JudgedCall[],
  stepOf: ReadonlyMap<CallRecord, number>,
  evidence: Evidence,
): readonly JudgedCall[] {
  const { fileOf } = indexEvidence(evidence);
  const keyed = calls.map((judged) => {
    const { call } = judged;
    const record = call.recorded ?? call.replayed;
    const numbers = [
      call.turn ?? Number.POSITIVE_INFINITY,
      call.index ?? Number.POSITIVE_INFINITY,
      (call.recorded && stepOf.get(call.recorded)) ?? Number.POSITIVE_INFINITY,
    ];
    const texts = [
      call.agent ?? '',
      call.tool,
      call.callId ?? '',
      call.spanId ?? '',
      call.attempt ?? '',
      fileOf.get(record?.at.file ?? -1)?.path ?? '',
    ];
    return { judged, numbers, texts, offset: record?.at.offset ?? 0 };
  });
  keyed.sort(
    (a, b) => compareNumbers(a.numbers, b.numbers) || compareTexts(a.texts, b.texts) || a.offset - b.offset,
  );
  return keyed.map(({ judged }) => judged);
}

function compareNumbers(a: readonly number[], b: readonly number[]): number {
  for (const [i, left] of a.entries()) {
    const right = b[i] ?? 0;
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
}

function compareTexts(a: readonly string[], b: readonly string[]): number {
  for (const [i, left] of a.entries()) {
    const right = b[i] ?? '';
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
}
