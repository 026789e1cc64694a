import { visibleText } from '../../lib/visible-text.ts';
import { BASES } from '../../model/order.ts';
import { NONE } from '../../model/span-table.ts';
import { type GraphView, NODE_FLAG } from '../../queries/answers.ts';
import { findOpenGroups, isGhost, type OpenGroups } from './open-groups.ts';

/** A graph with what drawing and picking look up: made once per answer. */
export interface GraphModel {
  readonly graph: GraphView;
  readonly open: OpenGroups;
  /** Ends of the whole drawing in the graph's units. */
  readonly left: number;
  readonly right: number;
  /** Node by step index; NONE where there is none. */
  readonly nodeOfStep: Uint32Array;
  /** Row of the tree grid by step index. */
  readonly rowOfStep: Uint32Array;
  readonly nodeOfRow: ReadonlyMap<number, number>;
  /** Edges at node n: `edges[edgesFrom[n] … edgesFrom[n + 1])`, going out and coming in. */
  readonly edgesFrom: Uint32Array;
  readonly edges: Uint32Array;
  /** Of several edges between one pair the how-manieth each is: they are drawn beside each other. */
  readonly nth: Uint8Array;
  /** Edges per basis, by position in BASES. */
  readonly counts: readonly number[];
  /** Labels as they are shown: controls and bidi marks as tokens. */
  readonly labels: readonly string[];
  readonly ghosts: readonly number[];
  /** Where siblings overlap in time, by parent: from, to, from, to … Only for the time axis. */
  readonly overlaps: ReadonlyMap<number, readonly number[]>;
}

export function readGraph(graph: GraphView): GraphModel {
  const { nodeCount, edgeFrom, edgeTo } = graph;
  let left = 0;
  let right = 1;
  const ghosts: number[] = [];
  const nodeOfRow = new Map<number, number>();
  const stepCount = graph.tree.step.reduce((most, step) => Math.max(most, step + 1), 0);
  const nodeOfStep = new Uint32Array(stepCount).fill(NONE);
  for (let node = 0; node < nodeCount; node++) {
    left = Math.min(left, graph.x0[node] as number);
    right = Math.max(right, graph.x1[node] as number);
    const [step, row] = [graph.step[node] as number, graph.row[node] as number];
    if (step !== NONE) nodeOfStep[step] = node;
    if (row !== NONE) nodeOfRow.set(row, node);
    if (isGhost(graph, node)) ghosts.push(node);
  }
  const rowOfStep = new Uint32Array(stepCount).fill(NONE);
  graph.tree.step.forEach((step, row) => {
    rowOfStep[step] = row;
  });
  const edgesFrom = new Uint32Array(nodeCount + 1);
  for (const ends of [edgeFrom, edgeTo]) {
    for (const node of ends) edgesFrom[node + 1] = (edgesFrom[node + 1] as number) + 1;
  }
  for (let node = 0; node < nodeCount; node++) {
    edgesFrom[node + 1] = (edgesFrom[node + 1] as number) + (edgesFrom[node] as number);
  }
  const next = edgesFrom.slice(0, nodeCount);
  const edges = new Uint32Array(2 * edgeFrom.length);
  const nth = new Uint8Array(edgeFrom.length);
  const counts = BASES.map(() => 0);
  const pairs = new Map<number, number>();
  for (let edge = 0; edge < edgeFrom.length; edge++) {
    const [from, to, basis] = [edgeFrom[edge], edgeTo[edge], graph.edgeBasis[edge]] as [
      number,
      number,
      number,
    ];
    for (const node of [from, to]) {
      edges[next[node] as number] = edge;
      next[node] = (next[node] as number) + 1;
    }
    counts[basis] = (counts[basis] ?? 0) + 1;
    const pair = from * nodeCount + to;
    const before = pairs.get(pair) ?? 0;
    nth[edge] = Math.min(before, 255);
    pairs.set(pair, before + 1);
  }
  return {
    graph,
    open: findOpenGroups(graph),
    left,
    right,
    nodeOfStep,
    rowOfStep,
    nodeOfRow,
    edgesFrom,
    edges,
    nth,
    counts,
    labels: graph.labels.map((label) => visibleText(label, { oneLine: true })),
    ghosts,
    overlaps: graph.axis === 'time' ? findOverlaps(graph) : new Map(),
  };
}

/** Stretches in which two siblings or more run at once, among those that are marked as overlapping. */
function findOverlaps(graph: GraphView): ReadonlyMap<number, readonly number[]> {
  const siblings = new Map<number, number[]>();
  for (let node = 0; node < graph.nodeCount; node++) {
    if (((graph.flags[node] as number) & NODE_FLAG.overlap) === 0) continue;
    const parent = graph.parent[node] as number;
    const known = siblings.get(parent);
    if (known === undefined) siblings.set(parent, [node]);
    else known.push(node);
  }
  const overlaps = new Map<number, readonly number[]>();
  for (const [parent, nodes] of siblings) {
    const ends = nodes.flatMap((node): [at: number, by: number][] => [
      [graph.x0[node] as number, 1],
      [graph.x1[node] as number, -1],
    ]);
    ends.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    const found: number[] = [];
    let running = 0;
    for (const [at, by] of ends) {
      const before = running;
      running += by;
      if (before < 2 && running >= 2) found.push(at);
      else if (before >= 2 && running < 2) found.push(at);
    }
    overlaps.set(parent, found);
  }
  return overlaps;
}
