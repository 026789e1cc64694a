import { VERDICTS, type Verdict, WORST_FIRST } from '../../model/verdict.ts';
import { VERDICT_LOOK } from '../../queries/words.ts';
import { callsOfSlot, type Slots, verdictAt } from './call-walk.ts';

export const STRIP_COLORS = [
  'panel',
  'ink',
  'ink-soft',
  'line',
  'line-strong',
  'accent',
  ...(['good', 'bad', 'warn', 'gap', 'void', 'grave'] as const).flatMap(
    (tone) => [tone, `${tone}-tint`] as const,
  ),
] as const;
export type StripColors = Readonly<Record<(typeof STRIP_COLORS)[number], string>>;

export const CELL = 20;
const TICKS = 14;
const MARKS = 8;
export const OVERVIEW_HEIGHT = 12;
/** Attempts that are drawn at once: the one in view and those around it. */
const ROWS = 8;

/** What of a session's calls is drawn, and how high. */
export interface StripPicture {
  readonly slots: Slots;
  /** Attempts, a row each. */
  readonly rows: readonly number[];
  readonly rowHeight: number;
  readonly height: number;
  /** 1 for each call at which a breakpoint stops; undefined where none is set. */
  readonly stops: Uint8Array | undefined;
}

export function pictureOf(slots: Slots, attempt: number, stops: Uint8Array | undefined): StripPicture {
  const count = Math.max(1, slots.strip.attempts.length);
  const first = Math.max(0, Math.min(count - ROWS, attempt - (ROWS >> 1)));
  const rows = Array.from({ length: Math.min(count, ROWS) }, (_, i) => first + i);
  const rowHeight = count === 1 ? 28 : count <= 4 ? 24 : 18;
  return {
    slots,
    rows,
    rowHeight,
    height: TICKS + rows.length * rowHeight + (stops === undefined ? 2 : MARKS),
    stops,
  };
}

/** A sign in each cell, so that colour is not alone. */
const SIGNS: Readonly<Record<Verdict, string>> = {
  refused: '✕',
  unmatched: '◇',
  'not-reexecuted': '»',
  divergent: '≠',
  'audit-incomplete': '◐',
  faithful: '✓',
};

type Tone = 'good' | 'bad' | 'warn' | 'gap' | 'void' | 'grave';
const toneOf = (verdict: Verdict): Tone => VERDICT_LOOK[verdict].tone as Tone;

/** First slot on screen, not a whole number: the current one is kept in the middle, the ends at the ends. */
export function firstCell(count: number, width: number, current: number): number {
  const shown = width / CELL;
  return Math.max(0, Math.min(count - shown, current + 0.5 - shown / 2));
}

/** Row of the picture that a height in it belongs to. */
export const rowAt = ({ rows, rowHeight }: StripPicture, y: number): number =>
  Math.max(0, Math.min(rows.length - 1, Math.floor((y - TICKS) / rowHeight)));

/** A column per slot, a cell per attempt, with a tick and a number where a turn begins. */
export function drawCells(
  context: CanvasRenderingContext2D,
  picture: StripPicture,
  width: number,
  current: number,
  hovered: number | undefined,
  colors: StripColors,
): void {
  const { slots, rows, rowHeight, stops, height } = picture;
  const { strip } = slots;
  context.clearRect(0, 0, width, height);
  const currentSlot = strip.slot[current] as number;
  const first = firstCell(slots.count, width, currentSlot);
  context.textBaseline = 'middle';
  const last = Math.min(slots.count, first + width / CELL + 1);
  for (let slot = Math.floor(first); slot < last; slot++) {
    const x = (slot - first) * CELL;
    const calls = callsOfSlot(slots, slot);
    for (const call of calls) {
      const row = rows.indexOf(strip.attempt[call] as number);
      if (row < 0) continue;
      const y = TICKS + row * rowHeight;
      drawCell(context, verdictAt(strip, call), x, y, rowHeight, colors);
      if (call !== current && call !== hovered) continue;
      context.strokeStyle = call === current ? colors.accent : colors['ink-soft'];
      context.lineWidth = call === current ? 2.5 : 1.5;
      context.beginPath();
      context.roundRect(x + 0.5, y + 0.5, CELL - 1, rowHeight - 1, 4);
      context.stroke();
    }
    if (calls.some((call) => stops?.[call] === 1)) drawStop(context, x, height, colors);
  }
  drawTurns(context, slots, first, last, colors);
}

function drawCell(
  context: CanvasRenderingContext2D,
  verdict: Verdict,
  x: number,
  top: number,
  rowHeight: number,
  colors: StripColors,
): void {
  const tone = toneOf(verdict);
  const isQuiet = verdict === 'faithful';
  const isLoud = verdict === 'divergent' || verdict === 'refused';
  const inset = isQuiet ? Math.max(2, (rowHeight - 18) / 2) : 2;
  context.fillStyle = isLoud ? colors[tone] : colors[`${tone}-tint`];
  context.strokeStyle = colors[tone];
  context.lineWidth = 1;
  context.beginPath();
  context.roundRect(x + 1.5, top + inset + 0.5, CELL - 3, rowHeight - 2 * inset - 1, 2.5);
  context.fill();
  if (verdict === 'unmatched') context.setLineDash([2, 2]);
  if (!isQuiet) context.stroke();
  context.setLineDash([]);
  context.fillStyle = isLoud ? colors.panel : colors[tone];
  context.font = '600 11px system-ui, sans-serif';
  context.textAlign = 'center';
  context.fillText(SIGNS[verdict], x + CELL / 2, top + rowHeight / 2 + 0.5);
}

/** A triangle under a column that stepping stops at. */
function drawStop(context: CanvasRenderingContext2D, x: number, height: number, colors: StripColors): void {
  context.fillStyle = colors.accent;
  context.beginPath();
  context.moveTo(x + CELL / 2, height - 6.5);
  context.lineTo(x + CELL / 2 + 5, height - 0.5);
  context.lineTo(x + CELL / 2 - 5, height - 0.5);
  context.fill();
}

function drawTurns(
  context: CanvasRenderingContext2D,
  slots: Slots,
  first: number,
  last: number,
  colors: StripColors,
): void {
  const turnOf = (slot: number): number => slots.strip.turn[callsOfSlot(slots, slot)[0] as number] as number;
  let lastLabel = Number.NEGATIVE_INFINITY;
  for (let slot = Math.floor(first); slot < last; slot++) {
    const turn = turnOf(slot);
    if (slot > 0 && turn === turnOf(slot - 1)) continue;
    const x = (slot - first) * CELL;
    context.strokeStyle = colors['line-strong'];
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(x + 0.5, 2);
    context.lineTo(x + 0.5, 13);
    context.stroke();
    if (turn < 0 || x - lastLabel < 24) continue;
    lastLabel = x;
    context.fillStyle = colors['ink-soft'];
    context.font = '10px system-ui, sans-serif';
    context.textAlign = 'left';
    context.fillText(String(turn), x + 3, 7);
  }
}

/** One bar of the overview: the worst verdict of the calls that share a pixel, and whether stepping stops at one. */
export interface OverviewBar {
  readonly x: number;
  readonly verdict: Verdict;
  readonly isStop: boolean;
}

/** Made once per picture and width: stepping neither walks the calls nor draws the bars again. */
export function overviewBars(
  { slots, stops }: Pick<StripPicture, 'slots' | 'stops'>,
  width: number,
): readonly OverviewBar[] {
  const { verdict } = slots.strip;
  const unit = width / slots.count;
  const rank = VERDICTS.map((one) => WORST_FIRST.indexOf(one));
  const bars: OverviewBar[] = [];
  for (let slot = 0; slot < slots.count; ) {
    const x = Math.floor(slot * unit);
    let worst = VERDICTS.indexOf('faithful');
    let isStop = false;
    for (; slot < slots.count && Math.floor(slot * unit) === x; slot++) {
      for (const call of callsOfSlot(slots, slot)) {
        const own = verdict[call] as number;
        if ((rank[own] as number) < (rank[worst] as number)) worst = own;
        if (stops?.[call] === 1) isStop = true;
      }
    }
    bars.push({ x, verdict: VERDICTS[worst] ?? 'unmatched', isStop });
  }
  return bars;
}

/** All calls in one line. */
export function drawOverview(
  context: CanvasRenderingContext2D,
  bars: readonly OverviewBar[],
  count: number,
  width: number,
  colors: StripColors,
): void {
  context.clearRect(0, 0, width, OVERVIEW_HEIGHT);
  const unit = width / count;
  const bar = Math.max(1, unit - (unit > 4 ? 1 : 0));
  for (const { x, verdict, isStop } of bars) {
    context.fillStyle = verdict === 'faithful' ? colors['good-tint'] : colors[toneOf(verdict)];
    context.fillRect(x, 1, bar, OVERVIEW_HEIGHT - 2);
    if (!isStop) continue;
    context.fillStyle = colors.accent;
    context.fillRect(x, OVERVIEW_HEIGHT - 3, Math.max(2, bar), 3);
  }
}

/** Which part of the overview is shown as cells: left edge and width in px. */
export function shownPart(
  count: number,
  width: number,
  current: number,
): { readonly left: number; readonly width: number } {
  const unit = width / count;
  const shown = Math.min(count, width / CELL);
  return { left: firstCell(count, width, current) * unit, width: Math.max(4, shown * unit) };
}
