import type { CaseSummary } from '../model/case-store.ts';

export type SentinelStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** What is remembered of a case outside of the database, so that a database that vanished is not taken for an empty one. */
export interface Sentinel {
  readonly summary: CaseSummary;
  /** ISO 8601. */
  readonly storedAt: string;
}

const STORAGE_KEY = 'witnessmark.cases';

export function createSentinels(storage: SentinelStorage): {
  all(): readonly Sentinel[];
  add(sentinel: Sentinel): void;
  remove(caseId: string): void;
} {
  const read = (): readonly Sentinel[] => {
    try {
      const stored: unknown = JSON.parse(storage.getItem(STORAGE_KEY) ?? '[]');
      return Array.isArray(stored) ? stored.filter(isSentinel) : [];
    } catch {
      return [];
    }
  };
  const write = (sentinels: readonly Sentinel[]): void => {
    try {
      storage.setItem(STORAGE_KEY, JSON.stringify(sentinels));
    } catch {
      // no room for a sentinel: the case itself is stored, only its eviction could not be told
    }
  };
  return {
    all: read,
    add: (sentinel) => {
      const known = read();
      if (known.some(({ summary }) => summary.id === sentinel.summary.id)) return;
      write([...known, sentinel]);
    },
    remove: (caseId) => write(read().filter(({ summary }) => summary.id !== caseId)),
  };
}

function isSentinel(value: unknown): value is Sentinel {
  if (typeof value !== 'object' || value === null) return false;
  const { summary, storedAt } = value as { summary?: { id?: unknown; title?: unknown }; storedAt?: unknown };
  return typeof storedAt === 'string' && typeof summary?.id === 'string' && typeof summary.title === 'string';
}
