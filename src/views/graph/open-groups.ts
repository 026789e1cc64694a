import { NONE } from '../../model/span-table.ts';
import type { GraphView } from '../../queries/answers.ts';

/** Steps that hang together by open questions: what is ordered in one gesture. */
export interface OpenGroup {
  readonly index: number;
  /** Nodes, by lane, then by place. */
  readonly nodes: Uint32Array;
  /** Of its first step; NONE when unknown. */
  readonly context: number;
}

/** The groups of a graph, in the order of their first question. */
export const readOpenGroups = ({ context, index }: GraphView): readonly OpenGroup[] =>
  Array.from({ length: index.groupFrom.length - 1 }, (_, group): OpenGroup => {
    const nodes = index.groupNodes.subarray(index.groupFrom[group], index.groupFrom[group + 1]);
    return { index: group, nodes, context: context[nodes[0] as number] ?? NONE };
  });
