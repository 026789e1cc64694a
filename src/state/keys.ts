import { createStore } from 'zustand/vanilla';

/** What the page knows of the keys: ids only. The key bytes are wiped and the keys live in the engine's memory. */
export interface KeysState {
  readonly keyIds: readonly string[];
  /** Rises with every key given or forgotten; part of every query key. */
  readonly version: number;
  given(keyId: string): void;
  forgotten(): void;
}

export const createKeysStore = () =>
  createStore<KeysState>((set) => ({
    keyIds: [],
    version: 0,
    given: (keyId) =>
      set((state) => ({ keyIds: [...new Set([...state.keyIds, keyId])], version: state.version + 1 })),
    forgotten: () => set((state) => ({ keyIds: [], version: state.version + 1 })),
  }));
export type KeysStore = ReturnType<typeof createKeysStore>;
