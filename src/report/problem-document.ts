import type { ProblemDocument } from '../model/findings.ts';
import type { Problem } from '../model/problem.ts';

/** Without the file: it stands with its input, or beside it where it is of no input. */
export function problemDocument({
  code,
  severity,
  said,
  line,
  byte,
  hint,
  times,
  folded,
  rejected,
  lostBytes,
}: Problem): ProblemDocument {
  return {
    code,
    severity,
    said,
    ...(line === undefined ? {} : { line }),
    ...(byte === undefined ? {} : { byte }),
    ...(hint === undefined ? {} : { hint }),
    ...(times === undefined ? {} : { times }),
    ...(folded === undefined ? {} : { folded }),
    ...(rejected === undefined ? {} : { rejected }),
    ...(lostBytes === undefined ? {} : { lostBytes }),
  };
}

/** By file, then by place, then by what they say: the order in which they were found changes nothing. */
export function sortProblems(problems: readonly Problem[]): readonly Problem[] {
  return [...problems].sort(
    (a, b) =>
      compare(a.file, b.file) ||
      compare(a.byte ?? -1, b.byte ?? -1) ||
      compare(a.line ?? -1, b.line ?? -1) ||
      compare(a.code, b.code) ||
      compare(a.said, b.said),
  );
}

const compare = <T extends string | number>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0);
