/** Neighbours of node n: `next[first[n] … first[n + 1])`, in the order of the pairs. */
export interface Adjacency {
  readonly first: Uint32Array;
  readonly next: Uint32Array;
}

/** @param pairs node numbers below `size`. */
export function adjacencyOf(
  size: number,
  pairs: readonly { readonly from: number; readonly to: number }[],
): Adjacency {
  const first = new Uint32Array(size + 1);
  for (const { from } of pairs) first[from + 1] = (first[from + 1] as number) + 1;
  for (let node = 0; node < size; node++)
    first[node + 1] = (first[node + 1] as number) + (first[node] as number);
  const fill = first.slice();
  const next = new Uint32Array(pairs.length);
  for (const { from, to } of pairs) {
    const at = fill[from] as number;
    next[at] = to;
    fill[from] = at + 1;
  }
  return { first, next };
}
