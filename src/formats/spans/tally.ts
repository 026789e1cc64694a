import { type Problem, type ProblemCode, problem } from '../../model/problem.ts';

/** Where a problem stands. The line is counted only when the problem is told. */
export interface TallyPlace {
  readonly offset: number;
  line(): number;
}

/** Problems of one file, told without flooding the ledger: a file of a million spans may have one fault a span. */
export interface Tally {
  /** Told one by one, from the 25th on as a number. */
  each(code: ProblemCode, place: TallyPlace, said: string, hint?: string): void;
  /** Told once at the end, with how often and where first. `variant` keeps kinds of one code apart. */
  once(
    code: ProblemCode,
    variant: string,
    place: TallyPlace,
    said: (count: number) => string,
    hint?: string,
  ): void;
  /** Tells what was only counted. */
  finish(): void;
}

const TOLD_ONE_BY_ONE = 25;

export function createTally(path: string, emit: (problem: Problem) => void): Tally {
  const told = new Map<ProblemCode, number>();
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
    each(code, place, said, hint) {
      const before = told.get(code) ?? 0;
      told.set(code, before + 1);
      if (before >= TOLD_ONE_BY_ONE) return;
      emit(problem(code, path, said, { line: place.line(), byte: place.offset, ...hinted(hint) }));
    },
    once(code, variant, place, said, hint) {
      const key = `${code}\n${variant}`;
      const known = counted.get(key);
      if (known !== undefined) known.count++;
      else counted.set(key, { code, count: 1, line: place.line(), byte: place.offset, said, hint });
    },
    finish() {
      for (const { code, count, line, byte, said, hint } of counted.values()) {
        emit(problem(code, path, said(count), { line, byte, ...hinted(hint) }));
      }
      for (const [code, count] of told) {
        const more = count - TOLD_ONE_BY_ONE;
        if (more > 0)
          emit(problem(code, path, `The same was found ${more} more ${more === 1 ? 'time' : 'times'}.`));
      }
      counted.clear();
      told.clear();
    },
  };
}

/** `1 span`, `3 spans`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;
