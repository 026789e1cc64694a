import type { Problem, ProblemCode } from '../model/problem.ts';

/** What intake tells. A format tells some of it too, always with its place in the unpacked bytes. */
const OF_UNPACKING: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'archive-damaged',
  'bad-utf8',
  'duplicate-entry',
  'empty',
  'encrypted',
  'entry-passed-over',
  'file-unreadable',
  'limit-hit',
  'odd-name',
  'parquet',
  'utf-16',
]);

/**
 * The problems of a case that reading its files again cannot find again, since it keeps them unpacked; those that were
 * found again all the same (a disk that fails) are left out.
 */
export function foundByUnpacking(stored: readonly Problem[], again: readonly Problem[]): readonly Problem[] {
  const known = new Set(again.map((found) => JSON.stringify(found)));
  return stored.filter(
    (found) => OF_UNPACKING.has(found.code) && found.byte === undefined && !known.has(JSON.stringify(found)),
  );
}
