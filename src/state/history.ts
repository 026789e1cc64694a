import { createStore } from 'zustand/vanilla';
import type { ItemChange, PeopleChange } from '../model/people.ts';
import type { Filters } from './view.ts';

/** Undo and redo as deltas: what people made, and the filters. `queries/use-people.ts` applies them. */
export type Change = PeopleChange | ItemChange<'filters', Filters>;

export interface Gesture {
  /** "pin an order", "order 5 steps": the undo button says it. */
  readonly label: string;
  readonly changes: readonly Change[];
}

export interface HistoryState {
  readonly undos: readonly Gesture[];
  readonly redos: readonly Gesture[];
  /** After a gesture was applied. Drops what could be redone. */
  did(gesture: Gesture): void;
  /** After the last gesture was undone / redone. */
  undid(): void;
  redid(): void;
  reset(): void;
}

const HISTORY_CAP = 500;

export const createHistoryStore = () =>
  createStore<HistoryState>((set) => ({
    undos: [],
    redos: [],
    did: (gesture) => set((state) => ({ undos: [...state.undos, gesture].slice(-HISTORY_CAP), redos: [] })),
    undid: () => set((state) => moved(state.undos, state.redos, (undos, redos) => ({ undos, redos }))),
    redid: () => set((state) => moved(state.redos, state.undos, (redos, undos) => ({ undos, redos }))),
    reset: () => set({ undos: [], redos: [] }),
  }));
export type HistoryStore = ReturnType<typeof createHistoryStore>;

function moved<T>(
  from: readonly Gesture[],
  to: readonly Gesture[],
  result: (from: readonly Gesture[], to: readonly Gesture[]) => T,
): T {
  const last = from.at(-1);
  return last === undefined ? result(from, to) : result(from.slice(0, -1), [...to, last]);
}

/** The changes that take a gesture back, last first. */
export const inverse = (gesture: Gesture): readonly Change[] =>
  gesture.changes
    .map((change) => ({ ...change, before: change.after, after: change.before }) as Change)
    .reverse();
