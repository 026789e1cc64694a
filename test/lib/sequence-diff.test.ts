import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DiffRun, diffSequences } from '../../src/lib/sequence-diff.ts';

const told = (runs: readonly DiffRun[], left: readonly string[], right: readonly string[]): string =>
  runs
    .map((run) =>
      run.is === 'same'
        ? ` ${left.slice(run.leftFrom, run.leftTo).join('')}`
        : run.is === 'left-only'
          ? `-${left.slice(run.leftFrom, run.leftTo).join('')}`
          : `+${right.slice(run.rightFrom, run.rightTo).join('')}`,
    )
    .join('|');

const chars = (text: string): string[] => [...text];

/** Length of the longest common subsequence by the table everybody knows. */
function commonLength(a: readonly string[], b: readonly string[]): number {
  let row = new Array<number>(b.length + 1).fill(0);
  for (const x of a) {
    const next = [0];
    for (const [j, y] of b.entries())
      next.push(x === y ? (row[j] ?? 0) + 1 : Math.max(row[j + 1] ?? 0, next[j] ?? 0));
    row = next;
  }
  return row[b.length] ?? 0;
}

describe('diffSequences', () => {
  it('tells what stands on one side only', () => {
    expect(told(diffSequences(chars('abc'), chars('abcde')), chars('abc'), chars('abcde'))).toBe(' abc|+de');
    expect(told(diffSequences(chars('abcx'), chars('ayc')), chars('abcx'), chars('ayc'))).toBe(
      ' a|-b|+y| c|-x',
    );
    expect(diffSequences([], [])).toEqual([]);
    expect(told(diffSequences([], chars('a')), [], chars('a'))).toBe('+a');
  });

  it('covers both sides in order and is as short as can be', () => {
    const item = fc.constantFrom('a', 'b', 'c', 'd');
    fc.assert(
      fc.property(fc.array(item, { maxLength: 24 }), fc.array(item, { maxLength: 24 }), (left, right) => {
        const runs = diffSequences(left, right);
        const rebuilt = (side: 'left' | 'right'): string[] =>
          runs.flatMap((run) =>
            side === 'left' ? left.slice(run.leftFrom, run.leftTo) : right.slice(run.rightFrom, run.rightTo),
          );
        expect(rebuilt('left')).toEqual(left);
        expect(rebuilt('right')).toEqual(right);
        const same = runs.filter((run) => run.is === 'same');
        for (const run of same)
          expect(left.slice(run.leftFrom, run.leftTo)).toEqual(right.slice(run.rightFrom, run.rightTo));
        expect(same.reduce((sum, run) => sum + run.leftTo - run.leftFrom, 0)).toBe(commonLength(left, right));
      }),
      { numRuns: 2_000 },
    );
  });

  it('stays true where two texts have nothing in common and are long', () => {
    const left = Array.from({ length: 20_000 }, (_, i) => `l${i}`);
    const right = Array.from({ length: 20_000 }, (_, i) => `r${i}`);
    expect(diffSequences(left, right, 100)).toEqual([
      { is: 'left-only', leftFrom: 0, leftTo: 20_000, rightFrom: 0, rightTo: 0 },
      { is: 'right-only', leftFrom: 20_000, leftTo: 20_000, rightFrom: 0, rightTo: 20_000 },
    ]);
  });
});
