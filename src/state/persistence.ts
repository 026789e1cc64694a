import type { PeopleMade } from '../model/people.ts';
import type { HistoryState } from './history.ts';
import type { KeysState } from './keys.ts';
import type { Preferences } from './preferences.ts';
import type { CaseRoute } from './route.ts';
import type { ViewState } from './view.ts';

/** Where a piece of state is kept, and so what it survives. */
export type Keeping =
  /** In the address: survives a reload and can be sent to somebody who holds the case. */
  | 'url'
  /** In IndexedDB with the case: survives everything but deletion and eviction; exported with the findings. */
  | 'case'
  /** In localStorage: survives the case. */
  | 'browser'
  /** In this page's memory: dies on reload. */
  | 'page'
  /** In the engine's memory, in the worker: dies on reload, on "forget" and after the idle time. */
  | 'engine';

type Data<T> = { [K in keyof T as T[K] extends (...args: never[]) => unknown ? never : K]: T[K] };
type Rows<T> = { readonly [K in keyof Data<T>]-?: Keeping };

/** A row per key of every store; the types demand one for each. */
export const PERSISTENCE: {
  readonly route: Rows<CaseRoute>;
  readonly people: Rows<PeopleMade>;
  readonly preferences: Rows<Preferences>;
  readonly view: Rows<ViewState>;
  readonly history: Rows<HistoryState>;
  readonly keys: Rows<KeysState> & { readonly keyBytes: 'engine' };
} = {
  route: { is: 'url', caseId: 'url', screen: 'url', session: 'url', selection: 'url' },
  people: {
    pins: 'case',
    assumedParents: 'case',
    names: 'case',
    expectSealed: 'case',
    formats: 'case',
    comparisons: 'case',
    notes: 'case',
    findings: 'case',
    claims: 'case',
  },
  preferences: {
    theme: 'browser',
    panes: 'browser',
    examiner: 'browser',
    keyIdleMinutes: 'browser',
    graphAxis: 'browser',
  },
  view: {
    filters: 'page',
    viewports: 'page',
    folded: 'page',
    recent: 'page',
    draft: 'page',
    // a way of looking, like a filter: no verdict and no finding rests on one, so it is no part of the case
    breakpoints: 'page',
  },
  history: { undos: 'page', redos: 'page' },
  keys: { keyIds: 'page', version: 'page', keyBytes: 'engine' },
};
