import type { GraphModel } from './graph-model.ts';

/** What part of the drawing is on screen: `zoom` 1 shows the whole width; `x` and `lane` are at the top left. */
export interface View {
  readonly zoom: number;
  readonly x: number;
  readonly lane: number;
}

/** How graph units become pixels on a canvas of one size. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly laneCount: number;
  readonly axis: 'order' | 'time';
  /** Pixels per unit and per lane at zoom 1. */
  readonly unit: number;
  readonly laneHeight: number;
  readonly zoomMost: number;
}

/** Room left free around the drawing, px. */
export const MARGIN = 28;
/** On the order axis a node is one unit wide: beyond this it only grows emptier. */
const UNIT_MOST = 220;
const UNIT_READ = 110;
/** A word fits. */
const UNIT_LEAST = 62;
/** Pixels per nanosecond: spans of a microsecond can be told apart. */
const TIME_UNIT_MOST = 0.05;
export const LANE_MOST = 28;
/** Lanes thinner than this cannot be told apart; the rest is reached by panning. */
const LANE_LEAST = 2;

export function frameOf({ graph, left, right }: GraphModel, width: number, height: number): Frame {
  const room = Math.max(1, width - 2 * MARGIN);
  const whole = room / Math.max(1e-9, right - left);
  const unit = graph.axis === 'order' ? Math.min(UNIT_READ, whole) : whole;
  const laneHeight = Math.min(
    LANE_MOST,
    Math.max(LANE_LEAST, (height - 2 * MARGIN) / Math.max(1, graph.laneCount)),
  );
  const unitMost = graph.axis === 'order' ? UNIT_MOST : Math.max(unit * 16, TIME_UNIT_MOST);
  return {
    width,
    height,
    left,
    right,
    laneCount: graph.laneCount,
    axis: graph.axis,
    unit,
    laneHeight,
    zoomMost: Math.max(2, unitMost / unit, LANE_MOST / laneHeight),
  };
}

export const unitOf = (frame: Frame, zoom: number): number =>
  frame.axis === 'order' ? Math.min(frame.unit * zoom, Math.max(frame.unit, UNIT_MOST)) : frame.unit * zoom;
export const laneHeightOf = (frame: Frame, zoom: number): number =>
  Math.min(LANE_MOST, frame.laneHeight * zoom);

/** The whole drawing. */
export const wholeView = (frame: Frame): View =>
  held(frame, { zoom: 1, x: frame.left - MARGIN / unitOf(frame, 1), lane: -MARGIN / laneHeightOf(frame, 1) });

/** Zoom at which labels can be read; 1 where they can be in the whole drawing. */
export const readableZoom = (frame: Frame): number =>
  frame.axis === 'time' || (frame.unit >= UNIT_LEAST && frame.laneHeight >= 12)
    ? 1
    : Math.min(frame.zoomMost, Math.max(1, UNIT_READ / frame.unit, 20 / frame.laneHeight));

/** Zooms so that what is at a point of the canvas stays there. */
export function zoomedAt(frame: Frame, view: View, zoom: number, px: number, py: number): View {
  const to = Math.min(frame.zoomMost, Math.max(1, zoom));
  return held(frame, {
    zoom: to,
    x: view.x + px / unitOf(frame, view.zoom) - px / unitOf(frame, to),
    lane: view.lane + py / laneHeightOf(frame, view.zoom) - py / laneHeightOf(frame, to),
  });
}

export const pannedBy = (frame: Frame, view: View, dx: number, dy: number): View =>
  held(frame, {
    zoom: view.zoom,
    x: view.x - dx / unitOf(frame, view.zoom),
    lane: view.lane - dy / laneHeightOf(frame, view.zoom),
  });

/** Puts a stretch of the drawing into the middle. */
export const centredOn = (frame: Frame, view: View, x: number, lane: number): View =>
  held(frame, {
    zoom: view.zoom,
    x: x - frame.width / 2 / unitOf(frame, view.zoom),
    lane: lane + 0.5 - frame.height / 2 / laneHeightOf(frame, view.zoom),
  });

/** Never further out than the margin: the drawing cannot be lost. */
function held(frame: Frame, view: View): View {
  const unit = unitOf(frame, view.zoom);
  const height = laneHeightOf(frame, view.zoom);
  return {
    zoom: view.zoom,
    x: within(view.x, frame.left - MARGIN / unit, frame.right + MARGIN / unit, frame.width / unit),
    lane: within(view.lane, -MARGIN / height, frame.laneCount + MARGIN / height, frame.height / height),
  };
}

function within(at: number, from: number, to: number, shown: number): number {
  // less than fills the canvas: at its start
  if (to - from <= shown) return from;
  return Math.min(to - shown, Math.max(from, at));
}

export const toX = (frame: Frame, view: View, x: number): number => (x - view.x) * unitOf(frame, view.zoom);
export const toY = (frame: Frame, view: View, lane: number): number =>
  (lane - view.lane) * laneHeightOf(frame, view.zoom);
