import { adjacencyOf } from '../../lib/adjacency.ts';

/** One before the other, by index. */
export interface Pair {
  readonly from: number;
  readonly to: number;
}

/** Strongly connected parts of a graph with more than one node, without recursion (Tarjan). Edges as index pairs. */
export function findCycles(size: number, edges: readonly Pair[]): number[][] {
  const { first, next } = adjacencyOf(size, edges);
  const at = first.slice(0, size);
  const number = new Int32Array(size);
  const low = new Int32Array(size);
  const onStack = new Uint8Array(size);
  const stack: number[] = [];
  const path: number[] = [];
  const found: number[][] = [];
  let count = 0;
  for (let root = 0; root < size; root++) {
    if (number[root] !== 0) continue;
    path.push(root);
    while (path.length > 0) {
      const node = path[path.length - 1] as number;
      if (number[node] === 0) {
        number[node] = low[node] = ++count;
        stack.push(node);
        onStack[node] = 1;
      }
      const edge = at[node] as number;
      if (edge < (first[node + 1] as number)) {
        at[node] = edge + 1;
        const to = next[edge] as number;
        if (number[to] === 0) path.push(to);
        else if (onStack[to] === 1) low[node] = Math.min(low[node] as number, number[to] as number);
        continue;
      }
      path.pop();
      const above = path[path.length - 1];
      if (above !== undefined) low[above] = Math.min(low[above] as number, low[node] as number);
      if (low[node] !== number[node]) continue;
      const part: number[] = [];
      for (let member = -1; member !== node; ) {
        member = stack.pop() as number;
        onStack[member] = 0;
        part.push(member);
      }
      if (part.length > 1) found.push(part);
    }
  }
  return found;
}
