import type { Json } from '../../lib/json-value.ts';
import type { CallLog, CallRecord, StatedValue, StateRecord } from '../../model/call.ts';
import type { Place } from '../../model/place.ts';
import { looseContent } from '../conventions/loose-content.ts';

/** A call as a transcript tells it. */
export interface TranscriptCall {
  readonly sessionId: string | undefined;
  /** A sub-agent; undefined for the session's own agent. */
  readonly agent: string | undefined;
  /** What one answer of the model has in common: its calls are one turn. Undefined: nothing says when it was asked. */
  readonly answer: string | undefined;
  readonly callId: string | undefined;
  /** What its result names it by, where that is no call id of the model: a number of the connection. */
  readonly resultId?: string;
  readonly traceId?: string;
  readonly tool: string;
  readonly input: Json | undefined;
  readonly at: Place;
}

export interface TranscriptResult {
  readonly sessionId: string | undefined;
  readonly callId: string | undefined;
  readonly output: Json | undefined;
  /** States before and after that the transcript's own texts give; they are derived, not recorded. */
  readonly states?: { readonly pre: readonly StateRecord[]; readonly post: readonly StateRecord[] };
}

/** Gathers the calls of a transcript and their results, in whatever order the file has them. */
export interface TranscriptLog {
  call(call: TranscriptCall): void;
  result(result: TranscriptResult): void;
  /** One log for each session; `unanswered` and `unasked` count what found no partner. */
  finish(torn: boolean): {
    readonly logs: readonly CallLog[];
    readonly unasked: number;
    readonly repeatedIds: number;
  };
}

interface Known {
  readonly call: TranscriptCall;
  /** Undefined together. */
  readonly place: { readonly turnIndex: number; readonly callIndex: number } | undefined;
}

/** Turns count the answers of one agent, calls their place in the answer: the order in which the model asked. */
export function createTranscriptLog(file: number): TranscriptLog {
  const sessions = new Map<
    string | undefined,
    { calls: Known[]; results: Map<string, TranscriptResult[]> }
  >();
  const turns = new Map<string, { answers: Map<string, { turn: number; calls: number }> }>();

  const sessionOf = (id: string | undefined) => {
    const known = sessions.get(id);
    if (known !== undefined) return known;
    const fresh = { calls: [], results: new Map<string, TranscriptResult[]>() };
    sessions.set(id, fresh);
    return fresh;
  };

  return {
    call(call) {
      if (call.answer === undefined) {
        sessionOf(call.sessionId).calls.push({ call, place: undefined });
        return;
      }
      // ids of sub-agents are unique in their session only (claude-code #44597)
      const key = JSON.stringify([call.sessionId, call.agent]);
      const own = turns.get(key) ?? { answers: new Map<string, { turn: number; calls: number }>() };
      turns.set(key, own);
      const answer = own.answers.get(call.answer) ?? { turn: own.answers.size, calls: 0 };
      own.answers.set(call.answer, answer);
      sessionOf(call.sessionId).calls.push({
        call,
        place: { turnIndex: answer.turn, callIndex: answer.calls++ },
      });
    },
    result(result) {
      if (result.callId === undefined) return;
      const { results } = sessionOf(result.sessionId);
      const list = results.get(result.callId);
      if (list === undefined) results.set(result.callId, [result]);
      else list.push(result);
    },
    finish(torn) {
      let unasked = 0;
      let repeatedIds = 0;
      const logs: CallLog[] = [];
      for (const [sessionId, { calls, results }] of sessions) {
        const asked = new Map<string, number>();
        const records = calls.map((known): CallRecord => {
          const id = known.call.resultId ?? known.call.callId;
          const nth = id === undefined ? 0 : (asked.get(id) ?? 0);
          if (id !== undefined) asked.set(id, nth + 1);
          if (nth > 0) repeatedIds++;
          return recordOf(known, id === undefined ? undefined : results.get(id)?.[nth]);
        });
        for (const [id, list] of results) unasked += Math.max(0, list.length - (asked.get(id) ?? 0));
        if (records.length === 0) continue;
        logs.push({
          file,
          role: 'recorded',
          ...(sessionId === undefined ? {} : { sessionId }),
          calls: records,
          ended: false,
          torn,
        });
      }
      return { logs, unasked, repeatedIds };
    },
  };
}

function recordOf({ call, place }: Known, result: TranscriptResult | undefined): CallRecord {
  const { states } = result ?? {};
  return {
    at: call.at,
    source: 'transcript',
    ...(call.agent === undefined ? {} : { agent: call.agent }),
    ...place,
    ...(call.callId === undefined ? {} : { callId: call.callId }),
    ...(call.traceId === undefined ? {} : { traceId: call.traceId }),
    tool: call.tool,
    input: stated(call.input),
    output: stated(result?.output),
    // what the transcript shows is what it happened to keep
    ...(states === undefined
      ? {}
      : { preState: states.pre, postState: states.post, coverage: 'partial' as const }),
    servedFromCache: false,
    derived: states !== undefined,
  };
}

const stated = (value: Json | undefined): StatedValue =>
  value === undefined ? {} : { content: looseContent(value) };
