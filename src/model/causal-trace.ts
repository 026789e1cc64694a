import type { JsonObject } from '../lib/json-value.ts';

/** One event of revl's causal trace, raw (revl-wal.md 6). */
export interface TraceEvent {
  /** 1-based, in lines as Python's `splitlines` counts them. */
  readonly line: number;
  /** Byte offset and length of the line. */
  readonly offset: number;
  readonly length: number;
  readonly value: JsonObject;
}

export type CausalTraceReading =
  | { readonly is: 'read'; readonly events: readonly TraceEvent[] }
  /** The first line that is no event: nothing is read. */
  | { readonly is: 'refused'; readonly line: number; readonly said: string };

export interface CausalTrace {
  readonly file: number;
  readonly reading: CausalTraceReading;
}
