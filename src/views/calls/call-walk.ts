import { VERDICTS, type Verdict } from '../../model/verdict.ts';
import type { CallStrip } from '../../queries/answers.ts';

const DIVERGENT: ReadonlySet<Verdict> = new Set<Verdict>(['divergent', 'refused']);
/** Nothing is known to differ, and something is not known. */
const GAPS: ReadonlySet<Verdict> = new Set<Verdict>(['unmatched', 'not-reexecuted', 'audit-incomplete']);

export const verdictAt = (strip: CallStrip, call: number): Verdict =>
  VERDICTS[strip.verdict[call] ?? -1] ?? 'unmatched';

/** Next (`by` 1) or previous (-1) call that is looked for; undefined when there is none in that direction. */
function walk(
  strip: CallStrip,
  from: number,
  by: 1 | -1,
  isWanted: (call: number) => boolean,
): number | undefined {
  for (let call = from + by; call >= 0 && call < strip.verdict.length; call += by) {
    if (isWanted(call)) return call;
  }
  return undefined;
}

export const divergenceFrom = (strip: CallStrip, from: number, by: 1 | -1): number | undefined =>
  walk(strip, from, by, (call) => DIVERGENT.has(verdictAt(strip, call)));

export const gapFrom = (strip: CallStrip, from: number, by: 1 | -1): number | undefined =>
  walk(strip, from, by, (call) => GAPS.has(verdictAt(strip, call)));

export const sameToolFrom = (strip: CallStrip, from: number, by: 1 | -1): number | undefined =>
  walk(strip, from, by, (call) => strip.tool[call] === strip.tool[from]);
