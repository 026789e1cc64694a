import { StoreFailure } from '../model/case-store.ts';

/** Turns what a browser throws when a store fails into a sentence; anything else is passed on as it is. */
export async function withSentences<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw sentenceOf(error);
  }
}

function sentenceOf(error: unknown): unknown {
  for (
    let cause: unknown = error, depth = 0;
    typeof cause === 'object' && cause !== null && depth < 4;
    depth++
  ) {
    const name = nameOf(cause);
    if (name === 'QuotaExceededError') {
      return new StoreFailure(
        'full',
        'The browser has no room left for this case: nothing of it was kept. Delete a case that is no longer needed, free disk space, or read the bundle from the command line.',
      );
    }
    if (name === 'VersionError') {
      return new StoreFailure(
        'newer-version',
        'The cases in this browser were stored by a newer Witnessmark. Reload the page to get it; nothing was changed.',
      );
    }
    // Dexie keeps what the database said inside its own error, and of many writes the first that failed says it
    const { inner, failures } = cause as { inner?: unknown; failures?: readonly unknown[] };
    cause = inner ?? failures?.[0];
  }
  return error;
}

const nameOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'name' in error ? String(error.name) : undefined;
