import type { Basis } from '../../model/order.ts';
import { type DrawnEdge, drawEdges, edgeAt } from './draw-edges.ts';
import { drawBands, drawNodes } from './draw-nodes.ts';
import { type Badge, drawNaive, drawOpenGroups, drawPair } from './draw-open.ts';
import { drawRuler } from './draw-ruler.ts';
import type { GraphColors } from './graph-colors.ts';
import type { GraphModel } from './graph-model.ts';
import type { OpenGroup } from './open-groups.ts';
import { type Frame, laneHeightOf, toX, toY, type View } from './viewport.ts';
import { findVisible } from './visible.ts';

export interface GraphLook {
  readonly colors: GraphColors;
  readonly hidden: ReadonlySet<Basis>;
  readonly selected: number | undefined;
  readonly hovered: number | undefined;
  readonly hoveredEdge: number | undefined;
  readonly group: OpenGroup | undefined;
  /** The steps of the question that is looked at. */
  readonly pair: readonly [first: number, second: number] | undefined;
  /** Undefined: the naive drawing is not shown beside the truth. */
  readonly naive: ReadonlyMap<number, string> | undefined;
  readonly hatch: CanvasPattern | undefined;
}

export interface Drawn {
  readonly badges: readonly Badge[];
  /** Undefined: so many nodes are visible that edges are left out. */
  readonly edges: readonly DrawnEdge[] | undefined;
}

const FONT = '12px system-ui, -apple-system, "Segoe UI", sans-serif';

/** One frame, from the back to the front. */
export function drawGraph(
  context: CanvasRenderingContext2D,
  model: GraphModel,
  frame: Frame,
  view: View,
  look: GraphLook,
): Drawn {
  const { colors } = look;
  context.fillStyle = colors.panel;
  context.fillRect(0, 0, frame.width, frame.height);
  const visible = findVisible(model, frame, view);
  drawBands(context, model, frame, view, visible, colors);
  if (frame.axis === 'time') drawRuler(context, frame, view, colors);
  const edges = drawEdges(context, model, frame, view, visible, {
    colors,
    hidden: look.hidden,
    focus: look.selected,
    hovered: look.hoveredEdge,
  });
  const font = laneHeightOf(frame, view.zoom) < 16 ? FONT.replace('12px', '10px') : FONT;
  drawNodes(context, model, frame, view, visible, { ...look, font });
  if (look.naive !== undefined) drawNaive(context, model, frame, view, colors, look.naive);
  if (look.pair !== undefined) drawPair(context, model, frame, view, colors, look.pair);
  const badges = drawOpenGroups(context, model, frame, view, colors, look.group);
  return { badges, edges };
}

export type Picked =
  | { readonly is: 'node'; readonly node: number }
  | { readonly is: 'edge'; readonly edge: number }
  | { readonly is: 'group'; readonly group: OpenGroup };

/** What is at a point of the canvas: a sign before a node, a node before an edge. */
export function pickAt(
  model: GraphModel,
  frame: Frame,
  view: View,
  { badges, edges }: Drawn,
  px: number,
  py: number,
): Picked | undefined {
  const badge = badges.find(({ x, y, radius }) => Math.abs(x - px) <= radius + 2 && Math.abs(y - py) <= 11);
  if (badge !== undefined) return { is: 'group', group: badge.group };
  const { graph } = model;
  const lane = Math.floor(view.lane + py / laneHeightOf(frame, view.zoom));
  const isLane = lane >= 0 && lane < graph.laneCount;
  // thin nodes are given two pixels on each side
  let best: number | undefined;
  let least = 3;
  const [first, end] = isLane ? [graph.laneFrom[lane] as number, graph.laneFrom[lane + 1] as number] : [0, 0];
  for (let i = first; i < end; i++) {
    const node = graph.laneNodes[i] as number;
    const from = toX(frame, view, graph.x0[node] as number);
    if (from > px + 3) break;
    const to = toX(frame, view, graph.x1[node] as number);
    const off = px < from ? from - px : px > to ? px - to : 0;
    if (off < least) [best, least] = [node, off];
  }
  if (best !== undefined) return { is: 'node', node: best };
  const edge = edgeAt(edges ?? [], px, py);
  return edge === undefined ? undefined : { is: 'edge', edge: edge.edge };
}

export const middleOf = (model: GraphModel, node: number): { readonly x: number; readonly lane: number } => ({
  x: ((model.graph.x0[node] as number) + (model.graph.x1[node] as number)) / 2,
  lane: model.graph.lane[node] as number,
});

export const isOnCanvas = (model: GraphModel, frame: Frame, view: View, node: number): boolean => {
  const x0 = toX(frame, view, model.graph.x0[node] as number);
  const x1 = toX(frame, view, model.graph.x1[node] as number);
  const y = toY(frame, view, model.graph.lane[node] as number);
  return x1 > 20 && x0 < frame.width - 20 && y > 0 && y < frame.height - 20;
};
