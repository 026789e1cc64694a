import { VERDICTS, type Verdict, WORST_FIRST } from '../../model/verdict.ts';
import type { CallStrip } from '../../queries/answers.ts';
import { VERDICT_LOOK } from '../../queries/words.ts';

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
export const CELLS_HEIGHT = 44;
export const OVERVIEW_HEIGHT = 12;

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

/** First call on screen, not a whole number: the current one is kept in the middle, the ends at the ends. */
export function firstCell(count: number, width: number, current: number): number {
  const shown = width / CELL;
  return Math.max(0, Math.min(count - shown, current + 0.5 - shown / 2));
}

/** A cell per call, with a tick and a number where a turn begins. */
export function drawCells(
  context: CanvasRenderingContext2D,
  strip: CallStrip,
  width: number,
  current: number,
  hovered: number | undefined,
  colors: StripColors,
): void {
  context.clearRect(0, 0, width, CELLS_HEIGHT);
  const count = strip.verdict.length;
  const first = firstCell(count, width, current);
  context.textBaseline = 'middle';
  let lastLabel = Number.NEGATIVE_INFINITY;
  for (let call = Math.floor(first); call < Math.min(count, first + width / CELL + 1); call++) {
    const x = (call - first) * CELL;
    const verdict = VERDICTS[strip.verdict[call] as number] ?? 'unmatched';
    const tone = toneOf(verdict);
    const isQuiet = verdict === 'faithful';
    const [y, height] = isQuiet ? [20, 17] : [16, 25];
    context.fillStyle =
      verdict === 'divergent' || verdict === 'refused' ? colors[tone] : colors[`${tone}-tint`];
    context.strokeStyle = colors[tone];
    context.lineWidth = 1;
    context.beginPath();
    context.roundRect(x + 1.5, y + 0.5, CELL - 3, height - 1, 2.5);
    context.fill();
    if (verdict === 'unmatched') context.setLineDash([2, 2]);
    if (!isQuiet) context.stroke();
    context.setLineDash([]);
    context.fillStyle = verdict === 'divergent' || verdict === 'refused' ? colors.panel : colors[tone];
    context.font = '600 11px system-ui, sans-serif';
    context.textAlign = 'center';
    context.fillText(SIGNS[verdict], x + CELL / 2, y + height / 2 + 0.5);
    if (call === current || call === hovered) {
      context.strokeStyle = call === current ? colors.accent : colors['ink-soft'];
      context.lineWidth = call === current ? 2.5 : 1.5;
      context.beginPath();
      context.roundRect(x + 0.5, 14.5, CELL - 1, 28, 4);
      context.stroke();
    }
    const turn = strip.turn[call] as number;
    if (call > 0 && turn === strip.turn[call - 1]) continue;
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

/** One bar of the overview: the worst verdict of the calls that share a pixel. */
export interface OverviewBar {
  readonly x: number;
  readonly verdict: Verdict;
}

/** Made once per strip and width: stepping draws the bars again, but does not walk the calls again. */
export function overviewBars({ verdict }: CallStrip, width: number): readonly OverviewBar[] {
  const unit = width / verdict.length;
  const rank = VERDICTS.map((one) => WORST_FIRST.indexOf(one));
  const bars: OverviewBar[] = [];
  for (let call = 0; call < verdict.length; ) {
    const x = Math.floor(call * unit);
    let worst = verdict[call] as number;
    for (call++; call < verdict.length && Math.floor(call * unit) === x; call++) {
      const own = verdict[call] as number;
      if ((rank[own] as number) < (rank[worst] as number)) worst = own;
    }
    bars.push({ x, verdict: VERDICTS[worst] ?? 'unmatched' });
  }
  return bars;
}

/** All calls in one line, and which of them are shown as cells. */
export function drawOverview(
  context: CanvasRenderingContext2D,
  bars: readonly OverviewBar[],
  count: number,
  width: number,
  current: number,
  colors: StripColors,
): void {
  context.clearRect(0, 0, width, OVERVIEW_HEIGHT);
  const unit = width / count;
  const bar = Math.max(1, unit - (unit > 4 ? 1 : 0));
  for (const { x, verdict } of bars) {
    context.fillStyle = verdict === 'faithful' ? colors['good-tint'] : colors[toneOf(verdict)];
    context.fillRect(x, 1, bar, OVERVIEW_HEIGHT - 2);
  }
  const shown = Math.min(count, width / CELL);
  const first = firstCell(count, width, current);
  context.strokeStyle = colors.accent;
  context.lineWidth = 2;
  context.strokeRect(first * unit + 1, 1, Math.max(3, shown * unit - 2), OVERVIEW_HEIGHT - 2);
}
