import { NONE } from '../model/span-table.ts';
import type { StepTree } from './graph-view.ts';
import { childrenOf, identity } from './span-forest.ts';

/**
 * The steps among the nodes as rows of a tree, depth first, siblings by node number; what is no step is left out and
 * what hangs below it moves up.
 * @param parent NONE at the top. @param downwards parents before children. @param step NONE for no step.
 */
export function treeOfSteps(parent: Uint32Array, downwards: Uint32Array, step: Uint32Array): StepTree {
  const n = parent.length;
  const { from, nodes } = childrenOf(parent, identity(n));
  const depthOf = new Uint32Array(n);
  const size = new Uint32Array(n);
  for (let i = n - 1; i >= 0; i--) {
    const node = downwards[i] as number;
    if (step[node] !== NONE) size[node] = (size[node] as number) + 1;
    const p = parent[node] as number;
    if (p !== NONE) size[p] = (size[p] as number) + (size[node] as number);
  }
  const rowOf = new Uint32Array(n);
  let rows = 0;
  const rowsOf = new Uint32Array(n);
  for (const node of downwards) {
    if (parent[node] === NONE) {
      rowOf[node] = rows;
      rows += size[node] as number;
    }
    const own = step[node] === NONE ? 0 : 1;
    let next = (rowOf[node] as number) + own;
    for (let c = from[node] as number; c < (from[node + 1] as number); c++) {
      const child = nodes[c] as number;
      rowOf[child] = next;
      depthOf[child] = (depthOf[node] as number) + own;
      next += size[child] as number;
    }
    rowsOf[node] = next;
  }
  const tree = { step: new Uint32Array(rows), depth: new Uint32Array(rows), end: new Uint32Array(rows) };
  for (let node = 0; node < n; node++) {
    if (step[node] === NONE) continue;
    const row = rowOf[node] as number;
    tree.step[row] = step[node] as number;
    tree.depth[row] = depthOf[node] as number;
    tree.end[row] = rowsOf[node] as number;
  }
  return tree;
}
