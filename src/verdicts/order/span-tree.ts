import type { AssumedParent } from '../../model/order.ts';
import { NO_TIME, NONE, type SpanTable } from '../../model/span-table.ts';

/** No parent: a root, or an orphan. */
export const TOP = -1;

/**
 * The spans of a session as a forest. Spans are named by their place in `rows`, which is sorted by content, so that
 * the order of files and spans changes nothing.
 */
export interface SpanTree {
  readonly spans: SpanTable;
  /** Rows of the table, by start, span id, trace id and name. */
  readonly rows: Uint32Array;
  /** Place of the parent, or TOP. */
  readonly parent: Int32Array;
  /** Places, parents before their children. */
  readonly downwards: Int32Array;
  /** Places whose parent is named and not in the data. */
  readonly orphans: readonly number[];
  /** Places of spans that are each other's ancestors; one edge of each cycle was cut to make the forest. */
  readonly cycles: readonly (readonly number[])[];
  /** Places that hang from an assumed parent. */
  readonly assumed: readonly number[];
}

export function buildSpanTree(
  spans: SpanTable,
  sessionRows: Uint32Array,
  assumedParents: readonly AssumedParent[],
): SpanTree {
  const rows = sortRows(spans, sessionRows);
  const parent = new Int32Array(rows.length).fill(TOP);
  const placeOf = placesBySpan(spans, rows);
  const assumedOf = new Map(assumedParents.map((one) => [one.span, one.parent]));
  const orphans: number[] = [];
  const assumed: number[] = [];
  for (let place = 0; place < rows.length; place++) {
    const row = rows[place] as number;
    const named = spans.parentId[row] ?? NONE;
    if (named === NONE) continue;
    const found = placeOf(spans.traceId[row] ?? NONE, named, spans.resource[row] ?? 0);
    if (found !== undefined && found !== place) parent[place] = found;
    else if (found === undefined) {
      orphans.push(place);
      const guess = assumedOf.get(spans.strings[spans.spanId[row] ?? NONE] ?? '');
      const guessed = guess === undefined ? undefined : placeOfText(spans, rows, guess);
      if (guessed === undefined || guessed === place) continue;
      parent[place] = guessed;
      assumed.push(place);
    }
  }
  const selfParents = rows.length === 0 ? [] : findSelfParents(spans, rows, placeOf);
  const { downwards, cycles } = unrollForest(parent);
  return { spans, rows, parent, downwards, orphans, cycles: [...selfParents, ...cycles], assumed };
}

function sortRows(spans: SpanTable, rows: Uint32Array): Uint32Array {
  const { start, spanId, traceId, name, strings } = spans;
  const text = (column: Uint32Array, row: number): string => strings[column[row] as number] ?? '';
  const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
  return rows.slice().sort((a, b) => {
    const [x, y] = [start[a] as bigint, start[b] as bigint];
    if (x !== y) return x < y ? -1 : 1;
    return (
      compareText(text(spanId, a), text(spanId, b)) ||
      compareText(text(traceId, a), text(traceId, b)) ||
      compareText(text(name, a), text(name, b)) ||
      a - b
    );
  });
}

/** Finds a span by trace and id; of variants of one id the one of the same resource, else the first. */
function placesBySpan(spans: SpanTable, rows: Uint32Array) {
  const traces = new Map<number, Map<number, number | number[]>>();
  for (let place = 0; place < rows.length; place++) {
    const row = rows[place] as number;
    const trace = spans.traceId[row] as number;
    let byId = traces.get(trace);
    if (byId === undefined) {
      byId = new Map();
      traces.set(trace, byId);
    }
    const id = spans.spanId[row] as number;
    const known = byId.get(id);
    if (known === undefined) byId.set(id, place);
    else if (typeof known === 'number') byId.set(id, [known, place]);
    else known.push(place);
  }
  return (trace: number, id: number, resource: number): number | undefined => {
    const found = traces.get(trace)?.get(id);
    if (found === undefined || typeof found === 'number') return found;
    return found.find((place) => spans.resource[rows[place] as number] === resource) ?? found[0];
  };
}

const placeOfText = (spans: SpanTable, rows: Uint32Array, spanId: string): number | undefined => {
  const place = rows.findIndex((row) => spans.strings[spans.spanId[row] ?? NONE] === spanId);
  return place < 0 ? undefined : place;
};

function findSelfParents(
  spans: SpanTable,
  rows: Uint32Array,
  placeOf: (trace: number, id: number, resource: number) => number | undefined,
): number[][] {
  const found: number[][] = [];
  for (let place = 0; place < rows.length; place++) {
    const row = rows[place] as number;
    const named = spans.parentId[row] ?? NONE;
    if (named === NONE || named !== spans.spanId[row]) continue;
    if (placeOf(spans.traceId[row] ?? NONE, named, spans.resource[row] ?? 0) === place) found.push([place]);
  }
  return found;
}

/** Puts parents before children without recursion; a cycle is cut above its first span. Mends `parent` in place. */
function unrollForest(parent: Int32Array): { downwards: Int32Array; cycles: number[][] } {
  const n = parent.length;
  const state = new Uint8Array(n);
  const downwards = new Int32Array(n);
  const cycles: number[][] = [];
  let done = 0;
  for (let first = 0; first < n; first++) {
    if (state[first] !== 0) continue;
    const path: number[] = [];
    let at = first;
    while (at !== TOP && state[at] === 0) {
      state[at] = 1;
      path.push(at);
      at = parent[at] as number;
    }
    if (at !== TOP && state[at] === 1) {
      const cycle = path.slice(path.indexOf(at));
      cycles.push(cycle.sort((a, b) => a - b));
      parent[cycle[0] as number] = TOP;
    }
    for (const place of path) state[place] = 2;
  }
  // with every cycle cut, a walk from the tops reaches everything
  const { from, children } = childrenOf(parent);
  for (let place = 0; place < n; place++) if (parent[place] === TOP) downwards[done++] = place;
  for (let i = 0; i < done; i++) {
    const place = downwards[i] as number;
    for (let c = from[place] as number; c < (from[place + 1] as number); c++)
      downwards[done++] = children[c] as number;
  }
  return { downwards, cycles };
}

/** Children of place p: `children[from[p] … from[p + 1])`, ascending. */
export function childrenOf(parent: Int32Array): { from: Int32Array; children: Int32Array } {
  const n = parent.length;
  const from = new Int32Array(n + 1);
  for (const p of parent) if (p !== TOP) from[p + 1] = (from[p + 1] as number) + 1;
  for (let p = 0; p < n; p++) from[p + 1] = (from[p + 1] as number) + (from[p] as number);
  const next = from.slice();
  const children = new Int32Array(from[n] as number);
  for (let place = 0; place < n; place++) {
    const p = parent[place] as number;
    if (p === TOP) continue;
    children[next[p] as number] = place;
    next[p] = (next[p] as number) + 1;
  }
  return { from, children };
}

/** Start of a span, undefined when the file has none. */
export const startOf = (tree: SpanTree, place: number): bigint | undefined =>
  known(tree.spans.start[tree.rows[place] as number]);

/** End of a span as the file has it; undefined when it has none or one before the start. */
export function endOf(tree: SpanTree, place: number): bigint | undefined {
  const row = tree.rows[place] as number;
  const [start, end] = [known(tree.spans.start[row]), known(tree.spans.end[row])];
  return end === undefined || (start !== undefined && end < start) ? undefined : end;
}

/** The time of one span lies in that of another; false where an end is not known. */
export function within(tree: SpanTree, inner: number, outer: number): boolean {
  const [from, to] = [startOf(tree, outer), endOf(tree, outer)];
  const [start, end] = [startOf(tree, inner), endOf(tree, inner)];
  if (from === undefined || to === undefined || start === undefined || end === undefined) return false;
  return from <= start && end <= to;
}

const known = (value: bigint | undefined): bigint | undefined => (value === NO_TIME ? undefined : value);

export const spanIdOf = (tree: SpanTree, place: number): string =>
  tree.spans.strings[tree.spans.spanId[tree.rows[place] as number] as number] ?? '';
