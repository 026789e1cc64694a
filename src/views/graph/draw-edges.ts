import { BASES, type Basis } from '../../model/order.ts';
import type { GraphView } from '../../queries/answers.ts';
import { BASIS_LOOK } from './basis-look.ts';
import type { GraphColors } from './graph-colors.ts';
import type { GraphModel } from './graph-model.ts';
import { type Frame, laneHeightOf, toX, toY, type View } from './viewport.ts';
import type { Visible } from './visible.ts';

/** Edges are drawn only while fewer nodes than this are visible: beyond, they would be one grey. */
const NODES_MOST = 2_000;
/** With more edges than this, heads are left out. */
const HEADS_MOST = 2_000;

/** Of a node with more edges than this those are drawn whose other end is visible too. */
const HUB = 512;

export interface EdgeLook {
  readonly colors: GraphColors;
  readonly hidden: ReadonlySet<Basis>;
  /** Its edges stand out, the others step back. */
  readonly focus: number | undefined;
  /** The edge that the pointer is on. */
  readonly hovered: number | undefined;
}

/** Hundreds of lines over each other would be one block: each gets lighter. */
const crowded = (lines: number): number => Math.min(1, 0.25 + 60 / Math.max(1, lines));

/** An edge as it was drawn, to be found again by a point. */
export interface DrawnEdge extends Line {
  readonly edge: number;
  readonly basis: Basis;
}

interface Line {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** @returns what was drawn; undefined: too many nodes are visible. */
export function drawEdges(
  context: CanvasRenderingContext2D,
  model: GraphModel,
  frame: Frame,
  view: View,
  visible: Visible,
  look: EdgeLook,
): readonly DrawnEdge[] | undefined {
  if (visible.nodes.length >= NODES_MOST) return undefined;
  const { graph } = model;
  const edges = new Set<number>();
  for (const node of visible.nodes) {
    const [first, end] = [model.edgesFrom[node] as number, model.edgesFrom[node + 1] as number];
    if (end - first > HUB) continue;
    for (let i = first; i < end; i++) edges.add(model.edges[i] as number);
  }
  const drawn: DrawnEdge[] = [];
  const byBasis = new Map<Basis, { near: Line[]; far: Line[] }>();
  for (const edge of edges) {
    const basis = BASES[graph.edgeBasis[edge] as number] as Basis;
    if (look.hidden.has(basis)) continue;
    let lines = byBasis.get(basis);
    if (lines === undefined) {
      lines = { near: [], far: [] };
      byBasis.set(basis, lines);
    }
    const isNear =
      look.focus === undefined || graph.edgeFrom[edge] === look.focus || graph.edgeTo[edge] === look.focus;
    const line = { edge, basis, ...lineOf(model, frame, view, edge, basis) };
    drawn.push(line);
    (isNear ? lines.near : lines.far).push(line);
  }
  const hasHeads = edges.size < HEADS_MOST;
  for (const faint of [true, false]) {
    for (const [basis, { near, far }] of byBasis) {
      const lines = faint ? far : near;
      if (lines.length === 0) continue;
      drawBasis(context, basis, lines, look.colors, hasHeads, faint ? 0.22 : crowded(lines.length));
    }
  }
  const hovered = drawn.find(({ edge }) => edge === look.hovered);
  if (hovered !== undefined) drawBasis(context, hovered.basis, [hovered], look.colors, true, 1, 2);
  context.setLineDash([]);
  context.globalAlpha = 1;
  return drawn;
}

/** An edge so near to a point, in pixels, is meant by it. */
const NEAR = 5;
/** A curve is taken as so many straight pieces. */
const PIECES = 16;

/** The edge at a point: the nearest. */
export function edgeAt(drawn: readonly DrawnEdge[], px: number, py: number): DrawnEdge | undefined {
  let best: DrawnEdge | undefined;
  let least = NEAR;
  for (const line of drawn) {
    const [left, right] = [Math.min(line.x0, line.x1) - NEAR, Math.max(line.x0, line.x1) + NEAR];
    const [top, bottom] = [Math.min(line.y0, line.y1) - NEAR, Math.max(line.y0, line.y1) + NEAR];
    // a curve may swing out sideways
    const swing = line.basis === 'parent' ? 0 : bendOf(line);
    if (px < left - swing || px > right + swing || py < top || py > bottom) continue;
    const off = distanceTo(line, px, py);
    if (off < least) [best, least] = [line, off];
  }
  return best;
}

function distanceTo(line: DrawnEdge, px: number, py: number): number {
  const points: (readonly [number, number])[] =
    line.basis === 'parent'
      ? [
          [line.x0, line.y0],
          [line.x0, line.y1],
          [line.x1, line.y1],
        ]
      : Array.from({ length: PIECES + 1 }, (_, i) => pointOf(line, i / PIECES));
  let least = Number.POSITIVE_INFINITY;
  for (let i = 1; i < points.length; i++) {
    const [[ax, ay], [bx, by]] = [
      points[i - 1] as readonly [number, number],
      points[i] as readonly [number, number],
    ];
    const [dx, dy] = [bx - ax, by - ay];
    const length = dx * dx + dy * dy;
    const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((px - ax) * dx + (py - ay) * dy) / length));
    least = Math.min(least, Math.hypot(px - ax - along * dx, py - ay - along * dy));
  }
  return least;
}

/** Of the curve that is drawn for a line, at 0 … 1. */
function pointOf(line: Line, t: number): readonly [number, number] {
  const bend = bendOf(line);
  const at = (a: number, b: number, c: number, d: number): number =>
    (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t ** 2 * c + t ** 3 * d;
  return [at(line.x0, line.x0 + bend, line.x1 - bend, line.x1 - 1), at(line.y0, line.y0, line.y1, line.y1)];
}

const bendOf = ({ x0, x1 }: Line): number => Math.min(60, Math.max(8, Math.abs(x1 - x0) / 2));

function lineOf({ graph, nth }: GraphModel, frame: Frame, view: View, edge: number, basis: Basis): Line {
  const [from, to] = [graph.edgeFrom[edge] as number, graph.edgeTo[edge] as number];
  const height = laneHeightOf(frame, view.zoom);
  const middle = (node: number): number => toY(frame, view, (graph.lane[node] as number) + 0.5);
  const target = graph.x0[to] as number;
  const shift = (nth[edge] as number) * 3;
  if (basis === 'parent' || holds(graph, from, to)) {
    // down from the parent's bar to its child
    return {
      x0: toX(frame, view, graph.x0[from] as number) + 3,
      y0: middle(from) + height * 0.4,
      x1: toX(frame, view, target),
      y1: middle(to) + shift,
    };
  }
  // what overlaps in time leaves from its start: its end says nothing here
  const source = (graph.x1[from] as number) <= target ? graph.x1[from] : graph.x0[from];
  return {
    x0: toX(frame, view, source as number),
    y0: middle(from) + shift,
    x1: toX(frame, view, target),
    y1: middle(to) + shift,
  };
}

/** What hangs below a node lies in the lanes of its band, behind its start. */
const holds = ({ lane, laneEnd, x0, x1 }: GraphView, above: number, node: number): boolean =>
  (lane[node] as number) > (lane[above] as number) &&
  (lane[node] as number) < (laneEnd[above] as number) &&
  (x0[node] as number) >= (x0[above] as number) &&
  (x0[node] as number) <= (x1[above] as number);

function drawBasis(
  context: CanvasRenderingContext2D,
  basis: Basis,
  lines: readonly Line[],
  colors: GraphColors,
  hasHeads: boolean,
  alpha: number,
  wider = 0,
): void {
  const look = BASIS_LOOK[basis];
  context.strokeStyle = colors[look.color];
  context.fillStyle = colors[look.color];
  context.lineWidth = look.width + wider;
  context.globalAlpha = look.alpha * alpha;
  context.setLineDash([...look.dash]);
  context.beginPath();
  for (const line of lines) {
    context.moveTo(line.x0, line.y0);
    if (basis === 'parent') {
      context.lineTo(line.x0, line.y1);
      context.lineTo(line.x1, line.y1);
    } else {
      const bend = bendOf(line);
      context.bezierCurveTo(line.x0 + bend, line.y0, line.x1 - bend, line.y1, line.x1 - 1, line.y1);
    }
  }
  context.stroke();
  if (!hasHeads || look.head === 'none') return;
  context.setLineDash([]);
  context.beginPath();
  for (const { x1, y1 } of lines) {
    context.moveTo(x1 - 7, y1 - 3.5);
    context.lineTo(x1 - 1, y1);
    context.lineTo(x1 - 7, y1 + 3.5);
    if (look.head === 'full') context.closePath();
  }
  if (look.head === 'full') context.fill();
  else {
    context.lineWidth = 1.25;
    context.stroke();
  }
}
