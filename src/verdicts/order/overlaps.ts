import { nanos } from '../../lib/nanos.ts';
import { type Overlap, PAIR_LIST_CAP } from '../../model/order.ts';
import { NO_TIME, NONE, type SpanTable } from '../../model/span-table.ts';
import { flushedRows, rankIntervals } from './clock.ts';
import type { SpanTree } from './span-tree.ts';

export interface OverlapReading {
  /** At most PAIR_LIST_CAP, by start. Rows of the span table. */
  readonly overlaps: readonly Overlap[];
  readonly count: number;
}

/**
 * Overlaps and ties of sibling intervals, each against every sibling (design.md 5.3). Siblings name one parent in one
 * trace; the roots of a trace are siblings. A pair is counted when it meets, or when an unknown end leaves that open.
 */
export function findOverlaps(tree: SpanTree): OverlapReading {
  const { spans, rows } = tree;
  const intervalOf = rankIntervals(tree);
  const siblings = new Map<string, number[]>();
  for (let place = 0; place < rows.length; place++) {
    const row = rows[place] as number;
    const key = `${spans.traceId[row]} ${spans.parentId[row] ?? NONE}`;
    const list = siblings.get(key);
    if (list === undefined) siblings.set(key, [place]);
    else list.push(place);
  }
  const inDoubt = flushedRows(spans);
  const overlaps: Overlap[] = [];
  let count = 0;
  for (const places of siblings.values()) {
    if (places.length < 2) continue;
    // places are sorted by start; one without a start meets nothing that could be told
    const timed = places.filter((place) => intervalOf(place).start >= 0);
    const starts = timed.map((place) => intervalOf(place).start);
    for (const [i, place] of timed.entries()) {
      const { start, end } = intervalOf(place);
      // everything that starts before this one's end; all of it where the end is unknown
      const after = end < 0 ? timed.length : lowerBound(starts, Math.max(end, start + 1), i + 1);
      count += after - i - 1;
      for (let j = i + 1; j < after && overlaps.length < PAIR_LIST_CAP; j++) {
        const [a, b] = [rows[place] as number, rows[timed[j] as number] as number];
        overlaps.push({
          a,
          b,
          overlap: inDoubt.has(a) || inDoubt.has(b) ? undefined : sharedTime(spans, a, b),
        });
      }
    }
  }
  return { overlaps, count };
}

/** First position from `from` on whose value is not below `value`. */
function lowerBound(sorted: readonly number[], value: number, from: number): number {
  let [low, high] = [from, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Nanoseconds that the intervals of two rows share, 0 when one is empty; undefined when an end is unknown. */
export function sharedTime(spans: SpanTable, a: number, b: number): Overlap['overlap'] {
  const [startA, startB] = [spans.start[a] as bigint, spans.start[b] as bigint];
  const [endA, endB] = [spans.end[a] as bigint, spans.end[b] as bigint];
  // an end before its own start is not known either
  if (endA === NO_TIME || endB === NO_TIME || endA < startA || endB < startB) return undefined;
  const from = startA > startB ? startA : startB;
  const to = endA < endB ? endA : endB;
  return nanos(to > from ? to - from : 0n);
}
