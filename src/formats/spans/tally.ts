import { PROBLEM_CODES, type Problem, type ProblemCode, problem } from '../../model/problem.ts';

/** Where a problem stands. The line is counted only when the problem is told. */
export interface TallyPlace {
  readonly offset: number;
  line(): number;
}

/** Problems of one file, told without flooding the ledger: a file of a million spans may have one fault a span. */
export interface Tally {
  /** Told one by one, from the 25th on as a number. */
  each(code: ProblemCode, place: TallyPlace, said: string, hint?: string, lostBytes?: number): void;
  /**
   * Told once at the end, with how often and where first. `variant` keeps kinds of one code apart; `times` is how often
   * it was found, where the caller counted.
   */
  once(
    code: ProblemCode,
    variant: string,
    place: TallyPlace,
    said: (count: number) => string,
    hint?: string,
    times?: number,
  ): void;
  /** Tells what was only counted. */
  finish(): void;
}

const TOLD_ONE_BY_ONE = 25;

export function createTally(path: string, emit: (problem: Problem) => void): Tally {
  const told = new Map<ProblemCode, { count: number; lostBytes: number }>();
  const counted = new Map<
    string,
    {
      code: ProblemCode;
      count: number;
      line: number;
      byte: number;
      said: (count: number) => string;
      hint: string | undefined;
    }
  >();
  const hinted = (hint: string | undefined): { hint?: string } => (hint === undefined ? {} : { hint });

  return {
    each(code, place, said, hint, lostBytes = 0) {
      const known = told.get(code) ?? { count: 0, lostBytes: 0 };
      told.set(code, known);
      known.count++;
      if (known.count > TOLD_ONE_BY_ONE) {
        known.lostBytes += lostBytes;
        return;
      }
      const lost = lostBytes === 0 ? {} : { lostBytes };
      emit(problem(code, path, said, { line: place.line(), byte: place.offset, ...hinted(hint), ...lost }));
    },
    once(code, variant, place, said, hint, times = 1) {
      const key = `${code}\n${variant}`;
      const known = counted.get(key);
      if (known !== undefined) known.count += times;
      else counted.set(key, { code, count: times, line: place.line(), byte: place.offset, said, hint });
    },
    finish() {
      for (const { code, count, line, byte, said, hint } of counted.values()) {
        const times = count === 1 ? {} : { times: count };
        emit(problem(code, path, said(count), { line, byte, ...hinted(hint), ...times }));
      }
      for (const [code, { count, lostBytes }] of told) {
        const times = count - TOLD_ONE_BY_ONE;
        if (times <= 0) continue;
        const [, what] = PROBLEM_CODES[code];
        const said = `${times} more of the same kind (${what}) ${times === 1 ? 'was' : 'were'} found.`;
        emit(problem(code, path, said, { times, ...(lostBytes === 0 ? {} : { lostBytes }) }));
      }
      counted.clear();
      told.clear();
    },
  };
}

/** `1 span`, `3 spans`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;
