import { createStore } from 'zustand/vanilla';

/** The one import that may run: a bundle on its way into a new case. `queries/use-import.ts` drives it. */
export type Importing =
  | { readonly is: 'idle' }
  | {
      readonly is: 'reading';
      readonly title: string;
      /** The engine's words for the phase: "reading", "hashing", … */
      readonly phase: string;
      readonly done: number;
      readonly total: number;
      /** Spans and calls so far. */
      readonly records: number;
      readonly sketch: ImportSketch | undefined;
    }
  | { readonly is: 'failed'; readonly title: string; readonly because: readonly FailedBecause[] };

export interface FailedBecause {
  /** Evidence file, where one is to blame. */
  readonly file: string | undefined;
  readonly said: string;
  readonly hint: string | undefined;
}

/** Bars of the first spans (the engine's `Sketch`): ns after the first, and a lane each. */
export interface ImportSketch {
  readonly start: Float64Array;
  readonly end: Float64Array;
  readonly lane: Uint32Array;
  readonly kind: Uint8Array;
  readonly laneCount: number;
}

export interface ImportingState {
  readonly now: Importing;
  set(now: Importing): void;
}

export const createImportingStore = () =>
  createStore<ImportingState>((set) => ({ now: { is: 'idle' }, set: (now) => set({ now }) }));
export type ImportingStore = ReturnType<typeof createImportingStore>;
