import { useStore } from 'zustand';
import { type Breakpoint, breakpointKey } from '../state/breakpoint.ts';
import { useWorkbench } from './workbench.ts';

export interface Breakpoints {
  readonly breakpoints: readonly Breakpoint[];
  /** One that is set already stays where it is. */
  set(breakpoint: Breakpoint): void;
  remove(breakpoint: Breakpoint): void;
  clear(): void;
}

/** The breakpoints of the open case. */
export function useBreakpoints(): Breakpoints {
  const { view } = useWorkbench();
  const breakpoints = useStore(view, (state) => state.breakpoints);
  const without = (gone: Breakpoint): readonly Breakpoint[] =>
    breakpoints.filter((one) => breakpointKey(one) !== breakpointKey(gone));
  const { setBreakpoints } = view.getState();
  return {
    breakpoints,
    set: (breakpoint) => {
      if (without(breakpoint).length === breakpoints.length) setBreakpoints([...breakpoints, breakpoint]);
    },
    remove: (breakpoint) => setBreakpoints(without(breakpoint)),
    clear: () => setBreakpoints([]),
  };
}
