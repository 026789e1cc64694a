import { layoutSteps } from '../../layout/layout-graph.ts';
import type { Edge, OrderReading } from '../../model/order.ts';
import type { SpanTable } from '../../model/span-table.ts';
import type { StepTree } from '../messages.ts';

/** What is asked of an order step by step, found once. */
export interface OrderIndex {
  readonly tree: StepTree;
  /** Row of the tree by step. */
  readonly rowOf: Uint32Array;
  readonly into: (step: number) => readonly Edge[];
  readonly outOf: (step: number) => readonly Edge[];
  /** Positions in `order.questions`. */
  readonly questionsOf: (step: number) => readonly number[];
  readonly orphans: ReadonlySet<number>;
  /** The session's first start, ns; undefined when no step has one. */
  readonly firstStart: bigint | undefined;
}

const known = new WeakMap<OrderReading, OrderIndex>();

export function indexOrder(order: OrderReading, spans: SpanTable, rows: Uint32Array): OrderIndex {
  const found = known.get(order) ?? buildIndex(order, spans, rows);
  known.set(order, found);
  return found;
}

function buildIndex(order: OrderReading, spans: SpanTable, rows: Uint32Array): OrderIndex {
  const tree = layoutSteps({ spans, rows, order });
  const rowOf = new Uint32Array(order.steps.length);
  for (const [row, step] of tree.step.entries()) rowOf[step] = row;
  const into = new Map<number, Edge[]>();
  const outOf = new Map<number, Edge[]>();
  for (const edge of order.edges) {
    push(outOf, edge.from, edge);
    push(into, edge.to, edge);
  }
  const questions = new Map<number, number[]>();
  for (const [i, { a, b }] of order.questions.entries()) {
    push(questions, a, i);
    push(questions, b, i);
  }
  let firstStart: bigint | undefined;
  for (const { start } of order.steps) {
    if (start !== undefined && (firstStart === undefined || start < firstStart)) firstStart = start;
  }
  return {
    tree,
    rowOf,
    into: (step) => into.get(step) ?? [],
    outOf: (step) => outOf.get(step) ?? [],
    questionsOf: (step) => questions.get(step) ?? [],
    orphans: new Set(order.orphans.map(({ row }) => row)),
    firstStart,
  };
}

function push<T>(map: Map<number, T[]>, key: number, value: T): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
