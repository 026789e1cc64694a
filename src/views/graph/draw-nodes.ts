import { NONE } from '../../model/span-table.ts';
import { NODE_FLAG, NODE_KINDS, type NodeKind } from '../../queries/answers.ts';
import type { GraphColors } from './graph-colors.ts';
import type { GraphModel } from './graph-model.ts';
import { KIND_SIGNS } from './KindGlyph.tsx';
import { type Frame, laneHeightOf, toX, toY, unitOf, type View } from './viewport.ts';
import type { Visible } from './visible.ts';

export interface NodeLook {
  readonly colors: GraphColors;
  readonly font: string;
  readonly selected: number | undefined;
  readonly hovered: number | undefined;
  /** Diagonal lines; undefined where no pattern can be made. */
  readonly hatch: CanvasPattern | undefined;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The tint of a band: what holds others is seen as their background. */
const BAND_ALPHA = 0.16;
const TEXT_LEAST = 11;

/** Behind everything: what holds what, innermost last. */
export function drawBands(
  context: CanvasRenderingContext2D,
  { graph }: GraphModel,
  frame: Frame,
  view: View,
  visible: Visible,
  colors: GraphColors,
): void {
  const height = laneHeightOf(frame, view.zoom);
  for (const node of visible.bands) {
    const kind = kindOf(graph.kind, node);
    const x = toX(frame, view, graph.x0[node] as number);
    const width = toX(frame, view, graph.x1[node] as number) - x;
    if (width < 3 || kind === 'span') continue;
    const y = toY(frame, view, graph.lane[node] as number);
    const box = clipped(frame, {
      x,
      y: y + 1,
      width,
      height: ((graph.laneEnd[node] as number) - (graph.lane[node] as number)) * height - 2,
    });
    context.globalAlpha = kind === 'ghost' ? 1 : BAND_ALPHA;
    context.fillStyle = colors[`kind-${kind}`];
    if (kind === 'ghost') {
      context.setLineDash([4, 4]);
      context.strokeStyle = colors['line-strong'];
      context.strokeRect(box.x + 0.5, box.y + 0.5, box.width - 1, box.height);
      context.setLineDash([]);
    } else context.fillRect(box.x, box.y, box.width, box.height);
  }
  context.globalAlpha = 1;
}

export function drawNodes(
  context: CanvasRenderingContext2D,
  model: GraphModel,
  frame: Frame,
  view: View,
  visible: Visible,
  look: NodeLook,
): void {
  const { graph } = model;
  const { colors } = look;
  const height = laneHeightOf(frame, view.zoom);
  for (let i = 0; i < visible.merged.length; i += 4) {
    const [lane, from, to, kind] = visible.merged.slice(i, i + 4) as [number, number, number, number];
    const y = toY(frame, view, lane);
    context.fillStyle = colors[`kind-${NODE_KINDS[kind] ?? 'span'}`];
    context.fillRect(from, y + inset(height), to - from, Math.max(1, height - 2 * inset(height)));
  }
  const boxes: [node: number, box: Box][] = [];
  for (const node of visible.nodes) {
    const box = boxOf(model, frame, view, node);
    boxes.push([node, box]);
    if ((graph.inside[node] as number) > 0) drawStack(context, box, colors);
    drawBox(context, kindOf(graph.kind, node), graph.flags[node] as number, box, colors);
    if (look.hatch !== undefined && ((graph.flags[node] as number) & NODE_FLAG.overlap) !== 0) {
      drawHatch(context, model, frame, view, node, box, look.hatch);
    }
  }
  if (height >= TEXT_LEAST) drawLabels(context, model, frame, boxes, look);
  for (const [node, color] of [
    [look.hovered, colors['ink-soft']],
    [look.selected, colors.accent],
  ] as const) {
    if (node === undefined) continue;
    const box = boxOf(model, frame, view, node);
    context.strokeStyle = color;
    context.lineWidth = 2;
    roundRect(
      context,
      { x: box.x - 1, y: box.y - 1, width: Math.max(box.width, 2) + 2, height: box.height + 2 },
      4,
    );
    context.stroke();
  }
}

export function boxOf({ graph }: GraphModel, frame: Frame, view: View, node: number): Box {
  const height = laneHeightOf(frame, view.zoom);
  const x = toX(frame, view, graph.x0[node] as number);
  return {
    x,
    y: toY(frame, view, graph.lane[node] as number) + inset(height),
    width: ((graph.x1[node] as number) - (graph.x0[node] as number)) * unitOf(frame, view.zoom),
    height: Math.max(1, height - 2 * inset(height)),
  };
}

const inset = (height: number): number => (height >= 14 ? 2.5 : height >= 5 ? 0.75 : 0);

const kindOf = (kinds: Uint8Array, node: number): NodeKind => NODE_KINDS[kinds[node] as number] ?? 'span';

/** Far outside of the canvas nothing is drawn: shapes of a million pixels cost time and lose precision. */
function clipped(frame: Frame, box: Box): Box {
  const x = Math.max(-20, box.x);
  const y = Math.max(-20, box.y);
  return {
    x,
    y,
    width: Math.max(0, Math.min(frame.width + 20, box.x + box.width) - x),
    height: Math.max(0, Math.min(frame.height + 20, box.y + box.height) - y),
  };
}

function drawBox(
  context: CanvasRenderingContext2D,
  kind: NodeKind,
  flags: number,
  whole: Box,
  colors: GraphColors,
): void {
  const box = { ...whole, x: Math.max(whole.x, -20) };
  const width = Math.min(whole.x + whole.width, 40_000) - box.x;
  context.fillStyle = colors[`kind-${kind}`];
  if (width < 4 || box.height < 5) {
    context.fillRect(box.x, box.y, Math.max(1, width - 0.5), box.height);
    return;
  }
  const gap = Math.min(1, width / 8);
  const shape = { x: box.x + gap / 2, y: box.y, width: width - gap, height: box.height };
  roundRect(context, shape, Math.min(3, box.height / 4));
  context.fill();
  const isConflict = (flags & NODE_FLAG.conflict) !== 0;
  const isOpen = (flags & NODE_FLAG.question) !== 0;
  context.lineWidth = isConflict || isOpen ? 1.5 : 1;
  context.strokeStyle = isConflict
    ? colors.bad
    : isOpen
      ? colors['open-question']
      : kind === 'ghost'
        ? colors['ink-soft']
        : colors['line-strong'];
  if (kind === 'ghost' || (flags & NODE_FLAG.orphan) !== 0) context.setLineDash([4, 3]);
  context.stroke();
  context.setLineDash([]);
  if ((flags & NODE_FLAG.endUnknown) !== 0 && kind !== 'ghost') {
    // an end that is not known is an open side
    context.fillStyle = colors.panel;
    context.fillRect(shape.x + shape.width - 1.5, box.y - 0.5, 3, box.height + 1);
  }
}

/** A node that stands for others has a sheet behind it. */
function drawStack(context: CanvasRenderingContext2D, box: Box, colors: GraphColors): void {
  if (box.width < 8 || box.height < 8) return;
  context.strokeStyle = colors['ink-soft'];
  context.lineWidth = 1;
  roundRect(context, { x: box.x + 2.5, y: box.y + 2.5, width: box.width, height: box.height }, 3);
  context.stroke();
}

/** On the time axis the stretches in which siblings run at once; on the order axis, where places are no times, the whole node. */
function drawHatch(
  context: CanvasRenderingContext2D,
  { graph, stretchesBelow }: GraphModel,
  frame: Frame,
  view: View,
  node: number,
  box: Box,
  hatch: CanvasPattern,
): void {
  context.fillStyle = hatch;
  if (graph.axis === 'order') {
    const { x, y, width, height } = clipped(frame, box);
    context.fillRect(x, y, width, height);
    return;
  }
  const stretches = stretchesBelow.get(graph.parent[node] as number) ?? [];
  const [from, to] = [graph.x0[node] as number, graph.x1[node] as number];
  for (let i = 0; i < stretches.length; i += 2) {
    const a = Math.max(from, stretches[i] as number);
    const b = Math.min(to, stretches[i + 1] as number);
    if (b <= a) continue;
    const x = toX(frame, view, a);
    const part = clipped(frame, { x, y: box.y, width: toX(frame, view, b) - x, height: box.height });
    context.fillRect(part.x, part.y, part.width, part.height);
  }
}

function drawLabels(
  context: CanvasRenderingContext2D,
  model: GraphModel,
  frame: Frame,
  boxes: readonly (readonly [node: number, box: Box])[],
  { colors, font }: NodeLook,
): void {
  const { graph } = model;
  const { labels } = graph;
  context.font = font;
  context.textBaseline = 'middle';
  context.textAlign = 'left';
  for (const [node, box] of boxes) {
    // a bar that begins left of the canvas keeps its label in sight
    const left = Math.max(box.x, 0) + 5;
    const room = Math.min(box.x + box.width, frame.width) - left - 4;
    if (room < 14) continue;
    const kind = kindOf(graph.kind, node);
    const glyph = room > 44 ? KIND_SIGNS[kind] : '';
    const label = labels[graph.label[node] as number] ?? '';
    const inside = graph.inside[node] as number;
    const text = `${kind === 'ghost' ? 'not in the data: ' : inside > 0 ? `▸ ${inside} in ` : ''}${label === '' ? 'no name' : label}`;
    const y = box.y + box.height / 2 + 0.5;
    const indent = glyph === '' ? 0 : 15;
    const fit = fitted(context, text, room - indent);
    if (((graph.flags[node] as number) & NODE_FLAG.overlap) !== 0) {
      // letters on a hatch cannot be read
      context.fillStyle = colors[`kind-${kind}`];
      const width = Math.min(room, indent + widthOf(context, fit)) + 4;
      context.fillRect(left - 2, box.y + 1, width, box.height - 2);
    }
    context.fillStyle = kind === 'ghost' ? colors['ink-soft'] : colors['kind-ink'];
    if (glyph !== '') context.fillText(glyph, left, y);
    if (fit !== '') context.fillText(fit, left + indent, y);
  }
}

const widths = new Map<string, number>();
const WIDTHS_MOST = 20_000;

function widthOf(context: CanvasRenderingContext2D, text: string): number {
  const known = widths.get(text);
  if (known !== undefined) return known;
  if (widths.size > WIDTHS_MOST) widths.clear();
  const { width } = context.measureText(text);
  widths.set(text, width);
  return width;
}

/** Cut to fit. `execute_tool search` loses its first word before its last letters: those tell the steps apart. */
function fitted(context: CanvasRenderingContext2D, text: string, room: number): string {
  const short = text.length > 200 ? text.slice(0, 200) : text;
  const width = widthOf(context, short);
  if (width <= room && short === text) return text;
  const space = short.indexOf(' ');
  const rest = space > 0 && space < short.length - 1 ? `…${short.slice(space + 1)}` : undefined;
  return rest !== undefined && widthOf(context, rest) <= room ? rest : cutTo(short, width, room);
}

function cutTo(text: string, width: number, room: number): string {
  const letters = Math.floor((text.length * (room - 9)) / Math.max(1, width));
  return letters < 2 ? '' : `${text.slice(0, letters)}…`;
}

function roundRect(context: CanvasRenderingContext2D, box: Box, radius: number): void {
  context.beginPath();
  context.roundRect(box.x, box.y, box.width, box.height, radius);
}

/** The parent chain's top: where a naive tool would hang an orphan. */
export function firstRoot({ graph }: GraphModel): number | undefined {
  for (let node = 0; node < graph.nodeCount; node++) {
    if (graph.parent[node] === NONE && kindOf(graph.kind, node) !== 'ghost') return node;
  }
  return undefined;
}
