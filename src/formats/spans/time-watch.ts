import type { ReadTime } from './times.ts';

/** Finds out whether the nanoseconds of a file were rounded before they were written (formats.md 3.6). */
export interface TimeWatch {
  saw(time: ReadTime & { is: 'time' }): void;
  /** A sentence, or undefined when nothing speaks for it. */
  rounded(): string | undefined;
}

/** Fewer times may be multiples by chance. */
const ENOUGH = 3;

export function createTimeWatch(): TimeWatch {
  let seen = 0;
  let numbers = 0;
  let bySpacing = true;
  let byPrint = true;
  let finer = false;
  return {
    saw({ at, literal }) {
      if (literal === 'iso' || literal === 'pair') return;
      seen++;
      if (literal === 'number') numbers++;
      // whole microseconds are a grain, no damage
      if (!finer && at % 1000n !== 0n) finer = true;
      if (bySpacing && at % 256n !== 0n) bySpacing = false;
      if (byPrint && at % 100n !== 0n) byPrint = false;
    },
    rounded() {
      if (seen < ENOUGH || !finer) return undefined;
      if (bySpacing) {
        return 'All times of the file are multiples of 256 ns: they passed through a double and are only true to ±128 ns.';
      }
      if (byPrint && numbers === seen) {
        return 'All times of the file are numbers that end in 00: they were printed from a double and are only true to ±128 ns.';
      }
      return undefined;
    },
  };
}
