import { type BitMatrix, hasBit, topologicalOrder } from '../../lib/bit-matrix.ts';
import { pushAll } from '../../lib/push-all.ts';
import type { LinearizationCount } from '../../model/order.ts';

/** A component whose parts need more search states than this is told by a bound (design.md 5.4). */
export const MOST_STATES = 100_000;

/**
 * The exact number of linear extensions of some nodes of a closed order. Parts that every order puts one after the other
 * multiply; parts that nothing ties multiply by the ways to shuffle them; what is left is counted over its down-sets.
 * Past MOST_STATES a proven bound is given: neighbours of one linear extension that may be swapped, two by two, are as
 * many independent choices.
 */
export function countOrders(order: BitMatrix, nodes: readonly number[]): LinearizationCount {
  let product = 1n;
  let exact = true;
  let states = MOST_STATES;
  const open: (readonly number[])[] = [sortByOrder(order, nodes)];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (part.length < 2) continue;
    const series = cutInSeries(order, part);
    if (series.length > 1) {
      pushAll(open, series);
      continue;
    }
    const parallel = cutInParallel(order, part);
    if (parallel.length > 1) {
      let placed = 0;
      for (const one of parallel) {
        placed += one.length;
        product *= binomial(placed, one.length);
      }
      pushAll(open, parallel);
      continue;
    }
    const counted = states > 0 ? countDownSets(order, part, states) : undefined;
    if (counted === undefined) {
      exact = false;
      product *= 2n ** BigInt(swaps(order, part));
      states = 0;
    } else {
      product *= counted.count;
      states -= counted.states;
    }
  }
  return exact ? { is: 'exact', count: product } : { is: 'more-than', bound: product - 1n };
}

/** Orders of independent components multiply. */
export function multiplyCounts(counts: readonly LinearizationCount[]): LinearizationCount {
  let product = 1n;
  let exact = true;
  for (const count of counts) {
    if (count.is === 'exact') product *= count.count;
    else {
      exact = false;
      product *= count.bound + 1n;
    }
  }
  return exact ? { is: 'exact', count: product } : { is: 'more-than', bound: product - 1n };
}

function sortByOrder(order: BitMatrix, nodes: readonly number[]): readonly number[] {
  const all = topologicalOrder(order);
  const at = new Map<number, number>();
  for (const [i, node] of (all ?? []).entries()) at.set(node, i);
  return [...nodes].sort((a, b) => (at.get(a) ?? 0) - (at.get(b) ?? 0));
}

/** Cuts at every place where all before come before all after. `part` is in the order's own order. */
function cutInSeries(order: BitMatrix, part: readonly number[]): readonly (readonly number[])[] {
  const n = part.length;
  // how far left the first node reaches that a suffix does not come after whole
  const loosest = new Int32Array(n + 1).fill(n);
  for (let j = n - 1; j >= 0; j--) {
    let first = 0;
    while (first < j && hasBit(order, part[first] as number, part[j] as number)) first++;
    loosest[j] = Math.min(loosest[j + 1] as number, first);
  }
  const parts: number[][] = [];
  let from = 0;
  for (let cut = 1; cut < n; cut++) {
    if ((loosest[cut] as number) < cut) continue;
    parts.push(part.slice(from, cut));
    from = cut;
  }
  parts.push(part.slice(from));
  return parts;
}

/** Parts that no pair of the order ties together. */
function cutInParallel(order: BitMatrix, part: readonly number[]): readonly (readonly number[])[] {
  const left = new Set(part);
  const parts: number[][] = [];
  for (const seed of part) {
    if (!left.delete(seed)) continue;
    const own = [seed];
    for (let i = 0; i < own.length; i++) {
      const at = own[i] as number;
      for (const other of left) {
        if (!hasBit(order, at, other) && !hasBit(order, other, at)) continue;
        left.delete(other);
        own.push(other);
      }
    }
    const members = new Set(own);
    parts.push(part.filter((node) => members.has(node)));
  }
  return parts;
}

/** n over k, exactly. */
export function binomial(n: number, k: number): bigint {
  let result = 1n;
  for (let i = 1; i <= Math.min(k, n - k); i++) result = (result * BigInt(n - i + 1)) / BigInt(i);
  return result;
}

/** Linear extensions by the number of ways to reach each down-set, level by level; undefined when there are too many. */
function countDownSets(
  order: BitMatrix,
  part: readonly number[],
  mostStates: number,
): { readonly count: bigint; readonly states: number } | undefined {
  const n = part.length;
  const before = part.map((node) => {
    let mask = 0n;
    for (const [i, other] of part.entries()) if (hasBit(order, other, node)) mask |= 1n << BigInt(i);
    return mask;
  });
  let level = new Map<bigint, bigint>([[0n, 1n]]);
  let states = 1;
  for (let size = 0; size < n; size++) {
    const next = new Map<bigint, bigint>();
    for (const [set, ways] of level) {
      for (let i = 0; i < n; i++) {
        const bit = 1n << BigInt(i);
        const needs = before[i] as bigint;
        if ((set & bit) !== 0n || (set & needs) !== needs) continue;
        next.set(set | bit, (next.get(set | bit) ?? 0n) + ways);
      }
      if (states + next.size > mostStates) return undefined;
    }
    states += next.size;
    level = next;
  }
  return { count: level.get((1n << BigInt(n)) - 1n) ?? 0n, states };
}

/** Disjoint neighbours in one linear extension that nothing orders: each may be swapped without the others. */
function swaps(order: BitMatrix, part: readonly number[]): number {
  let count = 0;
  for (let i = 0; i + 1 < part.length; i++) {
    if (hasBit(order, part[i] as number, part[i + 1] as number)) continue;
    count++;
    i++;
  }
  return count;
}
