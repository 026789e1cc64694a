import type { Edge, OrderReading } from '../../model/order.ts';
import type { EdgeRow, StepRow } from '../messages.ts';
import type { OrderIndex } from './order-index.ts';

/** A step as a line of the tree grid, its relations spoken. */
export function stepRow(index: number, order: OrderReading, found: OrderIndex): StepRow {
  const step = order.steps[index];
  if (step === undefined) throw new RangeError(`no step ${index} of ${order.steps.length}`);
  const { start, end } = step;
  const openWith = found.questionsOf(index).length;
  return {
    step: index,
    id: step.id,
    depth: found.tree.depth[found.rowOf[index] ?? 0] ?? 0,
    name: step.name,
    kind: step.kind,
    agent: step.agent ?? null,
    turn: step.turn ?? null,
    context: step.context,
    startNs: start === undefined || found.firstStart === undefined ? null : String(start - found.firstStart),
    durationNs: start === undefined || end === undefined ? null : String(end - start),
    relation: relationWords(index, order, found, openWith),
    openWith,
    orphan: step.row !== undefined && found.orphans.has(step.row),
  };
}

/** Neighbours that are named; the others are counted. */
const NAMED = 2;

/** "after search; before fetch; unordered with 3": what the graph shows, in words. */
function relationWords(index: number, order: OrderReading, found: OrderIndex, openWith: number): string {
  const nameOf = (step: number): string => order.steps[step]?.name ?? '';
  const say = (word: string, edges: readonly Edge[], end: 'from' | 'to'): string => {
    // that a parent starts before its child is shown by the tree itself
    const others = [
      ...new Set(edges.filter(({ order: kind }) => kind !== 'structure').map((edge) => edge[end])),
    ];
    if (others.length === 0) return '';
    const more = others.length > NAMED ? ` and ${others.length - NAMED} more` : '';
    return `${word} ${others.slice(0, NAMED).map(nameOf).join(', ')}${more}`;
  };
  return [
    say('after', found.into(index), 'from'),
    say('before', found.outOf(index), 'to'),
    openWith === 0 ? '' : `unordered with ${openWith}`,
  ]
    .filter((part) => part !== '')
    .join('; ');
}

/** An edge as seen from one of its ends: `step` is the other. */
export function edgeRow(edge: Edge, end: 'from' | 'to', order: OrderReading): EdgeRow {
  const step = edge[end];
  return { step, name: order.steps[step]?.name ?? '', basis: edge.basis, order: edge.order, why: edge.why };
}
