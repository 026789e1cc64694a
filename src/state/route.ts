import { createStore } from 'zustand/vanilla';

/**
 * Where the examiner is: the part of the state that lives in the URL. `app/routes.ts` is the codec; everything else
 * reads and changes this store (through `useRoute` and `useGo` of `queries/`).
 */
export type Route = { readonly is: 'start' } | CaseRoute;

export interface CaseRoute {
  readonly is: 'case';
  readonly caseId: string;
  readonly screen: Screen;
  /** Session id as the document has it; undefined: none chosen (screens then take the first). */
  readonly session: string | undefined;
  readonly selection: Selection | undefined;
}

export const SCREENS = ['triage', 'graph', 'calls', 'decisions', 'findings', 'ledger'] as const;
export type Screen = (typeof SCREENS)[number];

/** One selected thing, by the numbers that the engine's questions use. */
export type Selection =
  /** Step index in the session. */
  | { readonly is: 'step'; readonly step: number }
  /** Row in the span table of a span that is no step. */
  | { readonly is: 'span'; readonly row: number }
  /** Position in the session's calls. */
  | { readonly is: 'call'; readonly call: number }
  /** Step ids of an order question. */
  | { readonly is: 'question'; readonly a: string; readonly b: string }
  | { readonly is: 'decision'; readonly input: string; readonly decision: number }
  | { readonly is: 'finding'; readonly id: string }
  /** A place in an evidence file, by path. */
  | { readonly is: 'raw'; readonly path: string; readonly byte: number };

export interface RouteState {
  readonly route: Route;
  /** Whether the last change makes an entry in the browser's history. */
  readonly push: boolean;
  go(route: Route, how?: 'push' | 'replace'): void;
}

export const createRouteStore = (first: Route = { is: 'start' }) =>
  createStore<RouteState>((set) => ({
    route: first,
    push: false,
    go: (route, how = 'push') => set({ route, push: how === 'push' }),
  }));
export type RouteStore = ReturnType<typeof createRouteStore>;

/** A change to where we are inside the open case; what is not named stays. Another session drops the selection. */
export interface RouteChange {
  readonly screen?: Screen;
  readonly session?: string;
  /** `'none'` clears it. */
  readonly selection?: Selection | 'none';
}

/** The route after the change; unchanged when no case is open. */
export function changedRoute(route: Route, change: RouteChange): Route {
  if (route.is === 'start') return route;
  const session = change.session ?? route.session;
  const kept = session === route.session ? route.selection : undefined;
  return {
    ...route,
    screen: change.screen ?? route.screen,
    session,
    selection: change.selection === 'none' ? undefined : (change.selection ?? kept),
  };
}
