import { NONE, type SpanTable } from '../../model/span-table.ts';

/** What the spans of one trace say about the session they belong to. */
export interface TraceOfTable {
  readonly traceId: string;
  /** Ascending. */
  readonly rows: readonly number[];
  /** The conversation or session id of its topmost spans that have one; undefined when none has, or they disagree. */
  readonly conversationId: string | undefined;
}

/** The traces of a table, in the order of their ids. */
export function tracesOf(table: SpanTable): readonly TraceOfTable[] {
  const rowsOf = new Map<number, number[]>();
  for (let row = 0; row < table.count; row++) {
    const trace = table.traceId[row] ?? NONE;
    const rows = rowsOf.get(trace);
    if (rows === undefined) rowsOf.set(trace, [row]);
    else rows.push(row);
  }
  const spoken = new Map<number, { row: number; id: string }[]>();
  for (const [row, facts] of table.facts) {
    if (facts.conversationId === undefined) continue;
    const trace = table.traceId[row] ?? NONE;
    const list = spoken.get(trace) ?? [];
    list.push({ row, id: facts.conversationId });
    spoken.set(trace, list);
  }
  const traces: TraceOfTable[] = [];
  for (const [trace, rows] of rowsOf) {
    traces.push({
      traceId: table.strings[trace] ?? '',
      rows,
      conversationId: conversationOf(table, rows, spoken.get(trace) ?? []),
    });
  }
  return traces.sort((a, b) => (a.traceId < b.traceId ? -1 : 1));
}

/** A sub-agent may have a conversation of its own inside its caller's: the topmost one names the trace. */
function conversationOf(
  table: SpanTable,
  rows: readonly number[],
  spoken: readonly { readonly row: number; readonly id: string }[],
): string | undefined {
  const [first] = spoken;
  if (first === undefined) return undefined;
  if (spoken.every(({ id }) => id === first.id)) return first.id;
  const rowOf = new Map(rows.map((row) => [table.spanId[row] ?? NONE, row]));
  const depths = spoken.map(({ row, id }) => ({ id, depth: depthOf(table, row, rowOf) }));
  const least = depths.reduce((smallest, { depth }) => Math.min(smallest, depth), Number.POSITIVE_INFINITY);
  const top = new Set(depths.filter(({ depth }) => depth === least).map(({ id }) => id));
  return top.size === 1 ? [...top][0] : undefined;
}

function depthOf(table: SpanTable, row: number, rowOf: ReadonlyMap<number, number>): number {
  const seen = new Set<number>();
  let depth = 0;
  for (let at: number | undefined = row; at !== undefined && !seen.has(at); depth++) {
    seen.add(at);
    const parent: number = table.parentId[at] ?? NONE;
    at = parent === NONE ? undefined : rowOf.get(parent);
  }
  return depth;
}
