/** Lets whoever shares the thread (a worker that is told to cancel) have its turn, at most every few milliseconds. */
export interface Pace {
  /** Waits for a turn when the last one is long ago. Rejects when the work was cancelled. */
  turn(): Promise<void>;
  /** Whether a turn is due; `turn` then costs one. */
  isDue(): boolean;
}

const EVERY_MS = 25;

export function createPace(signal?: AbortSignal): Pace {
  let last = performance.now();
  const isDue = (): boolean => performance.now() - last >= EVERY_MS;
  return {
    isDue,
    async turn() {
      signal?.throwIfAborted();
      if (!isDue()) return;
      await new Promise<void>((done) => setTimeout(done, 0));
      last = performance.now();
      signal?.throwIfAborted();
    },
  };
}
