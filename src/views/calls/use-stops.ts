import { useMemo } from 'react';
import type { Breakpoint } from '../../state/breakpoint.ts';
import { countSlots, type Slots, stopsAt } from './call-walk.ts';

export interface Stops {
  /** 1 for each call at which some breakpoint stops; undefined where none is set. */
  readonly any: Uint8Array | undefined;
  /** How many calls each breakpoint stops at. */
  readonly counts: readonly number[];
  /** @param breakpoint its position. */
  isAt(breakpoint: number, call: number): boolean;
}

/** Where the breakpoints stop in a session; walked once for each change of them. */
export function useStops(slots: Slots, breakpoints: readonly Breakpoint[]): Stops {
  return useMemo(() => {
    const wanted = breakpoints.map((breakpoint) => stopsAt(slots.strip, breakpoint));
    const any = new Uint8Array(slots.calls.length);
    for (const isWanted of wanted) {
      for (let call = 0; call < any.length; call++) if (any[call] === 0 && isWanted(call)) any[call] = 1;
    }
    return {
      any: breakpoints.length === 0 ? undefined : any,
      counts: wanted.map((isWanted) => countSlots(slots, isWanted)),
      isAt: (breakpoint, call) => wanted[breakpoint]?.(call) ?? false,
    };
  }, [slots, breakpoints]);
}
