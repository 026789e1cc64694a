import { NODE_KINDS } from '../../queries/answers.ts';
import type { GraphColors } from './graph-colors.ts';
import type { GraphModel } from './graph-model.ts';

export const MINIMAP_HEIGHT = 44;

/** The whole session in a strip: every node at least a pixel, open questions as ticks below. Drawn once per size. */
export function drawMinimap(
  context: CanvasRenderingContext2D,
  { graph, left, right, open, ghosts }: GraphModel,
  width: number,
  colors: GraphColors,
): void {
  const height = MINIMAP_HEIGHT - 8;
  const unit = width / (right - left);
  const lane = Math.min(5, height / Math.max(1, graph.laneCount));
  context.clearRect(0, 0, width, MINIMAP_HEIGHT);
  NODE_KINDS.forEach((kind, number) => {
    context.fillStyle = kind === 'ghost' ? colors['line-strong'] : colors[`kind-${kind}`];
    for (let node = 0; node < graph.nodeCount; node++) {
      if (graph.kind[node] !== number) continue;
      const x = ((graph.x0[node] as number) - left) * unit;
      const long = ((graph.x1[node] as number) - (graph.x0[node] as number)) * unit;
      context.fillRect(
        x,
        2 + (graph.lane[node] as number) * lane,
        Math.max(0.75, long - 0.25),
        Math.max(0.75, lane - 0.5),
      );
    }
  });
  context.fillStyle = colors['open-question'];
  for (const group of open.groups) {
    const x = ((graph.x1[group.nodes[0] as number] as number) - left) * unit;
    context.fillRect(x - 1, MINIMAP_HEIGHT - 6, 2, 5);
  }
  context.fillStyle = colors.grave;
  for (const ghost of ghosts) {
    context.fillRect(((graph.x0[ghost] as number) - left) * unit - 1, MINIMAP_HEIGHT - 6, 2, 5);
  }
}
