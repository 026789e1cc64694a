import { NO_TIME, NONE, type SpanTable } from './span-table.ts';

/** A trace in which many spans end at the same last moment: their ends are when they were flushed, not their own. */
export interface FlushedTrace {
  /** String number of the trace id. */
  readonly trace: number;
  /** Rows whose ends are in doubt, ascending. */
  readonly rows: readonly number[];
  /** Spans of the trace that are not its roots. */
  readonly others: number;
}

/** Spans that end so close to the end of their trace; less in a short trace. */
const WINDOW_NS = 1_000_000n;
const LEAST_SPANS = 3;

/**
 * Traces whose spans were closed together (formats.md 3.8): more than a quarter of the spans below the root, and at
 * least three of them that are not each other's ancestors (an ancestor ends with its last descendant anyway).
 */
export function flushedTraces(table: SpanTable): readonly FlushedTrace[] {
  const last = new Map<number, bigint>();
  const first = new Map<number, bigint>();
  for (let row = 0; row < table.count; row++) {
    const trace = table.traceId[row] ?? NONE;
    const end = table.end[row] ?? NO_TIME;
    const start = table.start[row] ?? NO_TIME;
    if (end !== NO_TIME && end > (last.get(trace) ?? NO_TIME)) last.set(trace, end);
    if (start !== NO_TIME && start < (first.get(trace) ?? 2n ** 63n)) first.set(trace, start);
  }
  const late = new Map<number, number[]>();
  const others = new Map<number, number>();
  for (let row = 0; row < table.count; row++) {
    if ((table.parentId[row] ?? NONE) === NONE) continue;
    const trace = table.traceId[row] ?? NONE;
    others.set(trace, (others.get(trace) ?? 0) + 1);
    const end = table.end[row] ?? NO_TIME;
    const latest = last.get(trace);
    if (end === NO_TIME || latest === undefined) continue;
    const length = latest - (first.get(trace) ?? latest);
    const window = length / 100n < WINDOW_NS ? length / 100n : WINDOW_NS;
    if (latest - end > window) continue;
    const rows = late.get(trace);
    if (rows === undefined) late.set(trace, [row]);
    else rows.push(row);
  }
  const flushed: FlushedTrace[] = [];
  for (const [trace, rows] of late) {
    const count = others.get(trace) ?? 0;
    if (rows.length * 4 <= count) continue;
    const parents = new Set(rows.map((row) => table.parentId[row] ?? NONE));
    const lowest = rows.filter((row) => !parents.has(table.spanId[row] ?? NONE));
    if (lowest.length >= LEAST_SPANS && lowest.length * 4 > count)
      flushed.push({ trace, rows, others: count });
  }
  return flushed;
}
