import type { Pin } from '../../model/order.ts';

/** Pins as the engine is asked about them before they are made: always the same for the same pairs, so that the answer is found again. */
export const previewPin = (
  session: string,
  pairs: readonly (readonly [before: string, after: string])[],
): readonly Pin[] =>
  pairs.map(([before, after], i) => ({
    id: `preview-${i}`,
    before,
    after,
    session,
    author: '',
    at: '1970-01-01T00:00:00Z',
    reason: '',
  }));
