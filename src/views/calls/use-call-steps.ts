import { useOfferCommand } from '../../queries/use-command.ts';
import {
  callsOfSlot,
  isDivergence,
  isGap,
  isOfTool,
  landOn,
  type Slots,
  touches,
  type Wanted,
  walk,
} from './call-walk.ts';

interface Standing {
  readonly slots: Slots;
  /** Position of the call in view. */
  readonly current: number;
  /** The attempt that stepping keeps to, where it has the call. */
  readonly attempt: number;
  /** The resource whose writes are looked for; undefined: the call touches none. */
  readonly resource: string | null | undefined;
  /** 1 for each call at which a breakpoint stops. */
  readonly stops: Uint8Array | undefined;
  readonly choose: (call: number) => void;
  readonly chooseAttempt: (attempt: number) => void;
}

/** Offers every way of stepping that is possible from the call in view. */
export function useCallSteps(standing: Standing): void {
  const { slots, current, attempt, resource, stops, choose, chooseAttempt } = standing;
  const { strip, count } = slots;
  const slot = strip.slot[current] as number;
  const to = (call: number | undefined) => (call === undefined ? undefined : () => choose(call));
  const step = (by: 1 | -1, isWanted: Wanted) => to(walk(slots, slot, by, attempt, isWanted));
  const any: Wanted = () => true;
  useOfferCommand('calls.next', step(1, any));
  useOfferCommand('calls.previous', step(-1, any));
  useOfferCommand('calls.first', slot > 0 ? to(landOn(slots, 0, attempt)) : undefined);
  useOfferCommand('calls.last', slot + 1 < count ? to(landOn(slots, count - 1, attempt)) : undefined);
  useOfferCommand('calls.next-divergence', step(1, isDivergence(strip)));
  useOfferCommand('calls.previous-divergence', step(-1, isDivergence(strip)));
  useOfferCommand('calls.next-gap', step(1, isGap(strip)));
  useOfferCommand('calls.previous-gap', step(-1, isGap(strip)));
  const ofTool = isOfTool(strip, strip.tool[current]);
  useOfferCommand('calls.next-of-tool', step(1, ofTool));
  useOfferCommand('calls.previous-of-tool', step(-1, ofTool));
  const writes: Wanted = resource === undefined ? () => false : touches(strip, resource, true);
  useOfferCommand('calls.next-write', step(1, writes));
  useOfferCommand('calls.previous-write', step(-1, writes));
  const isStop: Wanted = (call) => stops?.[call] === 1;
  useOfferCommand('calls.run', stops === undefined ? undefined : step(1, isStop));
  useOfferCommand('calls.run-back', stops === undefined ? undefined : step(-1, isStop));

  const calls = callsOfSlot(slots, slot);
  const at = calls.indexOf(current);
  const other = (by: 1 | -1) => {
    const call = calls[at + by];
    if (call === undefined) return undefined;
    return () => {
      chooseAttempt(strip.attempt[call] as number);
      choose(call);
    };
  };
  useOfferCommand('calls.next-attempt', other(1));
  useOfferCommand('calls.previous-attempt', other(-1));
}
