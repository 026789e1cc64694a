import { NONE } from '../model/span-table.ts';
import { createLaneShelf } from './lane-shelf.ts';
import { childrenOf, identity } from './span-forest.ts';

export interface Lanes {
  readonly lane: Uint32Array;
  /** The lane after the last one below the node. */
  readonly laneEnd: Uint32Array;
  readonly laneCount: number;
}

/**
 * A lane for every node: a parent above its children, every subtree a block of its own, blocks side by side where
 * they do not overlap and below each other where they do. O(n log n).
 * @param parent NONE at the top. @param downwards parents before children. @param x0 @param x1 ends of each node.
 */
export function stackLanes(
  parent: Uint32Array,
  downwards: Uint32Array,
  x0: Float64Array,
  x1: Float64Array,
): Lanes {
  const n = parent.length;
  const left = x0.slice();
  const right = x1.slice();
  for (let i = n - 1; i >= 0; i--) {
    const node = downwards[i] as number;
    const p = parent[node] as number;
    if (p === NONE) continue;
    if ((left[node] as number) < (left[p] as number)) left[p] = left[node] as number;
    if ((right[node] as number) > (right[p] as number)) right[p] = right[node] as number;
  }
  const byLeft = identity(n).sort((a, b) => (left[a] as number) - (left[b] as number) || a - b);
  const { from, nodes } = childrenOf(parent, byLeft);
  const height = new Uint32Array(n).fill(1);
  // first below the parent, then from the top
  const lane = new Uint32Array(n);
  const shelf = createLaneShelf();
  const put = (node: number): void => {
    lane[node] = shelf.place(left[node] as number, right[node] as number, height[node] as number);
  };
  for (let i = n - 1; i >= 0; i--) {
    const node = downwards[i] as number;
    const [first, last] = [from[node] as number, from[node + 1] as number];
    if (first === last) continue;
    shelf.reset();
    for (let c = first; c < last; c++) put(nodes[c] as number);
    height[node] = 1 + shelf.used();
  }
  shelf.reset();
  for (const node of byLeft) if (parent[node] === NONE) put(node);
  const laneCount = shelf.used();
  const laneEnd = new Uint32Array(n);
  for (const node of downwards) {
    const p = parent[node] as number;
    if (p !== NONE) lane[node] = (lane[node] as number) + (lane[p] as number) + 1;
    laneEnd[node] = (lane[node] as number) + (height[node] as number);
  }
  return { lane, laneEnd, laneCount };
}

/** Nodes of each lane from left to right: `nodes[from[l] … from[l + 1])`. */
export function indexLanes(
  { lane, laneCount }: Lanes,
  x0: Float64Array,
  x1: Float64Array,
): { readonly from: Uint32Array; readonly nodes: Uint32Array } {
  const n = lane.length;
  // one of no width that stands where another begins is left of it
  const byLeft = identity(n).sort(
    (a, b) => (x0[a] as number) - (x0[b] as number) || (x1[a] as number) - (x1[b] as number) || a - b,
  );
  const from = new Uint32Array(laneCount + 1);
  for (const l of lane) from[l + 1] = (from[l + 1] as number) + 1;
  for (let l = 0; l < laneCount; l++) from[l + 1] = (from[l + 1] as number) + (from[l] as number);
  const next = from.slice(0, laneCount);
  const nodes = new Uint32Array(n);
  for (const node of byLeft) {
    const l = lane[node] as number;
    nodes[next[l] as number] = node;
    next[l] = (next[l] as number) + 1;
  }
  return { from, nodes };
}
