import { type PointerEvent, type ReactNode, useEffect, useRef } from 'react';
import { contextOf, useCanvasSize } from '../../ui/use-canvas.ts';
import { drawMinimap, MINIMAP_HEIGHT } from './draw-minimap.ts';
import type { GraphColors } from './graph-colors.ts';
import type { GraphModel } from './graph-model.ts';
import { centredOn, type Frame, laneHeightOf, unitOf, type View } from './viewport.ts';

interface Props {
  readonly model: GraphModel;
  readonly frame: Frame | undefined;
  readonly view: View | undefined;
  readonly colors: GraphColors;
  readonly onView: (view: View) => void;
}

/** The whole session in a strip; what is in view is framed, and dragging moves it. For the mouse only: keys pan the graph itself. */
export function Minimap({ model, frame, view, colors, onView }: Props): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = useCanvasSize(box, canvas);
  useEffect(() => {
    // a frame later: the graph itself comes first
    const request = requestAnimationFrame(() => {
      const context = contextOf(canvas.current, size?.ratio ?? 1);
      if (context !== undefined && size !== undefined) drawMinimap(context, model, size.width, colors);
    });
    return () => cancelAnimationFrame(request);
  }, [model, size, colors]);
  const go = (event: PointerEvent): void => {
    if (frame === undefined || view === undefined || size === undefined || event.buttons === 0) return;
    const bounds = event.currentTarget.getBoundingClientRect();
    const share = (event.clientX - bounds.left) / Math.max(1, bounds.width);
    const lane = view.lane - 0.5 + frame.height / 2 / laneHeightOf(frame, view.zoom);
    onView(centredOn(frame, view, model.left + share * (model.right - model.left), lane));
  };
  const shown = frame === undefined || view === undefined ? undefined : windowOf(frame, view, model);
  return (
    <div
      className="wm-graph-minimap"
      ref={box}
      aria-hidden="true"
      style={{ height: MINIMAP_HEIGHT }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        go(event);
      }}
      onPointerMove={go}
    >
      <canvas ref={canvas} />
      {shown === undefined ? undefined : (
        <span
          className="wm-graph-minimap-window"
          style={{ left: `${shown.from * 100}%`, width: `${Math.max(0.3, (shown.to - shown.from) * 100)}%` }}
        />
      )}
    </div>
  );
}

function windowOf(frame: Frame, view: View, { left, right }: GraphModel): { from: number; to: number } {
  const within = (share: number): number => Math.min(1, Math.max(0, share));
  const shown = frame.width / unitOf(frame, view.zoom);
  return {
    from: within((view.x - left) / (right - left)),
    to: within((view.x + shown - left) / (right - left)),
  };
}
