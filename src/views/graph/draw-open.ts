import { boxOf, firstRoot } from './draw-nodes.ts';
import type { GraphColors } from './graph-colors.ts';
import type { GraphModel } from './graph-model.ts';
import type { OpenGroup } from './open-groups.ts';
import { type Frame, laneHeightOf, toX, toY, type View } from './viewport.ts';

/** A sign on the canvas that can be clicked. */
export interface Badge {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly group: OpenGroup;
}

const RADIUS = 9;
const RAIL = 12;
/** More signs than this would cover each other. */
const SIGNS_MOST = 40;

/**
 * Between steps that nothing orders: a rail with an arm to each, and a sign that says how many. With many in view only
 * the rails are drawn.
 * @returns the signs, for picking.
 */
export function drawOpenGroups(
  context: CanvasRenderingContext2D,
  model: GraphModel,
  frame: Frame,
  view: View,
  colors: GraphColors,
  chosen: OpenGroup | undefined,
): readonly Badge[] {
  const badges: Badge[] = [];
  context.strokeStyle = colors['open-question'];
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  const visible = model.openGroups.flatMap((group) => railOf(model, frame, view, group) ?? []);
  const isCrowded = visible.length > SIGNS_MOST;
  for (const { group, boxes, right, top, bottom } of visible) {
    const isChosen = group === chosen;
    const rail = right + (isCrowded && !isChosen ? 2 : RAIL);
    if (isCrowded && !isChosen) {
      context.fillStyle = colors['open-question'];
      context.fillRect(rail - 1, top, 2, Math.max(3, bottom - top));
      continue;
    }
    const y = Math.min(Math.max((top + bottom) / 2, 14), frame.height - 14);
    context.lineWidth = isChosen ? 2.5 : 1.5;
    context.setLineDash([2, 3]);
    context.beginPath();
    context.moveTo(rail, top);
    context.lineTo(rail, bottom);
    // arms only where they can be told apart
    if (boxes.length * 3 <= bottom - top + 12) {
      for (const box of boxes) {
        context.moveTo(box.x + box.width, box.y + box.height / 2);
        context.lineTo(rail, box.y + box.height / 2);
      }
    } else {
      context.moveTo(right, top);
      context.lineTo(rail, top);
      context.moveTo(right, bottom);
      context.lineTo(rail, bottom);
    }
    context.stroke();
    context.setLineDash([]);
    const text = group.nodes.length > 2 ? `${group.nodes.length}?` : '?';
    context.font = '700 11px system-ui, sans-serif';
    const radius = Math.max(RADIUS, 5 + context.measureText(text).width / 2);
    context.beginPath();
    context.roundRect(rail - radius, y - RADIUS, 2 * radius, 2 * RADIUS, RADIUS);
    context.fillStyle = isChosen ? colors['open-question'] : colors.panel;
    context.fill();
    context.lineWidth = 1.5;
    context.stroke();
    context.fillStyle = isChosen ? colors.panel : colors['open-question'];
    context.fillText(text, rail, y + 0.5);
    badges.push({ x: rail, y, radius, group });
  }
  context.textAlign = 'left';
  return badges;
}

interface Rail {
  readonly group: OpenGroup;
  readonly boxes: readonly ReturnType<typeof boxOf>[];
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Where a group's rail goes; undefined when it is not on the canvas. */
function railOf(model: GraphModel, frame: Frame, view: View, group: OpenGroup): Rail | undefined {
  const { graph } = model;
  const [first, last] = [group.nodes[0], group.nodes[group.nodes.length - 1]];
  if (first === undefined || last === undefined) return undefined;
  const middle = laneHeightOf(frame, view.zoom) / 2;
  const top = toY(frame, view, graph.lane[first] as number) + middle;
  const bottom = toY(frame, view, graph.lane[last] as number) + middle;
  if (bottom < -20 || top > frame.height + 20) return undefined;
  let furthest = Number.NEGATIVE_INFINITY;
  for (const node of group.nodes) furthest = Math.max(furthest, graph.x1[node] as number);
  const right = toX(frame, view, furthest);
  if (right < -40 || right > frame.width + 200) return undefined;
  const boxes = Array.from(group.nodes, (node) => boxOf(model, frame, view, node));
  return { group, boxes, right, top, bottom };
}

/** The two steps of the question that is looked at, numbered as its answers are. */
export function drawPair(
  context: CanvasRenderingContext2D,
  model: GraphModel,
  frame: Frame,
  view: View,
  colors: GraphColors,
  pair: readonly [first: number, second: number],
): void {
  context.font = '700 11px system-ui, sans-serif';
  context.textBaseline = 'middle';
  context.textAlign = 'center';
  pair.forEach((node, i) => {
    const box = boxOf(model, frame, view, node);
    const height = Math.max(box.height, 13);
    const y = box.y + box.height / 2;
    context.strokeStyle = colors['open-question'];
    context.lineWidth = 2.5;
    context.beginPath();
    context.roundRect(box.x, box.y, Math.max(2, box.width), box.height, 3);
    context.stroke();
    context.fillStyle = colors['open-question'];
    context.beginPath();
    context.roundRect(box.x - 15, y - height / 2, 16, height, [4, 0, 0, 4]);
    context.fill();
    context.fillStyle = colors.panel;
    context.fillText(String(i + 1), box.x - 7, y + 0.5);
  });
  context.textAlign = 'left';
}

/**
 * What a naive tool would draw, over the truth: orphans hung from the root, and open steps numbered by their start.
 * @param ranks place by start among the open steps of its group, by node.
 */
export function drawNaive(
  context: CanvasRenderingContext2D,
  model: GraphModel,
  frame: Frame,
  view: View,
  colors: GraphColors,
  ranks: ReadonlyMap<number, string>,
): void {
  const root = firstRoot(model);
  context.strokeStyle = colors.grave;
  context.fillStyle = colors.grave;
  context.lineWidth = 1.5;
  context.font = 'italic 600 11px system-ui, sans-serif';
  context.textBaseline = 'middle';
  if (root !== undefined) {
    const from = boxOf(model, frame, view, root);
    const x = Math.max(from.x, 4) + 10;
    context.setLineDash([8, 4]);
    for (const ghost of model.ghosts) {
      const to = boxOf(model, frame, view, ghost);
      context.beginPath();
      context.moveTo(x, from.y + from.height);
      context.bezierCurveTo(x, to.y, to.x - 40, to.y + to.height / 2, to.x, to.y + to.height / 2);
      context.stroke();
      if (to.width > 60) context.fillText('naive: a child of the root', Math.max(to.x, 4) + 4, to.y - 5);
    }
    context.setLineDash([]);
  }
  for (const [node, rank] of ranks) {
    const box = boxOf(model, frame, view, node);
    if (box.x > frame.width || box.x + box.width < 0 || box.height < 10) continue;
    context.fillText(rank, box.x - 8 - context.measureText(rank).width, box.y + box.height / 2);
  }
}
