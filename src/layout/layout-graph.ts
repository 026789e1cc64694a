import { visibleText } from '../lib/visible-text.ts';
import { BASES, type OrderReading, PAIR_LIST_CAP } from '../model/order.ts';
import type { StepKind } from '../model/span.ts';
import { NONE, type SpanTable } from '../model/span-table.ts';
import { foldForest } from './fold-forest.ts';
import { type GraphView, NODE_FLAG, NODE_KINDS, type NodeKind, type StepTree } from './graph-view.ts';
import { indexGraph } from './index-graph.ts';
import { rankOrder } from './rank-order.ts';
import { growForest, type SpanForest } from './span-forest.ts';
import { indexLanes, stackLanes } from './stack-lanes.ts';
import { treeOfSteps } from './step-tree.ts';
import { timeOrder } from './time-order.ts';

export interface LayoutInput {
  readonly spans: SpanTable;
  /** The session's rows of the table. */
  readonly rows: Uint32Array;
  readonly order: OrderReading;
  readonly axis: 'order' | 'time';
  /** Step indices whose subtrees are drawn as one node. */
  readonly folded?: readonly number[];
}

/**
 * Coordinates of everything that is drawn of a session. O(n log n) in time, linear in memory, no recursion; the same
 * for every order of files and spans.
 */
export function layoutGraph({ spans, rows, order, axis, folded = [] }: LayoutInput): GraphView {
  const whole = growForest(spans, rows, order.steps);
  const all = stepsOfNodes(whole, spans, order);
  const { forest, step, shownBy, inside } = foldForest(whole, all.step, new Set(folded));
  const nodeOf = all.nodeOf.map((node) => shownBy[node] as number);
  const edges = edgesOfNodes(order, nodeOf, folded.length > 0);
  const { parent, downwards, count } = forest;
  const { x0, x1 } = axis === 'time' ? timeOrder(forest) : rankOrder(parent, downwards, edges);
  const lanes = stackLanes(parent, downwards, x0, x1);
  const index = indexLanes(lanes, x0, x1);
  // a pair with an end that is folded away has no bracket; its questions are counted and listed all the same
  const open = order.questions.slice(0, PAIR_LIST_CAP).flatMap(({ a, b }, question) => {
    const [nodeA, nodeB] = [nodeOf[a] as number, nodeOf[b] as number];
    return step[nodeA] === a && step[nodeB] === b ? [{ nodeA, nodeB, question }] : [];
  });
  const { label, labels } = labelsOf(forest, spans, order, step);
  const context = new Uint32Array(count).fill(NONE);
  const kind = new Uint8Array(count);
  for (let node = 0; node < count; node++) {
    const at = order.steps[step[node] as number];
    context[node] = at?.context ?? NONE;
    kind[node] = kindNumber(at?.kind ?? (isGhost(forest, node) ? 'ghost' : 'span'));
  }
  const graph = {
    axis,
    base: forest.base,
    nodeCount: count,
    laneCount: lanes.laneCount,
    row: forest.row,
    step,
    context,
    kind,
    flags: flagsOf(forest, spans, order, nodeOf),
    parent,
    x0,
    x1,
    lane: lanes.lane,
    laneEnd: lanes.laneEnd,
    laneFrom: index.from,
    laneNodes: index.nodes,
    label,
    labels: labels.map((text) => visibleText(text, { oneLine: true })),
    edgeFrom: edges.from,
    edgeTo: edges.to,
    edgeBasis: edges.basis,
    openA: Uint32Array.from(open, ({ nodeA }) => nodeA),
    openB: Uint32Array.from(open, ({ nodeB }) => nodeB),
    openQuestion: Uint32Array.from(open, ({ question }) => question),
    inside,
    tree: treeOfSteps(whole.parent, whole.downwards, all.step),
  };
  return { ...graph, index: indexGraph(graph, nodeOf) };
}

/** Only the rows of the tree grid, for whoever answers `steps` without drawing. */
export function layoutSteps({ spans, rows, order }: Omit<LayoutInput, 'axis'>): StepTree {
  const forest = growForest(spans, rows, order.steps);
  return treeOfSteps(forest.parent, forest.downwards, stepsOfNodes(forest, spans, order).step);
}

export const kindNumber = (kind: NodeKind | StepKind): number => NODE_KINDS.indexOf(kind);

const isGhost = (forest: SpanForest, node: number): boolean =>
  node >= forest.firstGhost && node < forest.firstLogStep;

function stepsOfNodes(forest: SpanForest, spans: SpanTable, { steps }: OrderReading) {
  const stepOfRow = new Uint32Array(spans.count).fill(NONE);
  for (const { row, index } of steps) if (row !== undefined) stepOfRow[row] = index;
  const step = new Uint32Array(forest.count).fill(NONE);
  const nodeOf = new Uint32Array(steps.length).fill(NONE);
  const pair = (node: number, index: number): void => {
    step[node] = index;
    nodeOf[index] = node;
  };
  for (let node = 0; node < forest.firstGhost; node++) {
    const index = stepOfRow[forest.row[node] as number] as number;
    if (index !== NONE) pair(node, index);
  }
  forest.logSteps.forEach(({ index }, i) => {
    pair(forest.firstLogStep + i, index);
  });
  return { step, nodeOf };
}

/** Edges between nodes; those inside of a folded one are not drawn, and those of several of its steps are drawn once. */
function edgesOfNodes({ edges }: OrderReading, nodeOf: Uint32Array, isFolded: boolean) {
  const numbers = new Map(BASES.map((basis, i) => [basis, i]));
  const seen = new Set<string>();
  const drawn = !isFolded
    ? edges
    : edges.filter(({ from, to, basis }) => {
        const [a, b] = [nodeOf[from] as number, nodeOf[to] as number];
        if (a === b) return false;
        const key = `${a} ${b} ${basis}`;
        return seen.size !== seen.add(key).size;
      });
  return {
    from: Uint32Array.from(drawn, ({ from }) => nodeOf[from] as number),
    to: Uint32Array.from(drawn, ({ to }) => nodeOf[to] as number),
    basis: Uint8Array.from(drawn, ({ basis }) => numbers.get(basis) as number),
  };
}

function labelsOf(forest: SpanForest, spans: SpanTable, order: OrderReading, step: Uint32Array) {
  const labels: string[] = [];
  const numberOf = new Map<string, number>();
  const number = (text: string): number => {
    const known = numberOf.get(text);
    if (known !== undefined) return known;
    const fresh = labels.push(text) - 1;
    numberOf.set(text, fresh);
    return fresh;
  };
  // names are strings of the table: most are looked up by their number
  const ofString = new Map<number, number>();
  const label = new Uint32Array(forest.count);
  for (let node = 0; node < forest.count; node++) {
    if (isGhost(forest, node)) {
      label[node] = number(forest.ghostIds[node - forest.firstGhost] ?? '');
      continue;
    }
    const row = forest.row[node] as number;
    if (row === NONE) {
      label[node] = number(order.steps[step[node] as number]?.name ?? '');
      continue;
    }
    const name = spans.name[row] as number;
    let known = ofString.get(name);
    if (known === undefined) {
      known = number(spans.strings[name] ?? '');
      ofString.set(name, known);
    }
    label[node] = known;
  }
  return { label, labels };
}

function flagsOf(forest: SpanForest, spans: SpanTable, order: OrderReading, nodeOf: Uint32Array): Uint8Array {
  const flags = new Uint8Array(forest.count);
  const mark = (node: number | undefined, flag: number): void => {
    if (node !== undefined && node !== NONE) flags[node] = (flags[node] as number) | flag;
  };
  const nodeOfRow = new Uint32Array(spans.count).fill(NONE);
  for (let node = 0; node < forest.count; node++) {
    if (isGhost(forest, node)) continue;
    if (Number.isNaN(forest.start[node] as number)) mark(node, NODE_FLAG.noTime);
    if (node >= forest.firstGhost) continue;
    nodeOfRow[forest.row[node] as number] = node;
    if (Number.isNaN(forest.end[node] as number)) mark(node, NODE_FLAG.endUnknown);
    if (isGhost(forest, forest.parent[node] as number)) mark(node, NODE_FLAG.orphan);
  }
  for (const { a, b } of order.overlaps) {
    mark(nodeOfRow[a], NODE_FLAG.overlap);
    mark(nodeOfRow[b], NODE_FLAG.overlap);
  }
  for (const { a, b } of order.questions) {
    mark(nodeOf[a], NODE_FLAG.question);
    mark(nodeOf[b], NODE_FLAG.question);
  }
  if (order.conflicts.length > 0) {
    const inConflict = new Set(order.conflicts.flatMap(({ spans: ids }) => ids));
    for (const { id, spanId, index } of order.steps) {
      if (inConflict.has(id) || (spanId !== undefined && inConflict.has(spanId))) {
        mark(nodeOf[index], NODE_FLAG.conflict);
      }
    }
  }
  return flags;
}
