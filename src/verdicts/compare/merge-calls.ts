import type { CallRecord, CallSource } from '../../model/call.ts';
import type { ToldBy } from './call-facts.ts';

/**
 * One call of the recording: a log's record, a traced tool step, or both told as one. `keys` is what the pairing
 * looks at: what the log states, where there is a log; a trace must not add a demand that no replay log can meet.
 */
export interface RecordedCall {
  readonly record: CallRecord;
  readonly told: ToldBy;
  readonly source: CallSource;
  /** The tool step of a trace that this call is, too. */
  readonly traced: CallRecord | undefined;
  readonly agent?: string;
  readonly turnIndex?: number;
  readonly callIndex?: number;
  readonly callId?: string;
  readonly tool: string;
}

/** The recording of a session, and what of the trace no log's record tells. */
export interface MergedRecording {
  /** Calls that a log tells, merged with their tool steps. */
  readonly logged: readonly RecordedCall[];
  /** Tool steps that no record of a log tells. */
  readonly tracedOnly: readonly RecordedCall[];
}

/**
 * Merges the tool steps of a trace with the log's record of the same span or call id (design.md 4); a record that
 * names neither is merged with the one step that has its turn, tool and call index, if it is the only one and the
 * step is its only one.
 */
export function mergeRecording(
  logged: readonly CallRecord[],
  traced: readonly CallRecord[],
): MergedRecording {
  const stepOf = new Map<CallRecord, CallRecord>();
  const taken = new Set<CallRecord>();
  const spans = new Set(traced.map((step) => step.spanId));
  const ids = new Set(traced.map((step) => step.callId));
  const namesSpan = (call: CallRecord): boolean => call.spanId !== undefined && spans.has(call.spanId);
  const namesId = (call: CallRecord): boolean => call.callId !== undefined && ids.has(call.callId);

  const join = (
    records: readonly CallRecord[],
    keyOf: (call: CallRecord) => string | undefined,
    contradicts: (call: CallRecord, step: CallRecord) => boolean,
  ): void => {
    const open = uniqueBy(
      traced.filter((step) => !taken.has(step)),
      keyOf,
    );
    for (const [key, call] of uniqueBy(records, keyOf)) {
      const step = open.get(key);
      if (step === undefined || contradicts(call, step)) continue;
      stepOf.set(call, step);
      taken.add(step);
    }
  };
  const unjoined = (): CallRecord[] => logged.filter((call) => !stepOf.has(call));
  const otherTrace = (call: CallRecord, step: CallRecord): boolean => unlike(call.traceId, step.traceId);
  join(logged, spanInTrace, () => false);
  join(unjoined(), (call) => call.spanId, otherTrace);
  // a record that names another step's span is that step, whatever its call id
  join(
    unjoined(),
    (call) => call.callId,
    (call, step) => namesSpan(call) || otherTrace(call, step),
  );
  join(
    unjoined().filter((call) => !namesSpan(call) && !namesId(call)),
    placeKey,
    (call, step) => unlike(call.agent, step.agent) || otherTrace(call, step),
  );

  return {
    logged: logged.map((call) => merged(call, stepOf.get(call))),
    tracedOnly: traced.filter((step) => !taken.has(step)).map((step) => merged(step, undefined)),
  };
}

const spanInTrace = (call: CallRecord): string | undefined =>
  call.spanId === undefined || call.traceId === undefined ? undefined : `${call.traceId} ${call.spanId}`;

/** Turn, tool and call index, all of them stated: what else would be a guess. */
const placeKey = (call: CallRecord): string | undefined =>
  call.turnIndex === undefined || call.callIndex === undefined
    ? undefined
    : JSON.stringify([call.turnIndex, call.callIndex, call.tool]);

/** Both state it, and state it differently. */
const unlike = (a: string | undefined, b: string | undefined): boolean =>
  a !== undefined && b !== undefined && a !== b;

function uniqueBy(
  calls: readonly CallRecord[],
  keyOf: (call: CallRecord) => string | undefined,
): ReadonlyMap<string, CallRecord> {
  const found = new Map<string, CallRecord>();
  const twice = new Set<string>();
  for (const call of calls) {
    const key = keyOf(call);
    if (key === undefined) continue;
    if (found.has(key)) twice.add(key);
    found.set(key, call);
  }
  for (const key of twice) found.delete(key);
  return found;
}

const says = (value: CallRecord['input']): boolean =>
  value.content !== undefined || value.fingerprint !== undefined;

function merged(record: CallRecord, step: CallRecord | undefined): RecordedCall {
  const { agent, turnIndex, callIndex, callId } = record;
  const keys = {
    tool: record.tool,
    ...(agent === undefined ? {} : { agent }),
    ...(turnIndex === undefined ? {} : { turnIndex }),
    ...(callIndex === undefined ? {} : { callIndex }),
    ...(callId === undefined ? {} : { callId }),
  };
  if (step === undefined) {
    const told = { input: record.source, output: record.source };
    return { ...keys, record, told, source: record.source, traced: undefined };
  }
  const fromStep = {
    input: !says(record.input) && says(step.input),
    output: !says(record.output) && says(step.output),
  };
  return {
    ...keys,
    record: {
      ...step,
      ...record,
      input: fromStep.input ? step.input : record.input,
      output: fromStep.output ? step.output : record.output,
    },
    told: {
      input: fromStep.input ? step.source : record.source,
      output: fromStep.output ? step.source : record.source,
    },
    source: record.source,
    traced: step,
  };
}
