import { NONE } from '../model/span-table.ts';

/** Between a node's end and what an edge says comes after it, in widths of a node: room for an arrow. */
const GAP = 0.6;
/** A parent's edge to its children's. */
const INSET = 0.08;

/** Step edges as nodes; neighbours, not the closure. */
export interface NodeEdges {
  readonly from: Uint32Array;
  readonly to: Uint32Array;
}

/**
 * Places on the order axis: the longest path over the edges, each node at least one wide, a parent around its
 * children. What no edge orders stands at one place, on lanes of its own: unordered is seen as parallel. Where the
 * evidence contradicts itself (a cycle) the earliest of its nodes is put first and its edge runs backwards.
 * @param parent NONE at the top. @param downwards parents before children.
 */
export function rankOrder(
  parent: Uint32Array,
  downwards: Uint32Array,
  edges: NodeEdges,
): { readonly x0: Float64Array; readonly x1: Float64Array } {
  const n = parent.length;
  const walk = walkOf(parent, downwards);
  const arcs = collectArcs(parent, edges, walk);
  const first = longestPath(arcs, new Float64Array(2 * n));
  // without an edge of its own a parent would stand far left of what it holds
  const at = longestPath(arcs, anchorsOf(parent, downwards, edges, walk, first));
  const x0 = new Float64Array(n);
  const x1 = new Float64Array(n);
  const least = new Float64Array(n).fill(Number.POSITIVE_INFINITY);
  for (let i = n - 1; i >= 0; i--) {
    const node = downwards[i] as number;
    const start = at[2 * node] as number;
    const held = (least[node] as number) - INSET;
    x0[node] = held < Number.POSITIVE_INFINITY && held > start ? held : start;
    x1[node] = Math.max(at[2 * node + 1] as number, (x0[node] as number) + 1);
    const p = parent[node] as number;
    if (p !== NONE) least[p] = Math.min(least[p] as number, x0[node] as number);
  }
  return { x0, x1 };
}

/** Two events a node: 2n its start, 2n + 1 its end. @param from where each event stands at the least. */
function longestPath(arcs: Arcs, from: Float64Array): Float64Array {
  const at = from.slice();
  const events = at.length;
  const waits = new Uint32Array(events);
  for (const to of arcs.to) waits[to] = (waits[to] as number) + 1;
  const queue = new Uint32Array(events);
  const done = new Uint8Array(events);
  let [head, tail] = [0, 0];
  for (let event = 0; event < events; event++) if (waits[event] === 0) queue[tail++] = event;
  const cycles = createCycleFinder(arcs, done);
  while (head < events) {
    if (head === tail) queue[tail++] = cycles.next();
    const event = queue[head++] as number;
    done[event] = 1;
    const here = at[event] as number;
    for (let a = arcs.first[event] as number; a < (arcs.first[event + 1] as number); a++) {
      const to = arcs.to[a] as number;
      if (done[to] === 1) continue;
      const there = here + (arcs.length[a] as number);
      if (there > (at[to] as number)) at[to] = there;
      waits[to] = (waits[to] as number) - 1;
      if (waits[to] === 0) queue[tail++] = to;
    }
  }
  return at;
}

/**
 * Where each parent's start is held: at the first of its children that an edge from outside of the parent reaches.
 * Children that no edge reaches then stand beside it, not at the far left.
 */
function anchorsOf(
  parent: Uint32Array,
  downwards: Uint32Array,
  edges: NodeEdges,
  { enter, size }: Walk,
  first: Float64Array,
): Float64Array {
  const n = parent.length;
  // where the edges into each subtree come from, as places of the walk
  const lowest = new Float64Array(n).fill(Number.POSITIVE_INFINITY);
  const highest = new Float64Array(n).fill(Number.NEGATIVE_INFINITY);
  for (let e = 0; e < edges.from.length; e++) {
    const [from, to] = [edges.from[e] as number, edges.to[e] as number];
    // a parent's edge to what it holds puts it nowhere
    const [a, b] = [enter[from] as number, enter[to] as number];
    if (b > a && b < a + (size[from] as number)) continue;
    lowest[to] = Math.min(lowest[to] as number, a);
    highest[to] = Math.max(highest[to] as number, a);
  }
  const anchor = new Float64Array(n).fill(Number.POSITIVE_INFINITY);
  const at = new Float64Array(2 * n);
  for (let i = n - 1; i >= 0; i--) {
    const node = downwards[i] as number;
    const held = (anchor[node] as number) - INSET;
    const start = first[2 * node] as number;
    const stands = held < Number.POSITIVE_INFINITY && held > start ? held : start;
    at[2 * node] = stands;
    const p = parent[node] as number;
    if (p === NONE) continue;
    lowest[p] = Math.min(lowest[p] as number, lowest[node] as number);
    highest[p] = Math.max(highest[p] as number, highest[node] as number);
    const above = enter[p] as number;
    const isReached =
      (lowest[node] as number) < above || (highest[node] as number) >= above + (size[p] as number);
    if (isReached) anchor[p] = Math.min(anchor[p] as number, stands);
  }
  return at;
}

/** Places at which a walk over the forest enters each node, and how many it enters before it leaves again. */
interface Walk {
  readonly enter: Uint32Array;
  readonly size: Uint32Array;
}

interface Arcs {
  /** Arcs out of event e: positions [first[e], first[e + 1]). */
  readonly first: Uint32Array;
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  readonly length: Float64Array;
}

function collectArcs(parent: Uint32Array, edges: NodeEdges, { enter, size }: Walk): Arcs {
  const n = parent.length;
  const isBelow = (node: number, above: number): boolean => {
    const [inner, outer] = [enter[node] as number, enter[above] as number];
    return inner > outer && inner < outer + (size[above] as number);
  };
  const room = 3 * n + edges.from.length;
  const from = new Uint32Array(room);
  const to = new Uint32Array(room);
  const length = new Float64Array(room);
  let count = 0;
  const arc = (a: number, b: number, distance: number): void => {
    from[count] = a;
    to[count] = b;
    length[count++] = distance;
  };
  for (let node = 0; node < n; node++) {
    arc(2 * node, 2 * node + 1, 1);
    const p = parent[node] as number;
    if (p === NONE) continue;
    arc(2 * p, 2 * node, INSET);
    arc(2 * node + 1, 2 * p + 1, INSET);
  }
  for (let e = 0; e < edges.from.length; e++) {
    const [a, b] = [edges.from[e] as number, edges.to[e] as number];
    // an edge into or out of what holds the other end is shown by the nesting
    if (a !== b && !isBelow(a, b) && !isBelow(b, a)) arc(2 * a + 1, 2 * b, GAP);
  }
  const first = new Uint32Array(2 * n + 1);
  for (let i = 0; i < count; i++) {
    const after = (from[i] as number) + 1;
    first[after] = (first[after] as number) + 1;
  }
  for (let e = 0; e < 2 * n; e++) first[e + 1] = (first[e + 1] as number) + (first[e] as number);
  const next = first.slice(0, 2 * n);
  const sorted = {
    first,
    from: new Uint32Array(count),
    to: new Uint32Array(count),
    length: new Float64Array(count),
  };
  for (let i = 0; i < count; i++) {
    const a = from[i] as number;
    const place = next[a] as number;
    next[a] = place + 1;
    sorted.from[place] = a;
    sorted.to[place] = to[i] as number;
    sorted.length[place] = length[i] as number;
  }
  return sorted;
}

function walkOf(parent: Uint32Array, downwards: Uint32Array): Walk {
  const n = parent.length;
  const size = new Uint32Array(n).fill(1);
  for (let i = n - 1; i >= 0; i--) {
    const node = downwards[i] as number;
    const p = parent[node] as number;
    if (p !== NONE) size[p] = (size[p] as number) + (size[node] as number);
  }
  const enter = new Uint32Array(n);
  const next = new Uint32Array(n);
  let top = 0;
  for (const node of downwards) {
    const p = parent[node] as number;
    if (p === NONE) {
      enter[node] = top;
      top += size[node] as number;
    } else {
      enter[node] = next[p] as number;
      next[p] = (next[p] as number) + (size[node] as number);
    }
    next[node] = (enter[node] as number) + 1;
  }
  return { enter, size };
}

/** After so many the rest goes by start alone: contradictions in thousands have no good picture. */
const CYCLE_CAP = 1_000;

/** When everything that is left waits for something: an event on a cycle, the start of its earliest node. */
function createCycleFinder(arcs: Arcs, done: Uint8Array): { next(): number } {
  const events = done.length;
  let found = 0;
  let sweep = 0;
  let into: Uint32Array | undefined;
  let intoFrom: Uint32Array | undefined;
  const stamp = new Uint32Array(events);

  const indexIncoming = (): void => {
    intoFrom = new Uint32Array(events + 1);
    for (const to of arcs.to) intoFrom[to + 1] = (intoFrom[to + 1] as number) + 1;
    for (let e = 0; e < events; e++) intoFrom[e + 1] = (intoFrom[e + 1] as number) + (intoFrom[e] as number);
    const next = intoFrom.slice(0, events);
    into = new Uint32Array(arcs.to.length);
    for (let a = 0; a < arcs.to.length; a++) {
      const to = arcs.to[a] as number;
      into[next[to] as number] = arcs.from[a] as number;
      next[to] = (next[to] as number) + 1;
    }
  };

  const waitedFor = (event: number): number => {
    if (into === undefined || intoFrom === undefined) return event;
    for (let a = intoFrom[event] as number; a < (intoFrom[event + 1] as number); a++) {
      if (done[into[a] as number] === 0) return into[a] as number;
    }
    return event;
  };

  return {
    next: () => {
      while (done[sweep] === 1) sweep++;
      found++;
      if (found > CYCLE_CAP) return sweep;
      if (into === undefined) indexIncoming();
      let event = sweep;
      while (stamp[event] !== found) {
        stamp[event] = found;
        event = waitedFor(event);
      }
      // `event` is on a cycle now; go round it once
      const first = event;
      let best = event;
      do {
        const isBetter = event % 2 === best % 2 ? event < best : event % 2 === 0;
        if (isBetter) best = event;
        event = waitedFor(event);
      } while (event !== first);
      return best;
    },
  };
}
