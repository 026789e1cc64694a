import { boxOf, firstRoot } from './draw-nodes.ts';
import type { GraphColors } from './graph-colors.ts';
import type { GraphModel } from './graph-model.ts';
import type { OpenGroup } from './open-groups.ts';
import type { Frame, View } from './viewport.ts';

/** A sign on the canvas that can be clicked. */
export interface Badge {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly group: OpenGroup;
}

const RADIUS = 9;
const RAIL = 12;

/**
 * Between steps that nothing orders: a rail with an arm to each, and a sign that says how many. Signs that would
 * cover each other become dots.
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
  const taken = new Set<string>();
  context.strokeStyle = colors['open-question'];
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (const group of model.open.groups) {
    const boxes = group.nodes.map((node) => boxOf(model, frame, view, node));
    const right = boxes.reduce((most, box) => Math.max(most, box.x + box.width), Number.NEGATIVE_INFINITY);
    const rail = right + RAIL;
    const top = (boxes[0]?.y ?? 0) + (boxes[0]?.height ?? 0) / 2;
    const last = boxes[boxes.length - 1];
    const bottom = (last?.y ?? 0) + (last?.height ?? 0) / 2;
    if (rail < -20 || right > frame.width + 200 || bottom < -20 || top > frame.height + 20) continue;
    const y = Math.min(Math.max((top + bottom) / 2, 14), frame.height - 14);
    const cell = `${Math.floor(rail / 26)}:${Math.floor(y / 22)}`;
    const isChosen = group === chosen;
    if (taken.has(cell) && !isChosen) {
      context.fillStyle = colors['open-question'];
      context.fillRect(rail - 2, y - 2, 4, 4);
      continue;
    }
    taken.add(cell);
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
