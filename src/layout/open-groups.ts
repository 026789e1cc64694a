import { createDisjointSets } from '../lib/disjoint-sets.ts';
import { NONE } from '../model/span-table.ts';
import type { GraphIndex, GraphView } from './graph-view.ts';

/** Connected parts of the open pairs, in the order of their first pair: what is ordered in one gesture. */
export function indexOpenGroups({
  openA,
  openB,
  nodeCount,
  lane,
  x0,
}: Omit<GraphView, 'index'>): Pick<GraphIndex, 'groupOf' | 'groupFrom' | 'groupNodes'> {
  const sets = createDisjointSets(nodeCount);
  for (let i = 0; i < openA.length; i++) sets.join(openA[i] as number, openB[i] as number);
  const groupOf = new Uint32Array(nodeCount).fill(NONE);
  const groupAt = new Map<number, number>();
  const groups: number[][] = [];
  for (let i = 0; i < openA.length; i++) {
    const top = sets.find(openA[i] as number);
    const group = groupAt.get(top) ?? groups.push([]) - 1;
    groupAt.set(top, group);
    for (const node of [openA[i] as number, openB[i] as number]) {
      if (groupOf[node] === group) continue;
      groupOf[node] = group;
      groups[group]?.push(node);
    }
  }
  const byPlace = (a: number, b: number): number =>
    (lane[a] as number) - (lane[b] as number) || (x0[a] as number) - (x0[b] as number);
  const groupFrom = new Uint32Array(groups.length + 1);
  for (const [group, nodes] of groups.entries())
    groupFrom[group + 1] = (groupFrom[group] as number) + nodes.length;
  return { groupOf, groupFrom, groupNodes: Uint32Array.from(groups.flatMap((nodes) => nodes.sort(byPlace))) };
}
