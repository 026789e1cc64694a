import { NONE } from '../../model/span-table.ts';
import type { GraphModel } from './graph-model.ts';
import { type Frame, laneHeightOf, unitOf, type View } from './viewport.ts';

/** What of a drawing is on the canvas, with everything below a pixel merged: bounded by pixels and lanes, not by spans. */
export interface Visible {
  /** Nodes at least a pixel wide. */
  readonly nodes: readonly number[];
  /** Merged stretches: lane, from px, to px, kind, four numbers each. */
  readonly merged: readonly number[];
  /** Nodes that hold others and reach onto the canvas, outermost first. */
  readonly bands: readonly number[];
}

export function findVisible({ graph }: GraphModel, frame: Frame, view: View): Visible {
  const unit = unitOf(frame, view.zoom);
  const height = laneHeightOf(frame, view.zoom);
  const [from, to] = [view.x, view.x + frame.width / unit];
  const first = Math.max(0, Math.floor(view.lane));
  const last = Math.min(graph.laneCount, Math.ceil(view.lane + frame.height / height));
  // lanes thinner than a pixel: one for every row of pixels
  const stride = Math.max(1, Math.floor(1 / height));
  const nodes: number[] = [];
  const merged: number[] = [];
  const bands: number[] = [];
  const seen = new Set<number>();
  const holdBands = (node: number): void => {
    for (let at = node; at !== NONE && !seen.has(at); at = graph.parent[at] as number) {
      seen.add(at);
      if ((graph.laneEnd[at] as number) > (graph.lane[at] as number) + 1) bands.push(at);
    }
  };
  for (let lane = first; lane < last; lane += stride) {
    const end = graph.laneFrom[lane + 1] as number;
    let i = firstAfter(graph.laneNodes, graph.x1, graph.laneFrom[lane] as number, end, from);
    while (i < end) {
      const node = graph.laneNodes[i] as number;
      const left = graph.x0[node] as number;
      if (left > to) break;
      if (((graph.x1[node] as number) - left) * unit >= 1) {
        nodes.push(node);
        holdBands(node);
        i++;
        continue;
      }
      const px = Math.floor((left - from) * unit);
      if (nodes.length === 0 || merged.length === 0) holdBands(node);
      addMerged(merged, lane, px, graph.kind[node] as number);
      i = firstAfter(graph.laneNodes, graph.x0, i + 1, end, from + (px + 1) / unit);
    }
  }
  bands.sort((a, b) => (graph.lane[a] as number) - (graph.lane[b] as number) || a - b);
  return { nodes, merged, bands };
}

function addMerged(merged: number[], lane: number, px: number, kind: number): void {
  const n = merged.length;
  // the same kind in the next pixel makes the stretch longer
  if (merged[n - 4] === lane && merged[n - 2] === px && merged[n - 1] === kind) merged[n - 2] = px + 1;
  else merged.push(lane, px, px + 1, kind);
}

/** First of nodes [from, to) whose end is after a place; ends grow along a lane. */
function firstAfter(nodes: Uint32Array, ends: Float64Array, from: number, to: number, after: number): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[nodes[middle] as number] as number) < after) low = middle + 1;
    else high = middle;
  }
  return low;
}
