import type { Step } from '../model/order.ts';
import { NO_TIME, NONE, type SpanTable } from '../model/span-table.ts';

/**
 * What is drawn of a session, as a forest: its spans, a ghost for every parent that is named and not in the data, and
 * the steps that only a log knows. Nodes are numbered by start, then by content, so that shuffling the spans of a file
 * changes nothing; ghosts and log steps come last.
 */
export interface SpanForest {
  readonly count: number;
  /** Row in the span table; NONE for ghosts and for steps that only a log knows. */
  readonly row: Uint32Array;
  readonly parent: Uint32Array;
  /** Id of the missing parent by ghost: `ghostIds[node - firstGhost]`. */
  readonly firstGhost: number;
  readonly ghostIds: readonly string[];
  /** Steps without a span, the first at this node. */
  readonly firstLogStep: number;
  readonly logSteps: readonly Step[];
  /** Nodes, parents before their children. */
  readonly downwards: Uint32Array;
  /** Earliest start, 0 when no span has one; times below are relative to it. */
  readonly base: bigint;
  /** ns after base; NaN when the file has none, or an end before the start. */
  readonly start: Float64Array;
  readonly end: Float64Array;
}

/** Linear but for one sort; no recursion, whatever the depth. A span that is its own ancestor hangs from the top. */
export function growForest(spans: SpanTable, rows: Uint32Array, steps: readonly Step[]): SpanForest {
  const base = earliest(spans, rows);
  const sorted = sortRows(spans, rows, base);
  const n = sorted.length;
  const placeOf = placesBySpan(spans, sorted);
  const ghostOf = new Map<string, number>();
  const ghostIds: string[] = [];
  const parents = new Uint32Array(n).fill(NONE);
  for (let node = 0; node < n; node++) {
    const row = sorted[node] as number;
    const named = spans.parentId[row] as number;
    if (named === NONE) continue;
    const trace = spans.traceId[row] as number;
    const found = placeOf(trace, named, spans.resource[row] as number);
    if (found === node) continue;
    if (found !== undefined) {
      parents[node] = found;
      continue;
    }
    const key = `${trace}/${named}`;
    let ghost = ghostOf.get(key);
    if (ghost === undefined) {
      ghost = n + ghostIds.push(spans.strings[named] ?? '') - 1;
      ghostOf.set(key, ghost);
    }
    parents[node] = ghost;
  }
  const logSteps = steps.filter((step) => step.row === undefined);
  const firstLogStep = n + ghostIds.length;
  const count = firstLogStep + logSteps.length;
  const row = new Uint32Array(count).fill(NONE);
  row.set(sorted);
  const parent = new Uint32Array(count).fill(NONE);
  parent.set(parents);
  const start = new Float64Array(count).fill(Number.NaN);
  const end = new Float64Array(count).fill(Number.NaN);
  for (let node = 0; node < n; node++) {
    const at = sorted[node] as number;
    start[node] = relative(spans.start[at], base);
    const to = relative(spans.end[at], base);
    end[node] = to < (start[node] as number) ? Number.NaN : to;
  }
  return {
    count,
    row,
    parent,
    firstGhost: n,
    ghostIds,
    firstLogStep,
    logSteps,
    downwards: unroll(parent),
    base,
    start,
    end,
  };
}

/** Children of node p: `nodes[from[p] … from[p + 1])`, in the order in which `inOrder` names them. */
export function childrenOf(
  parent: Uint32Array,
  inOrder: Uint32Array,
): { readonly from: Uint32Array; readonly nodes: Uint32Array } {
  const n = parent.length;
  const from = new Uint32Array(n + 1);
  for (const p of parent) if (p !== NONE) from[p + 1] = (from[p + 1] as number) + 1;
  for (let p = 0; p < n; p++) from[p + 1] = (from[p + 1] as number) + (from[p] as number);
  const next = from.slice(0, n);
  const nodes = new Uint32Array(from[n] as number);
  for (const node of inOrder) {
    const p = parent[node] as number;
    if (p === NONE) continue;
    nodes[next[p] as number] = node;
    next[p] = (next[p] as number) + 1;
  }
  return { from, nodes };
}

export const identity = (n: number): Uint32Array => Uint32Array.from({ length: n }, (_, i) => i);

function earliest(spans: SpanTable, rows: Uint32Array): bigint {
  let least: bigint | undefined;
  for (const row of rows) {
    const at = spans.start[row] as bigint;
    if (at !== NO_TIME && (least === undefined || at < least)) least = at;
  }
  return least ?? 0n;
}

/** A double holds it exactly below 104 days from the base; beyond, positions are off by less than a pixel can show. */
const relative = (time: bigint | undefined, base: bigint): number =>
  time === undefined || time === NO_TIME ? Number.NaN : Number(time - base);

function sortRows(spans: SpanTable, rows: Uint32Array, base: bigint): Uint32Array {
  const { spanId, traceId, name, strings } = spans;
  const n = rows.length;
  const key = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    const at = relative(spans.start[rows[i] as number], base);
    key[i] = Number.isNaN(at) ? -1 : at;
  }
  const text = (column: Uint32Array, at: number): string =>
    strings[column[rows[at] as number] as number] ?? '';
  const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
  const order = identity(n).sort((a, b) => {
    const difference = (key[a] as number) - (key[b] as number);
    if (difference !== 0) return difference;
    return (
      compareText(text(spanId, a), text(spanId, b)) ||
      compareText(text(traceId, a), text(traceId, b)) ||
      compareText(text(name, a), text(name, b)) ||
      (rows[a] as number) - (rows[b] as number)
    );
  });
  return order.map((at) => rows[at] as number);
}

/** Finds a span by trace and id; of variants of one id the one of the same resource, else the first. */
function placesBySpan(spans: SpanTable, rows: Uint32Array) {
  // most sessions are one trace: a map per trace, keyed by the id's number
  const traces = new Map<number, Map<number, number | number[]>>();
  rows.forEach((row, place) => {
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
  });
  return (trace: number, id: number, resource: number): number | undefined => {
    const found = traces.get(trace)?.get(id);
    if (found === undefined || typeof found === 'number') return found;
    return found.find((place) => spans.resource[rows[place] as number] === resource) ?? found[0];
  };
}

/** Parents before children; a cycle is cut above the first of its nodes. Mends `parent` in place. */
function unroll(parent: Uint32Array): Uint32Array {
  const n = parent.length;
  const state = new Uint8Array(n);
  const path: number[] = [];
  for (let first = 0; first < n; first++) {
    if (state[first] !== 0) continue;
    path.length = 0;
    let at = first;
    while (at !== NONE && state[at] === 0) {
      state[at] = 1;
      path.push(at);
      at = parent[at] as number;
    }
    if (at !== NONE && state[at] === 1) {
      const cycle = path.slice(path.indexOf(at));
      parent[cycle.reduce((least, node) => Math.min(least, node))] = NONE;
    }
    for (const node of path) state[node] = 2;
  }
  const { from, nodes } = childrenOf(parent, identity(n));
  const downwards = new Uint32Array(n);
  let done = 0;
  for (let node = 0; node < n; node++) if (parent[node] === NONE) downwards[done++] = node;
  for (let i = 0; i < done; i++) {
    const node = downwards[i] as number;
    for (let c = from[node] as number; c < (from[node + 1] as number); c++)
      downwards[done++] = nodes[c] as number;
  }
  return downwards;
}
