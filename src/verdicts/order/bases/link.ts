import type { Edge } from '../../../model/order.ts';
import type { SpanTree } from '../span-tree.ts';
import { NOT_A_STEP, type Steps } from '../steps.ts';

/** What a link's attribute must say for the linked span to come before (formats.md 2.1, revl-wal.md 6); `FOLLOWS_FROM` alone does not. */
const CAUSAL = new Set([
  'caused_by_generation',
  'informed_by',
  'retry_of',
  'model-produced',
  'caused_by',
  'causes',
]);

/** The linked span before the one that carries the link, where the link says that it is a cause. */
export function linkEdges(tree: SpanTree, { steps, stepAt }: Steps): readonly Edge[] {
  if (tree.spans.links.size === 0) return [];
  const edges: Edge[] = [];
  const stepOf = new Map<string, number>();
  for (const step of steps) {
    if (step.row === undefined) continue;
    const trace = tree.spans.strings[tree.spans.traceId[step.row] as number] ?? '';
    stepOf.set(`${trace} ${step.spanId}`, step.index);
  }
  for (let place = 0; place < tree.rows.length; place++) {
    const to = stepAt[place] as number;
    if (to === NOT_A_STEP) continue;
    for (const link of tree.spans.links.get(tree.rows[place] as number) ?? []) {
      if (link.relation === undefined || !CAUSAL.has(link.relation.toLowerCase())) continue;
      const from = stepOf.get(`${link.traceId} ${link.spanId}`);
      if (from === undefined || from === to) continue;
      edges.push({
        from,
        to,
        basis: 'link',
        order: 'observation',
        why: `A span link of ${steps[to]?.name} says ${link.relation} of ${steps[from]?.name}.`,
      });
    }
  }
  return edges;
}
