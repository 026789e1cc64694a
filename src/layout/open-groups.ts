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
  const root = Uint32Array.from({ length: nodeCount }, (_, node) => node);
  const find = (node: number): number => {
    let at = node;
    while (root[at] !== at) {
      root[at] = root[root[at] as number] as number;
      at = root[at] as number;
    }
    return at;
  };
  for (let i = 0; i < openA.length; i++) {
    const [a, b] = [find(openA[i] as number), find(openB[i] as number)];
    if (a !== b) root[Math.max(a, b)] = Math.min(a, b);
  }
  const groupOf = new Uint32Array(nodeCount).fill(NONE);
  const groupAt = new Map<number, number>();
  const groups: number[][] = [];
  for (let i = 0; i < openA.length; i++) {
    const top = find(openA[i] as number);
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
