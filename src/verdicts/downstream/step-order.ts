import { type Adjacency, adjacencyOf } from '../../lib/adjacency.ts';
import type { OrderReading } from '../../model/order.ts';
import { rankSteps } from './rank-steps.ts';

/** What follows what, by the edges of an order; steps by their index. */
export interface StepOrder {
  readonly steps: number;
  /** Edges and steps that one question walks at most. */
  readonly cost: number;
  /** 1 for every step that stands after `step` by any edges. The answer is overwritten by the next question of its kind. */
  after(step: number): Uint8Array;
  /** 1 for every step that stands before `step` by any edges. */
  before(step: number): Uint8Array;
  /** As `after`, without edges that order effects only: what may have read its result. */
  afterInContext(step: number): Uint8Array;
  /** Whether `to` stands after `from` by any edges; walks only what lies between them. */
  reaches(from: number, to: number): boolean;
  /** The place of each step in one order that respects all edges (`rankSteps`). */
  rank(): Uint32Array | undefined;
}

/** Edges are neighbours and not the closure, so every question walks them. */
export function createStepOrder(order: Pick<OrderReading, 'edges' | 'steps'>): StepOrder {
  const steps = order.steps.length;
  const inContext = order.edges.filter((edge) => edge.order !== 'effect');
  const backwards = order.edges.map(({ from, to }) => ({ from: to, to: from }));
  const forward = adjacencyOf(steps, order.edges);
  const after = walker(forward);
  const reaches = reacher(forward);
  let ranked: { readonly rank: Uint32Array | undefined } | undefined;
  const rank = (): Uint32Array | undefined => {
    ranked ??= { rank: rankSteps(forward) };
    return ranked.rank;
  };
  return {
    steps,
    cost: steps + order.edges.length,
    after,
    before: walker(adjacencyOf(steps, backwards)),
    afterInContext: walker(adjacencyOf(steps, inContext)),
    reaches: (from, to) => {
      const ranks = rank();
      // in a cycle no step has a place, and nothing lies between
      return ranks === undefined ? after(from)[to] === 1 : reaches(from, to, ranks);
    },
    rank,
  };
}

/** Steps between two others have a rank between theirs: nothing else is walked. */
function reacher({ first, next }: Adjacency): (from: number, to: number, ranks: Uint32Array) => boolean {
  const steps = first.length - 1;
  // the question in which a step was met last, so that nothing has to be wiped between questions
  const met = new Uint32Array(steps);
  const open = new Uint32Array(steps);
  let asked = 0;
  return (from, to, ranks) => {
    if (from === to) return false;
    const limit = ranks[to] as number;
    met[from] = ++asked;
    open[0] = from;
    let depth = 1;
    while (depth > 0) {
      const step = open[--depth] as number;
      for (let at = first[step] as number; at < (first[step + 1] as number); at++) {
        const other = next[at] as number;
        if (other === to) return true;
        if (met[other] === asked || (ranks[other] as number) > limit) continue;
        met[other] = asked;
        open[depth++] = other;
      }
    }
    return false;
  };
}

function walker({ first, next }: Adjacency): (step: number) => Uint8Array {
  const steps = first.length - 1;
  const marks = new Uint8Array(steps);
  const open = new Uint32Array(steps);
  return (start) => {
    marks.fill(0);
    open[0] = start;
    let depth = 1;
    while (depth > 0) {
      const step = open[--depth] ?? 0;
      const end = first[step + 1] ?? 0;
      for (let at = first[step] ?? 0; at < end; at++) {
        const to = next[at] ?? 0;
        if (marks[to] === 1 || to === start) continue;
        marks[to] = 1;
        open[depth++] = to;
      }
    }
    return marks;
  };
}

/** Elementary steps of all questions of one session; a larger session is asked call by call. */
const BUDGET = 2e9;

/** Whether `questions` about this order are answered in seconds. */
export const isAffordable = (steps: StepOrder, questions: number): boolean =>
  questions * steps.cost <= BUDGET;
