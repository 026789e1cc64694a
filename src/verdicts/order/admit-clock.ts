import {
  type BitMatrix,
  clearBit,
  closeMatrix,
  copyMatrix,
  eachBit,
  hasBit,
  intersects,
  newBitMatrix,
  orRow,
  reachAll,
  setBit,
  topologicalOrder,
  transpose,
  unionOf,
} from '../../lib/bit-matrix.ts';
import type { Member, SiblingGroup } from './clock.ts';

/** What the clock says of a block. Rows and columns are positions in it. */
export interface ClockReading {
  /** One was over before the other started, in one process. */
  readonly over: BitMatrix;
  /** They overlap or tie, or an unknown time leaves that open. */
  readonly meets: BitMatrix;
}

/** Reads every pair of each group of siblings off its sorted members; pairs that are far apart are told in bulk. */
export function clockRelation(
  groups: readonly SiblingGroup[],
  place: ReadonlyMap<number, number>,
  size: number,
): ClockReading {
  const over = newBitMatrix(size);
  const meets = newBitMatrix(size);
  for (const group of groups) {
    const members = group
      .map((member) => ({ ...member, own: member.steps.flatMap((step) => place.get(step) ?? []) }))
      .filter(({ own }) => own.length > 0)
      .sort((a, b) => a.interval.start - b.interval.start);
    if (members.length < 2) continue;
    for (const resource of new Set(members.map((member) => member.resource))) {
      markOver(
        over,
        members.filter((member) => member.resource === resource),
      );
    }
    markMeetings(meets, members);
  }
  return { over, meets };
}

type Placed = Member & { readonly own: readonly number[] };

/** Each member before all that start once it is surely over: rows of suffixes of the sorted members. */
function markOver(over: BitMatrix, members: readonly Placed[]): void {
  const n = members.length;
  const suffix = newBitMatrix(over.size);
  // the suffix that starts at member i stands in the row of that member's first step
  const rowOf = (i: number): number => members[i]?.own[0] as number;
  for (let i = n - 1; i >= 0; i--) {
    for (const step of members[i]?.own ?? []) setBit(suffix, rowOf(i), step);
    if (i + 1 < n) orRow(suffix, rowOf(i), suffix, rowOf(i + 1));
  }
  for (const [i, { own, interval }] of members.entries()) {
    if (interval.surelyOver < 0 || interval.start < 0) continue;
    let [low, high] = [i + 1, n];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((members[middle]?.interval.start as number) < interval.surelyOver) low = middle + 1;
      else high = middle;
    }
    // an empty span does not come before one that starts with it: they tie
    while (low < n && members[low]?.interval.start === interval.start) low++;
    if (low < n) for (const step of own) orRow(over, step, suffix, rowOf(low));
  }
}

function markMeetings(meets: BitMatrix, members: readonly Placed[]): void {
  for (const [i, { own, interval }] of members.entries()) {
    const known = interval.start >= 0 && interval.end >= 0;
    for (let j = i + 1; j < members.length; j++) {
      const other = members[j] as Placed;
      if (known && other.interval.start >= interval.end && other.interval.start !== interval.start) break;
      for (const a of own) {
        for (const b of other.own) {
          setBit(meets, a, b);
          setBit(meets, b, a);
        }
      }
    }
  }
}

/**
 * The pairs that the clock may order: never against a witness, and never by a chain that would order a pair which
 * meets and which no witness orders (design.md 5.2, `single-clock`). Mostly there is no such chain; where there is,
 * first every clock pair goes that makes one together with witnesses, then those that only make one together.
 */
export function admitClock(witnessed: BitMatrix, { over, meets }: ClockReading): BitMatrix {
  const open = unorderedMeetings(witnessed, meets);
  const first = reachOf(witnessed, over);
  if (first.acyclic && !intersects(first.reach, open)) return over;
  const clocked = copyMatrix(over);
  const before = transpose(witnessed);
  for (let x = 0; x < over.size; x++) {
    eachBit(before, x, (y) => clearBit(clocked, x, y));
    // from x, or from what is witnessed before it, a meeting pair is reached: no clock pair may lead there from x
    const lead = (p: number): void =>
      eachBit(open, p, (q) => {
        if (!hasBit(first.reach, p, q)) return;
        clearBit(clocked, x, q);
        eachBit(before, q, (y) => clearBit(clocked, x, y));
      });
    lead(x);
    eachBit(before, x, lead);
  }
  return withoutChains(witnessed, clocked, open);
}

/** Pairs that meet and that no witness orders. */
function unorderedMeetings(witnessed: BitMatrix, meets: BitMatrix): BitMatrix {
  const open = copyMatrix(meets);
  for (let row = 0; row < open.size; row++) {
    eachBit(meets, row, (column) => {
      if (hasBit(witnessed, row, column) || hasBit(witnessed, column, row)) clearBit(open, row, column);
    });
  }
  return open;
}

function reachOf(
  witnessed: BitMatrix,
  clocked: BitMatrix,
): { readonly reach: BitMatrix; readonly acyclic: boolean } {
  const both = unionOf(witnessed, clocked);
  const acyclic = topologicalOrder(both) !== undefined;
  return { reach: acyclic ? closeMatrix(both) : reachAll(both), acyclic };
}

/** Drops every clock pair that lies on a path from a step to itself, or between two that meet and are not ordered. */
function withoutChains(witnessed: BitMatrix, clocked: BitMatrix, open: BitMatrix): BitMatrix {
  const { reach } = reachOf(witnessed, clocked);
  const out = copyMatrix(clocked);
  const drop = (from: number, to: number): void => {
    for (let x = 0; x < reach.size; x++) {
      if (x !== from && !hasBit(reach, from, x)) continue;
      eachBit(clocked, x, (y) => {
        if (y === to || hasBit(reach, y, to)) clearBit(out, x, y);
      });
    }
  };
  for (let p = 0; p < reach.size; p++) {
    if (hasBit(reach, p, p)) drop(p, p);
    eachBit(open, p, (q) => {
      if (hasBit(reach, p, q)) drop(p, q);
    });
  }
  return out;
}
