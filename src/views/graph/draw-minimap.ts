import { type GraphView, NODE_KINDS, type NodeKind } from '../../queries/answers.ts';
import type { GraphColors } from './graph-colors.ts';
import type { GraphModel } from './graph-model.ts';

export const MINIMAP_HEIGHT = 44;

const BARS_HEIGHT = MINIMAP_HEIGHT - 8;

interface Bar {
  readonly kind: NodeKind;
  readonly x: number;
  readonly y: number;
  readonly long: number;
}

/** A bar for each node, but of those that fall on one pixel the first: as many as there are pixels, not as spans. */
function barsOf(graph: GraphView, left: number, unit: number, lane: number, width: number): readonly Bar[] {
  const taken = new Uint8Array(width * (BARS_HEIGHT + 1));
  const bars: Bar[] = [];
  for (let node = 0; node < graph.nodeCount; node++) {
    const x = ((graph.x0[node] as number) - left) * unit;
    const y = (graph.lane[node] as number) * lane;
    const long = ((graph.x1[node] as number) - (graph.x0[node] as number)) * unit;
    if (long < 2) {
      const pixel = Math.floor(y) * width + Math.floor(x);
      if (taken[pixel] === 1) continue;
      taken[pixel] = 1;
    }
    bars.push({ kind: NODE_KINDS[graph.kind[node] as number] ?? 'span', x, y, long });
  }
  // a fill of one colour after the other is what the browser does fastest
  return bars.sort((a, b) => (a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : 0));
}

/** The whole session in a strip: every node at least a pixel, open questions as ticks below. Drawn once per size. */
export function drawMinimap(
  context: CanvasRenderingContext2D,
  { graph, left, right, openGroups, ghosts }: GraphModel,
  width: number,
  colors: GraphColors,
): void {
  const unit = width / (right - left);
  context.clearRect(0, 0, width, MINIMAP_HEIGHT);
  const lane = Math.min(5, BARS_HEIGHT / Math.max(1, graph.laneCount));
  for (const { kind, x, y, long } of barsOf(graph, left, unit, lane, Math.ceil(width))) {
    context.fillStyle = kind === 'ghost' ? colors['line-strong'] : colors[`kind-${kind}`];
    context.fillRect(x, 2 + y, Math.max(0.75, long - 0.25), Math.max(0.75, lane - 0.5));
  }
  context.fillStyle = colors['open-question'];
  for (const group of openGroups) {
    const x = ((graph.x1[group.nodes[0] as number] as number) - left) * unit;
    context.fillRect(x - 1, MINIMAP_HEIGHT - 6, 2, 5);
  }
  context.fillStyle = colors.grave;
  for (const ghost of ghosts) {
    context.fillRect(((graph.x0[ghost] as number) - left) * unit - 1, MINIMAP_HEIGHT - 6, 2, 5);
  }
}
