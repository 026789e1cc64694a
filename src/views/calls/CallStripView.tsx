import { type PointerEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { formatCount } from '../../lib/format-size.ts';
import { VERDICT_LOOK } from '../../queries/words.ts';
import { EvidenceText } from '../../ui/EvidenceText.tsx';
import { useThemeColors } from '../../ui/theme-color.ts';
import { contextOf, useCanvasSize } from '../../ui/use-canvas.ts';
import { landOn, type Slots, verdictAt } from './call-walk.ts';
import {
  CELL,
  drawCells,
  drawOverview,
  firstCell,
  OVERVIEW_HEIGHT,
  overviewBars,
  pictureOf,
  rowAt,
  STRIP_COLORS,
  type StripColors,
  type StripPicture,
  shownPart,
} from './draw-strip.ts';

interface Props {
  readonly slots: Slots;
  readonly current: number;
  /** 1 for each call at which a breakpoint stops; undefined where none is set. */
  readonly stops: Uint8Array | undefined;
  readonly onChoose: (call: number) => void;
  /** A cell or a name of the attempt was chosen. */
  readonly onAttempt: (attempt: number) => void;
}

/** A column per call and a cell per attempt; for the mouse. Keys step, and the list below says the same in words. */
export function CallStripView({ slots, current, stops, onChoose, onAttempt }: Props): ReactNode {
  const { strip, count } = slots;
  const attempt = strip.attempt[current] as number;
  const picture = useMemo(() => pictureOf(slots, attempt, stops), [slots, attempt, stops]);
  const box = useRef<HTMLDivElement>(null);
  const cells = useRef<HTMLCanvasElement>(null);
  const size = useCanvasSize(box, cells);
  const colors = useThemeColors(STRIP_COLORS);
  const [hovered, setHovered] = useState<number | undefined>(undefined);
  useEffect(() => {
    const context = size === undefined ? undefined : contextOf(cells.current, size.ratio);
    if (context !== undefined && size !== undefined)
      drawCells(context, picture, size.width, current, hovered, colors);
  }, [picture, size, current, hovered, colors]);
  const callAt = (event: PointerEvent): number | undefined => {
    if (size === undefined) return undefined;
    const bounds = event.currentTarget.getBoundingClientRect();
    const slot = Math.floor(
      firstCell(count, size.width, strip.slot[current] as number) + (event.clientX - bounds.left) / CELL,
    );
    if (slot < 0 || slot >= count) return undefined;
    const row = picture.rows[rowAt(picture, event.clientY - bounds.top)] ?? 0;
    return landOn(slots, slot, row);
  };
  const isLong = size !== undefined && count * CELL > size.width;
  const hint = hovered ?? current;
  const hasAttempts = strip.attempts.length > 1;
  return (
    <div className="wm-strip" aria-hidden="true">
      <div className="wm-strip-rows">
        {hasAttempts ? (
          <div className="wm-strip-names">
            {picture.rows.map((row) => (
              <div
                key={row}
                className={row === attempt ? 'wm-strip-name wm-strip-name-now' : 'wm-strip-name'}
                style={{ height: picture.rowHeight }}
                title={strip.attempts[row]?.label}
                onPointerDown={() => onAttempt(row)}
              >
                <EvidenceText text={strip.attempts[row]?.label ?? ''} />
              </div>
            ))}
          </div>
        ) : undefined}
        <div
          className="wm-strip-cells"
          ref={box}
          style={{ height: picture.height }}
          title={hintOf(slots, hint)}
          onPointerMove={(event) => setHovered(callAt(event))}
          onPointerLeave={() => setHovered(undefined)}
          onPointerDown={(event) => {
            const call = callAt(event);
            if (call === undefined) return;
            if (hasAttempts) onAttempt(strip.attempt[call] as number);
            onChoose(call);
          }}
        >
          <canvas ref={cells} />
        </div>
      </div>
      {isLong ? (
        <Overview
          picture={picture}
          current={strip.slot[current] as number}
          colors={colors}
          onChoose={(slot) => {
            const call = landOn(slots, slot, attempt);
            if (call !== undefined) onChoose(call);
          }}
        />
      ) : undefined}
    </div>
  );
}

function hintOf({ strip }: Slots, call: number): string {
  const attempt = strip.attempts.length > 1 ? ` in ${strip.attempts[strip.attempt[call] ?? 0]?.label}` : '';
  const tool = strip.tools[strip.tool[call] ?? -1] ?? '';
  return `call ${formatCount((strip.slot[call] ?? 0) + 1)}: ${tool}, ${VERDICT_LOOK[verdictAt(strip, call)].word}${attempt}`;
}

interface OverviewProps {
  readonly picture: StripPicture;
  /** The slot in view. */
  readonly current: number;
  readonly colors: StripColors;
  readonly onChoose: (slot: number) => void;
}

function Overview({ picture, current, colors, onChoose }: OverviewProps): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = useCanvasSize(box, canvas);
  const { slots, stops } = picture;
  const bars = useMemo(() => overviewBars({ slots, stops }, size?.width ?? 1), [slots, stops, size?.width]);
  const { count } = slots;
  useEffect(() => {
    const context = size === undefined ? undefined : contextOf(canvas.current, size.ratio);
    if (context !== undefined && size !== undefined) drawOverview(context, bars, count, size.width, colors);
  }, [bars, count, size, colors]);
  const part = shownPart(count, size?.width ?? 1, current);
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
      <div
        className="wm-strip-shown"
        style={{ width: part.width, transform: `translateX(${part.left}px)` }}
      />
    </div>
  );
}
