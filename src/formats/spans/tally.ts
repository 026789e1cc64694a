import { type Cost, PROBLEM_CODES, type Problem, type ProblemCode, problem } from '../../model/problem.ts';

/** Where a problem stands. The line is counted only when the problem is told. */
export interface TallyPlace {
  readonly offset: number;
  line(): number;
}

/** Problems of one file, told without flooding the ledger: a file of a million spans may have one fault a span. */
export interface Tally {
  /** Told one by one, from the 25th on as a number. */
  each(code: ProblemCode, place: TallyPlace, said: string, hint?: string, cost?: Cost): void;
  /** Told once at the end, with how often and where first. `variant` keeps kinds of one code apart. */
  once(
    code: ProblemCode,
    variant: string,
    place: TallyPlace,
    said: (count: number) => string,
    more?: Cost & {
      readonly hint?: string;
      /** How often it was found, where the caller counted. */
      readonly times?: number;
    },
  ): void;
  /** Tells what was only counted. */
  finish(): void;
}

const TOLD_ONE_BY_ONE = 25;

/** What was found several times and is told once, at its first place. */
interface Counted {
  count: number;
  readonly line: number;
  readonly byte: number;
  folded: number;
  rejected: number;
  lostBytes: number;
}

export function createTally(path: string, emit: (problem: Problem) => void): Tally {
  const told = new Map<ProblemCode, { count: number; rest: Counted | undefined }>();
  const counted = new Map<
    string,
    Counted & {
      readonly code: ProblemCode;
      readonly said: (count: number) => string;
      readonly hint: string | undefined;
    }
  >();

  return {
    each(code, place, said, hint, cost = {}) {
      const known = told.get(code) ?? { count: 0, rest: undefined };
      told.set(code, known);
      known.count++;
      if (known.count > TOLD_ONE_BY_ONE) {
        known.rest ??= startAt(place);
        add(known.rest, 1, cost);
        return;
      }
      const hinted = hint === undefined ? {} : { hint };
      emit(problem(code, path, said, { line: place.line(), byte: place.offset, ...hinted, ...cost }));
    },
    once(code, variant, place, said, { hint, times = 1, ...cost } = {}) {
      const key = `${code}\n${variant}`;
      const known = counted.get(key) ?? { ...startAt(place), code, said, hint };
      counted.set(key, known);
      add(known, times, cost);
    },
    finish() {
      for (const { code, said, hint, ...found } of counted.values()) {
        const hinted = hint === undefined ? {} : { hint };
        emit(problem(code, path, said(found.count), { ...placed(found), ...hinted }));
      }
      for (const [code, { rest }] of told) {
        if (rest === undefined) continue;
        const [, what] = PROBLEM_CODES[code];
        const said = `${rest.count} more of the same kind (${what}) ${rest.count === 1 ? 'was' : 'were'} found; the first of them stands here.`;
        emit(problem(code, path, said, { ...placed(rest), times: rest.count }));
      }
      counted.clear();
      told.clear();
    },
  };
}

const startAt = (place: TallyPlace): Counted => ({
  count: 0,
  line: place.line(),
  byte: place.offset,
  folded: 0,
  rejected: 0,
  lostBytes: 0,
});

function add(found: Counted, times: number, { folded = 0, rejected = 0, lostBytes = 0 }: Cost): void {
  found.count += times;
  found.folded += folded;
  found.rejected += rejected;
  found.lostBytes += lostBytes;
}

const placed = ({ count, ...found }: Counted) => ({ ...found, ...(count === 1 ? {} : { times: count }) });

/** `1 span`, `3 spans`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;
