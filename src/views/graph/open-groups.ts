import { NONE } from '../../model/span-table.ts';
import type { GraphView } from '../../queries/answers.ts';

/** Steps that hang together by open questions: what is ordered in one gesture. */
export interface OpenGroup {
  readonly index: number;
  /** Nodes, by lane, then by place. */
  readonly nodes: readonly number[];
  /** Of its first step; NONE when unknown. */
  readonly context: number;
}

export interface OpenGroups {
  readonly groups: readonly OpenGroup[];
  /** Group by node; NONE for a node without a question. */
  readonly groupOf: Uint32Array;
}

/** Connected parts of the open pairs, in the order of their first pair. */
export function findOpenGroups(graph: GraphView): OpenGroups {
  const { openA, openB, nodeCount } = graph;
  const root = Uint32Array.from({ length: nodeCount }, (_, i) => i);
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
  const made: number[][] = [];
  const groupAt = new Map<number, number>();
  const put = (node: number, group: number): void => {
    if (groupOf[node] === group) return;
    groupOf[node] = group;
    made[group]?.push(node);
  };
  for (let i = 0; i < openA.length; i++) {
    const [a, b] = [openA[i] as number, openB[i] as number];
    const top = find(a);
    let group = groupAt.get(top);
    if (group === undefined) {
      group = made.push([]) - 1;
      groupAt.set(top, group);
    }
    put(a, group);
    put(b, group);
  }
  const byPlace = (a: number, b: number): number =>
    (graph.lane[a] as number) - (graph.lane[b] as number) ||
    (graph.x0[a] as number) - (graph.x0[b] as number);
  const groups = made.map((nodes, index): OpenGroup => {
    nodes.sort(byPlace);
    return { index, nodes, context: graph.context[nodes[0] as number] ?? NONE };
  });
  return { groups, groupOf };
}
