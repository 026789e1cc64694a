import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { Surroundings } from '../../src/casefile/create-case-store.ts';
import { openDatabase } from '../../src/casefile/database.ts';
import type { Locks } from '../../src/casefile/locks.ts';

/** Locks of one browser; `page(…)` gives a page's own handle, which dies with everything it holds. */
export interface FakeBrowser {
  page(): { readonly surroundings: Surroundings; die(): void };
}

/** A database of its own, and locks shared by the pages of this browser. */
export function fakeBrowser(): FakeBrowser {
  const indexedDB = new IDBFactory();
  const held = new Map<string, symbol>();
  return {
    page: () => {
      const me = Symbol('page');
      const locks: Locks = {
        request: async (lock, { ifAvailable, signal }, work) => {
          while (held.has(lock)) {
            if (ifAvailable === true) return work(null);
            signal?.throwIfAborted();
            await new Promise((resolve) => setTimeout(resolve, 1));
          }
          held.set(lock, me);
          try {
            return await work({});
          } finally {
            if (held.get(lock) === me) held.delete(lock);
          }
        },
      };
      const database = openDatabase('test', { indexedDB, IDBKeyRange });
      return {
        surroundings: { database, locks },
        die: () => {
          database.close();
          for (const [lock, owner] of held) if (owner === me) held.delete(lock);
        },
      };
    },
  };
}

/** A localStorage of its own. */
export function fakeStorage(): Pick<Storage, 'getItem' | 'setItem'> {
  const values = new Map<string, string>();
  return { getItem: (key) => values.get(key) ?? null, setItem: (key, value) => void values.set(key, value) };
}
