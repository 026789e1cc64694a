import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { closeMatrix, hasBit, newBitMatrix, setBit } from '../../../src/lib/bit-matrix.ts';
import { binomial, countOrders, multiplyCounts } from '../../../src/verdicts/linearize/count-orders.ts';
import { countByTrying } from './count-by-trying.ts';

/** Pairs lead from a lower to a higher number, so that no cycle is drawn. */
const posets = fc.integer({ min: 0, max: 8 }).chain((size) =>
  fc
    .array(fc.tuple(fc.nat(Math.max(0, size - 1)), fc.nat(Math.max(0, size - 1))), { maxLength: 14 })
    .map((pairs) => {
      const relation = newBitMatrix(size);
      for (const [a, b] of pairs) if (a < b) setBit(relation, a, b);
      return closeMatrix(relation);
    }),
);

const every = (size: number): readonly number[] => Array.from({ length: size }, (_, i) => i);

describe('countOrders', () => {
  test('equals trying all orders, on 3,000 posets of up to 8 steps', () => {
    fc.assert(
      fc.property(posets, (order) => {
        const nodes = every(order.size);
        expect(countOrders(order, nodes)).toEqual({
          is: 'exact',
          count: BigInt(countByTrying(nodes, (a, b) => hasBit(order, a, b))),
        });
      }),
      { numRuns: 3_000, seed: 5 },
    );
  });

  test('of some of the nodes only', () => {
    const order = newBitMatrix(4);
    setBit(order, 0, 1);
    expect(countOrders(order, [0, 1, 3])).toEqual({ is: 'exact', count: 3n });
    expect(countOrders(order, [])).toEqual({ is: 'exact', count: 1n });
  });

  test('steps that nothing orders: all of any size', () => {
    const factorial = every(200).reduce((product, i) => product * BigInt(i + 1), 1n);
    expect(countOrders(newBitMatrix(200), every(200))).toEqual({ is: 'exact', count: factorial });
  });

  test('where the search is too large, a bound that the count exceeds', () => {
    // a crown: each of the upper row but its opposite stands behind all of the lower row; no cut, no free parts
    const half = 20;
    const crown = newBitMatrix(2 * half);
    for (let a = 0; a < half; a++) for (let b = 0; b < half; b++) if (a !== b) setBit(crown, a, half + b);
    const counted = countOrders(crown, every(2 * half));
    expect(counted.is).toBe('more-than');
    // the lower row alone may stand in any order before the upper one
    const factorial = every(half).reduce((product, i) => product * BigInt(i + 1), 1n);
    if (counted.is === 'more-than') {
      expect(counted.bound).toBeGreaterThan(0n);
      expect(counted.bound).toBeLessThan(factorial * factorial);
    }
  });

  test('counts of contexts multiply; one bound makes a bound', () => {
    expect(
      multiplyCounts([
        { is: 'exact', count: 6n },
        { is: 'exact', count: 4n },
      ]),
    ).toEqual({ is: 'exact', count: 24n });
    expect(
      multiplyCounts([
        { is: 'exact', count: 6n },
        { is: 'more-than', bound: 9n },
      ]),
    ).toEqual({
      is: 'more-than',
      bound: 59n,
    });
  });

  test('binomials are exact beyond 2^53', () => {
    expect(binomial(100, 50)).toBe(100891344545564193334812497256n);
    expect(binomial(5, 0)).toBe(1n);
  });
});
