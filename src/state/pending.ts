import { createStore } from 'zustand/vanilla';

/** Work that was begun and is no question to the engine: writes, keys on their way, a drop that is being listed. */
export interface PendingState {
  readonly count: number;
  /** Counts the work until it settles. @returns the same promise. */
  track<T>(work: Promise<T>): Promise<T>;
}

export const createPendingStore = () =>
  createStore<PendingState>((set) => ({
    count: 0,
    track: (work) => {
      const change = (by: number): void => set(({ count }) => ({ count: count + by }));
      change(1);
      const end = (): void => change(-1);
      work.then(end, end);
      return work;
    },
  }));
export type PendingStore = ReturnType<typeof createPendingStore>;
