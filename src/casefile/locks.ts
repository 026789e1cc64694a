/** The part of `navigator.locks` that is used; tests bring their own. */
export interface Locks {
  request<T>(
    name: string,
    options: { readonly ifAvailable?: boolean; readonly signal?: AbortSignal },
    work: (lock: object | null) => Promise<T>,
  ): Promise<T>;
}

/**
 * Takes a lock and keeps it until `release` or until the page dies: the browser gives it back then, which is how
 * leftovers of a dead page are told from a living import. @returns undefined when somebody else holds it.
 */
export function takeLock(locks: Locks, name: string): Promise<(() => void) | undefined> {
  return new Promise((resolve, reject) => {
    locks
      .request(name, { ifAvailable: true }, (lock) => {
        if (lock === null) {
          resolve(undefined);
          return Promise.resolve();
        }
        return new Promise<void>((release) => resolve(() => release()));
      })
      .catch(reject);
  });
}

/** Waits until the lock is free, then keeps it. Rejects with AbortError when the signal aborts before. */
export function awaitLock(locks: Locks, name: string, signal: AbortSignal): Promise<() => void> {
  return new Promise((resolve, reject) => {
    locks
      .request(name, { signal }, () => new Promise<void>((release) => resolve(() => release())))
      .catch(reject);
  });
}

export const stagingLock = (caseId: string): string => `witnessmark.staging.${caseId}`;
export const caseLock = (caseId: string): string => `witnessmark.case.${caseId}`;
