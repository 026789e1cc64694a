import { scaleLinear } from 'd3';
import { formatDuration, nanos } from '../../lib/nanos.ts';
import type { GraphColors } from './graph-colors.ts';
import { type Frame, toX, unitOf, type View } from './viewport.ts';

export const RULER_HEIGHT = 18;

/** Time since the session's first start, on round steps. */
export function drawRuler(
  context: CanvasRenderingContext2D,
  frame: Frame,
  view: View,
  colors: GraphColors,
): void {
  const to = view.x + frame.width / unitOf(frame, view.zoom);
  const ticks = scaleLinear([view.x, to], [0, frame.width]).ticks(Math.max(2, frame.width / 130));
  context.fillStyle = colors.panel;
  context.globalAlpha = 0.88;
  context.fillRect(0, 0, frame.width, RULER_HEIGHT);
  context.globalAlpha = 1;
  context.strokeStyle = colors.line;
  context.fillStyle = colors['ink-soft'];
  context.font = '11px system-ui, sans-serif';
  context.textBaseline = 'middle';
  context.lineWidth = 1;
  context.beginPath();
  for (const tick of ticks) {
    if (tick < 0 || tick > frame.right) continue;
    const x = Math.round(toX(frame, view, tick)) + 0.5;
    context.moveTo(x, 0);
    context.lineTo(x, frame.height);
    context.fillText(
      tick === 0 ? '0' : formatDuration(nanos(BigInt(Math.round(tick)))),
      x + 4,
      RULER_HEIGHT / 2,
    );
  }
  context.globalAlpha = 0.5;
  context.stroke();
  context.globalAlpha = 1;
  const zero = toX(frame, view, 0);
  if (view.x < 0 && frame.left < 0 && zero > 60) {
    context.fillText('no time', Math.max(4, zero - 60), RULER_HEIGHT / 2);
  }
}
