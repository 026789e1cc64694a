import type { GraphModel } from './graph-model.ts';

/** The next node to the left or right on the lane, or the nearest one on the next lane above or below that has one. */
export function nodeBeside({ graph }: GraphModel, node: number, dx: number, dy: number): number | undefined {
  const lane = graph.lane[node] as number;
  const middle = ((graph.x0[node] as number) + (graph.x1[node] as number)) / 2;
  if (dy === 0) {
    const at = graph.laneNodes.subarray(graph.laneFrom[lane], graph.laneFrom[lane + 1]).indexOf(node);
    const to = (graph.laneFrom[lane] as number) + at + dx;
    const isOnLane = to >= (graph.laneFrom[lane] as number) && to < (graph.laneFrom[lane + 1] as number);
    return isOnLane ? graph.laneNodes[to] : undefined;
  }
  for (let next = lane + dy; next >= 0 && next < graph.laneCount; next += dy) {
    const nodes = graph.laneNodes.subarray(graph.laneFrom[next], graph.laneFrom[next + 1]);
    let best: number | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const other of nodes) {
      const [from, to] = [graph.x0[other] as number, graph.x1[other] as number];
      const off = middle < from ? from - middle : middle > to ? middle - to : 0;
      if (off < least) [best, least] = [other, off];
    }
    if (best !== undefined) return best;
  }
  return undefined;
}
