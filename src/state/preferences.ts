import { createStore } from 'zustand/vanilla';

/** What outlives a case, in localStorage: taste and a name, never evidence and never a key. */
export interface Preferences {
  readonly theme: 'system' | 'light' | 'dark';
  /** Share of the first pane in per cent, by the pane's name. */
  readonly panes: Readonly<Record<string, number>>;
  /** Author of pins, notes and findings. */
  readonly examiner: string;
  /** Keys are forgotten after so many minutes without a key press or click; 0: only by hand and on close. */
  readonly keyIdleMinutes: number;
  readonly graphAxis: 'order' | 'time';
}

export interface PreferencesState extends Preferences {
  set(change: Partial<Preferences>): void;
}

export const DEFAULT_PREFERENCES: Preferences = {
  theme: 'system',
  panes: {},
  examiner: 'examiner',
  keyIdleMinutes: 15,
  graphAxis: 'order',
};

const STORAGE_KEY = 'witnessmark.preferences';

/** @param storage where they are kept; undefined keeps them for this page only. */
export const createPreferencesStore = (storage: Pick<Storage, 'getItem' | 'setItem'> | undefined) => {
  const store = createStore<PreferencesState>((set) => ({
    ...DEFAULT_PREFERENCES,
    ...readPreferences(storage?.getItem(STORAGE_KEY) ?? undefined),
    set: (change) => set(change),
  }));
  store.subscribe((state) => {
    const { set: _, ...kept } = state;
    storage?.setItem(STORAGE_KEY, JSON.stringify({ version: 1, ...kept }));
  });
  return store;
};
export type PreferencesStore = ReturnType<typeof createPreferencesStore>;

/** Whatever is usable in a stored text; anything odd falls back to the default, member by member. */
export function readPreferences(text: string | undefined): Partial<Preferences> {
  if (text === undefined) return {};
  let stored: unknown;
  try {
    stored = JSON.parse(text);
  } catch {
    return {};
  }
  if (typeof stored !== 'object' || stored === null) return {};
  const { theme, panes, examiner, keyIdleMinutes, graphAxis } = stored as Record<string, unknown>;
  return {
    ...(theme === 'system' || theme === 'light' || theme === 'dark' ? { theme } : {}),
    ...(graphAxis === 'order' || graphAxis === 'time' ? { graphAxis } : {}),
    ...(typeof examiner === 'string' && examiner !== '' ? { examiner } : {}),
    ...(typeof keyIdleMinutes === 'number' && keyIdleMinutes >= 0 ? { keyIdleMinutes } : {}),
    ...(typeof panes === 'object' && panes !== null ? { panes: readPanes(panes) } : {}),
  };
}

const readPanes = (panes: object): Record<string, number> =>
  Object.fromEntries(
    Object.entries(panes).filter(([, share]) => typeof share === 'number' && share > 0 && share < 100),
  ) as Record<string, number>;
