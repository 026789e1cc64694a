import { BASES } from '../model/order.ts';
import { NONE } from '../model/span-table.ts';
import { type GraphIndex, type GraphView, NODE_FLAG, NODE_KINDS } from './graph-view.ts';
import { indexOpenGroups } from './open-groups.ts';

/** What drawing and picking look up in a graph. Made beside it, so that the page's thread need not walk it. */
export function indexGraph(graph: Omit<GraphView, 'index'>, nodeOfStep: Uint32Array): GraphIndex {
  const { nodeCount, tree } = graph;
  let [left, right] = [0, 1];
  const ghosts: number[] = [];
  const stepCount = tree.step.reduce((most, step) => Math.max(most, step + 1), 0);
  for (let node = 0; node < nodeCount; node++) {
    left = Math.min(left, graph.x0[node] as number);
    right = Math.max(right, graph.x1[node] as number);
    if (NODE_KINDS[graph.kind[node] as number] === 'ghost') ghosts.push(node);
  }
  const rowOfStep = new Uint32Array(stepCount).fill(NONE);
  tree.step.forEach((step, row) => {
    rowOfStep[step] = row;
  });
  const byRow = Uint32Array.from({ length: nodeCount }, (_, node) => node)
    .filter((node) => graph.row[node] !== NONE)
    .sort((a, b) => (graph.row[a] as number) - (graph.row[b] as number));
  return {
    left,
    right,
    ghosts: Uint32Array.from(ghosts),
    nodeOfStep,
    rowOfStep,
    byRow,
    ...indexEdges(graph),
    ...indexOpenGroups(graph),
    overlaps: graph.axis === 'time' ? findOverlaps(graph) : [],
  };
}

type EdgeIndex = Pick<GraphIndex, 'edgesFrom' | 'edges' | 'nth' | 'counts'>;

function indexEdges({ nodeCount, edgeFrom, edgeTo, edgeBasis }: Omit<GraphView, 'index'>): EdgeIndex {
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
    const [from, to] = [edgeFrom[edge] as number, edgeTo[edge] as number];
    for (const node of [from, to]) {
      edges[next[node] as number] = edge;
      next[node] = (next[node] as number) + 1;
    }
    const basis = edgeBasis[edge] as number;
    counts[basis] = (counts[basis] ?? 0) + 1;
    const pair = from * nodeCount + to;
    const before = pairs.get(pair) ?? 0;
    nth[edge] = Math.min(before, 255);
    pairs.set(pair, before + 1);
  }
  return { edgesFrom, edges, nth, counts };
}

/** Stretches in which two siblings or more run at once, among those that are marked as overlapping. */
function findOverlaps(graph: Omit<GraphView, 'index'>): GraphIndex['overlaps'] {
  const siblings = new Map<number, number[]>();
  for (let node = 0; node < graph.nodeCount; node++) {
    if (((graph.flags[node] as number) & NODE_FLAG.overlap) === 0) continue;
    const parent = graph.parent[node] as number;
    const known = siblings.get(parent);
    if (known === undefined) siblings.set(parent, [node]);
    else known.push(node);
  }
  return [...siblings].map(([parent, nodes]) => {
    const ends = nodes.flatMap((node): [at: number, by: number][] => [
      [graph.x0[node] as number, 1],
      [graph.x1[node] as number, -1],
    ]);
    ends.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    const stretches: number[] = [];
    let running = 0;
    for (const [at, by] of ends) {
      const before = running;
      running += by;
      if (before < 2 !== running < 2) stretches.push(at);
    }
    return { parent, stretches: Float64Array.from(stretches) };
  });
}
