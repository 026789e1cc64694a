import { VERDICTS, type Verdict } from '../../model/verdict.ts';
import type { CallStrip } from '../../queries/answers.ts';
import type { Breakpoint } from '../../state/breakpoint.ts';

const DIVERGENT: ReadonlySet<Verdict> = new Set<Verdict>(['divergent', 'refused']);
/** Nothing is known to differ, and something is not known. */
const GAPS: ReadonlySet<Verdict> = new Set<Verdict>(['unmatched', 'not-reexecuted', 'audit-incomplete']);

export type Wanted = (call: number) => boolean;

/** The strip, and the calls of each slot: `calls[from[n] … from[n + 1])`, in the order of the attempts. */
export interface Slots {
  readonly strip: CallStrip;
  readonly count: number;
  readonly from: Uint32Array;
  readonly calls: Uint32Array;
}

export function slotsOf(strip: CallStrip): Slots {
  const { slot, slots: count, attempt } = strip;
  const from = new Uint32Array(count + 1);
  for (const one of slot) from[one + 1] = (from[one + 1] as number) + 1;
  for (let one = 0; one < count; one++) from[one + 1] = (from[one + 1] as number) + (from[one] as number);
  const fill = from.slice();
  const calls = new Uint32Array(slot.length);
  const byAttempt = Uint32Array.from(slot, (_, call) => call);
  if (strip.attempts.length > 1) {
    byAttempt.sort((a, b) => (attempt[a] as number) - (attempt[b] as number) || a - b);
  }
  for (const call of byAttempt) {
    const own = slot[call] as number;
    calls[fill[own] as number] = call;
    fill[own] = (fill[own] as number) + 1;
  }
  return { strip, count, from, calls };
}

export const callsOfSlot = ({ from, calls }: Slots, slot: number): Uint32Array =>
  calls.subarray(from[slot] ?? 0, from[slot + 1] ?? 0);

export const verdictAt = (strip: CallStrip, call: number): Verdict =>
  VERDICTS[strip.verdict[call] ?? -1] ?? 'unmatched';

/** The call of a slot in an attempt, as far as it is wanted; else the first wanted one of another attempt. */
export function landOn(
  slots: Slots,
  slot: number,
  attempt: number,
  isWanted: Wanted = () => true,
): number | undefined {
  // every way of stepping is asked at each step, over all calls where it finds none: nothing is allocated here
  const { strip, from, calls } = slots;
  let first: number | undefined;
  for (let at = from[slot] ?? 0; at < (from[slot + 1] ?? 0); at++) {
    const call = calls[at] as number;
    if (!isWanted(call)) continue;
    if (strip.attempt[call] === attempt) return call;
    first ??= call;
  }
  return first;
}

/** Next (`by` 1) or previous (-1) slot of which a call is wanted, in this attempt or any other; undefined: there is none. */
export function walk(
  slots: Slots,
  from: number,
  by: 1 | -1,
  attempt: number,
  isWanted: Wanted,
): number | undefined {
  for (let slot = from + by; slot >= 0 && slot < slots.count; slot += by) {
    const call = landOn(slots, slot, attempt, isWanted);
    if (call !== undefined) return call;
  }
  return undefined;
}

export const isDivergence =
  (strip: CallStrip): Wanted =>
  (call) =>
    DIVERGENT.has(verdictAt(strip, call));

export const isGap =
  (strip: CallStrip): Wanted =>
  (call) =>
    GAPS.has(verdictAt(strip, call));

export const isOfTool =
  ({ tool }: CallStrip, wanted: number | undefined): Wanted =>
  (call) =>
    tool[call] === wanted;

/** @param resource as the strip lists it. */
export function touches(strip: CallStrip, resource: string | null, writesOnly: boolean): Wanted {
  const number = strip.resources.indexOf(resource);
  const { touched, touchedFrom } = strip;
  return (call) => {
    for (let at = touchedFrom[call] ?? 0; at < (touchedFrom[call + 1] ?? 0); at++) {
      const one = touched[at] as number;
      if (one >>> 1 === number && (!writesOnly || (one & 1) === 1)) return true;
    }
    return false;
  };
}

/** Resources that a call touches, in the order of its record, what it writes first. */
export const resourcesOf = (strip: CallStrip, call: number): readonly (string | null)[] =>
  [...strip.touched.subarray(strip.touchedFrom[call] ?? 0, strip.touchedFrom[call + 1] ?? 0)]
    .sort((a, b) => (b & 1) - (a & 1))
    .map((one) => strip.resources[one >>> 1] ?? null);

/** What stops at a breakpoint. */
export function stopsAt(strip: CallStrip, breakpoint: Breakpoint): Wanted {
  switch (breakpoint.is) {
    case 'verdict':
      return (call) => verdictAt(strip, call) === breakpoint.verdict;
    case 'tool':
      return isOfTool(strip, strip.tools.indexOf(breakpoint.tool));
    case 'resource':
      return touches(strip, breakpoint.resource, breakpoint.at === 'writes');
  }
}

/** Slots at which a call is wanted. */
export function countSlots(slots: Slots, isWanted: Wanted): number {
  let count = 0;
  for (let slot = 0; slot < slots.count; slot++) {
    if (landOn(slots, slot, 0, isWanted) !== undefined) count++;
  }
  return count;
}

/** The first slot of a turn; where no call is of that turn, the first of the next turn that has one. */
export function slotOfTurn(slots: Slots, turn: number): number | undefined {
  let best: { readonly slot: number; readonly turn: number } | undefined;
  for (let slot = 0; slot < slots.count; slot++) {
    const own = slots.strip.turn[slots.calls[slots.from[slot] as number] as number] as number;
    if (own === turn) return slot;
    if (own > turn && (best === undefined || own < best.turn)) best = { slot, turn: own };
  }
  return best?.slot;
}
