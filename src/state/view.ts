import { createStore } from 'zustand/vanilla';
import type { CorpusFilter } from '../model/corpus.ts';
import { type EvidenceLink, type Finding, linkKey } from '../model/people.ts';
import type { ProblemCode } from '../model/problem.ts';
import type { Breakpoint } from './breakpoint.ts';

/** What a reload may lose and what dies with the case: filters, viewports, breakpoints. Never spans, never evidence. */
export interface ViewState {
  readonly filters: Filters;
  /** Pan and zoom of a drawing, by a name its view chooses ("graph:<session>:order"). */
  readonly viewports: ReadonlyMap<string, Viewport>;
  /** Steps that stand for all that hangs below them, in the drawing and in the tree, by session. */
  readonly folded: ReadonlyMap<string, ReadonlySet<number>>;
  /** What was selected last, the newest first, to be linked to a finding. */
  readonly recent: readonly EvidenceLink[];
  /** A finding that is being written and is not saved. */
  readonly draft: FindingDraft | undefined;
  /** Where stepping through the calls stops, in the order in which they were set; of every session of the case. */
  readonly breakpoints: readonly Breakpoint[];
  setFilters(filters: Filters): void;
  setViewport(name: string, viewport: Viewport): void;
  setFolded(session: string, steps: ReadonlySet<number>): void;
  looked(at: EvidenceLink): void;
  setDraft(draft: FindingDraft | undefined): void;
  setBreakpoints(breakpoints: readonly Breakpoint[]): void;
  /** When the case is closed. */
  reset(): void;
}

export type FindingDraft = Omit<Finding, 'id' | 'author' | 'at'> & {
  /** Of the finding that is changed; absent for a new one. */
  readonly id?: string;
};

export interface Viewport {
  /** Screen pixels per unit, and the offset in pixels. */
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

/** Undoable, like pins and notes. An absent member filters nothing. */
export interface Filters {
  /** Literal text, not a pattern. */
  readonly ledgerText?: string;
  readonly ledgerFile?: string;
  readonly ledgerSeverity?: 'error' | 'warning' | 'info';
  readonly ledgerCode?: ProblemCode;
  /** Overlaps below this are not marked in the graph (design.md 5.3: a display filter only). */
  readonly overlapAtLeastMs?: number;
  readonly corpus?: CorpusFilter;
  readonly callVerdict?: string;
  readonly callTool?: string;
}

const RECENT_CAP = 12;

export const createViewStore = () =>
  createStore<ViewState>((set) => ({
    filters: {},
    viewports: new Map(),
    folded: new Map(),
    recent: [],
    draft: undefined,
    breakpoints: [],
    setFilters: (filters) => set({ filters }),
    setViewport: (name, viewport) =>
      set((state) => ({ viewports: new Map(state.viewports).set(name, viewport) })),
    setFolded: (session, steps) => set((state) => ({ folded: new Map(state.folded).set(session, steps) })),
    looked: (at) =>
      set((state) => ({
        recent: [at, ...state.recent.filter((link) => linkKey(link) !== linkKey(at))].slice(0, RECENT_CAP),
      })),
    setDraft: (draft) => set({ draft }),
    setBreakpoints: (breakpoints) => set({ breakpoints }),
    reset: () =>
      set({
        filters: {},
        viewports: new Map(),
        folded: new Map(),
        recent: [],
        draft: undefined,
        breakpoints: [],
      }),
  }));
export type ViewStore = ReturnType<typeof createViewStore>;
