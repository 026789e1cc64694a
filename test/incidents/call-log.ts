import type { MadeCall } from './run-script.ts';

/** The header's members beside `record` and `schema`. */
export interface LogHead {
  readonly role: 'recorded' | 'replayed';
  readonly session_id: string;
  readonly attempt?: string;
  readonly snapshot: { readonly id: string; readonly epoch: string; readonly pinned: boolean };
  readonly idempotency?: 'salted';
}

/** A call log with its end marker. */
export function callLog(head: LogHead, calls: readonly MadeCall[]): string {
  const records = [
    { record: 'session', schema: 'witnessmark.calls/1', ...head },
    ...calls.map((call) => ({ record: 'call', ...call })),
    { record: 'end', calls: calls.length },
  ];
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

/** What a replay that does the same again writes: fresh call ids, no spans, a key of its own for every call. */
export function replayed(calls: readonly MadeCall[], attempt: string): readonly MadeCall[] {
  return calls.map(({ trace_id: _trace, span_id: _span, ...call }) => ({
    ...call,
    ...(call.call_id === undefined ? {} : { call_id: `${call.call_id}_${attempt}` }),
    ...(call.idempotency_key === undefined ? {} : { idempotency_key: `${call.idempotency_key}:${attempt}` }),
  }));
}
