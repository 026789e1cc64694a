import type { Edge } from '../../../model/order.ts';
import { type SpanTree, TOP } from '../span-tree.ts';
import { NOT_A_STEP, type Steps } from '../steps.ts';

/** Parent's start before child's start: each step after the nearest step above it. Nothing about siblings or ends. */
export function parentEdges(tree: SpanTree, { steps, stepAt }: Steps): readonly Edge[] {
  const above = new Int32Array(tree.rows.length).fill(NOT_A_STEP);
  const edges: Edge[] = [];
  for (const place of tree.downwards) {
    const parent = tree.parent[place] as number;
    if (parent === TOP) continue;
    const nearest = stepAt[parent] === NOT_A_STEP ? (above[parent] as number) : (stepAt[parent] as number);
    above[place] = nearest;
    const own = stepAt[place] as number;
    if (own === NOT_A_STEP || nearest === NOT_A_STEP) continue;
    edges.push({
      from: nearest,
      to: own,
      basis: 'parent',
      order: 'structure',
      why: `${steps[own]?.name} was started inside ${steps[nearest]?.name} (parent span).`,
    });
  }
  return edges;
}
