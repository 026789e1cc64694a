import { type PointerEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { formatCount } from '../../lib/format-size.ts';
import type { CallStrip } from '../../queries/answers.ts';
import { VERDICT_LOOK } from '../../queries/words.ts';
import { useThemeColors } from '../../ui/theme-color.ts';
import { contextOf, useCanvasSize } from '../../ui/use-canvas.ts';
import { verdictAt } from './call-walk.ts';
import {
  CELL,
  CELLS_HEIGHT,
  drawCells,
  drawOverview,
  firstCell,
  OVERVIEW_HEIGHT,
  overviewBars,
  STRIP_COLORS,
  type StripColors,
} from './draw-strip.ts';

interface Props {
  readonly strip: CallStrip;
  readonly current: number;
  readonly onChoose: (call: number) => void;
}

/** A cell per call; for the mouse. Keys step, and the list below says the same in words. */
export function CallStripView({ strip, current, onChoose }: Props): ReactNode {
  const count = strip.verdict.length;
  const box = useRef<HTMLDivElement>(null);
  const cells = useRef<HTMLCanvasElement>(null);
  const size = useCanvasSize(box, cells);
  const colors = useThemeColors(STRIP_COLORS);
  const [hovered, setHovered] = useState<number | undefined>(undefined);
  useEffect(() => {
    const context = size === undefined ? undefined : contextOf(cells.current, size.ratio);
    if (context !== undefined && size !== undefined)
      drawCells(context, strip, size.width, current, hovered, colors);
  }, [strip, size, current, hovered, colors]);
  const callAt = (event: PointerEvent): number | undefined => {
    if (size === undefined) return undefined;
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    const call = Math.floor(firstCell(count, size.width, current) + x / CELL);
    return call >= 0 && call < count ? call : undefined;
  };
  const isLong = size !== undefined && count * CELL > size.width;
  const hint = hovered ?? current;
  return (
    <div className="wm-strip" aria-hidden="true">
      <div
        className="wm-strip-cells"
        ref={box}
        style={{ height: CELLS_HEIGHT }}
        title={`call ${formatCount(hint + 1)}: ${strip.tools[strip.tool[hint] ?? -1] ?? ''}, ${VERDICT_LOOK[verdictAt(strip, hint)].word}`}
        onPointerMove={(event) => setHovered(callAt(event))}
        onPointerLeave={() => setHovered(undefined)}
        onPointerDown={(event) => {
          const call = callAt(event);
          if (call !== undefined) onChoose(call);
        }}
      >
        <canvas ref={cells} />
      </div>
      {isLong ? <Overview strip={strip} current={current} colors={colors} onChoose={onChoose} /> : undefined}
    </div>
  );
}

function Overview({ strip, current, colors, onChoose }: Props & { readonly colors: StripColors }): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = useCanvasSize(box, canvas);
  const bars = useMemo(() => overviewBars(strip, size?.width ?? 1), [strip, size?.width]);
  const count = strip.verdict.length;
  useEffect(() => {
    const context = size === undefined ? undefined : contextOf(canvas.current, size.ratio);
    if (context !== undefined && size !== undefined)
      drawOverview(context, bars, count, size.width, current, colors);
  }, [bars, count, size, current, colors]);
  const go = (event: PointerEvent): void => {
    if (event.buttons === 0) return;
    const bounds = event.currentTarget.getBoundingClientRect();
    const share = (event.clientX - bounds.left) / Math.max(1, bounds.width);
    onChoose(Math.min(count - 1, Math.max(0, Math.floor(share * count))));
  };
  return (
    <div
      className="wm-strip-overview"
      ref={box}
      style={{ height: OVERVIEW_HEIGHT }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        go(event);
      }}
      onPointerMove={go}
    >
      <canvas ref={canvas} />
    </div>
  );
}
