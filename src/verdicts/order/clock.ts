import { flushedTraces } from '../../model/flush-ends.ts';
import type { SpanTable } from '../../model/span-table.ts';
import { endOf, type SpanTree, startOf, TOP } from './span-tree.ts';
import { NOT_A_STEP, type Steps } from './steps.ts';

/** When a span started and ended, as ranks: comparing ranks compares the exact times. -1 where it is not known. */
export interface Interval {
  readonly start: number;
  readonly end: number;
  /** The end with the doubt of rounded times added: what starts at this rank or later started after it. */
  readonly surelyOver: number;
}

/** A span that holds steps of one context, among its siblings. */
export interface Member {
  readonly place: number;
  readonly interval: Interval;
  /** Resource number of the span. */
  readonly resource: number;
  /** Steps of the context in its subtree, itself included. */
  readonly steps: readonly number[];
}

/** Siblings that hold the steps of one context: what a single clock may order. */
export type SiblingGroup = readonly Member[];

/** Nanoseconds that written times may be off by, where all of a session's are multiples of 256 (formats.md 3.6). */
const DOUBLE_GRAIN = 256n;

const ranksOf = new WeakMap<SpanTree, (place: number) => Interval>();

/** Exact ranks of all times of a session; found once for a tree. */
export function rankIntervals(tree: SpanTree): (place: number) => Interval {
  const known = ranksOf.get(tree) ?? rankTimes(tree);
  ranksOf.set(tree, known);
  return known;
}

function rankTimes(tree: SpanTree): (place: number) => Interval {
  const n = tree.rows.length;
  const starts: (bigint | undefined)[] = [];
  const ends: (bigint | undefined)[] = [];
  const times: bigint[] = [];
  for (let place = 0; place < n; place++) {
    const [start, end] = [startOf(tree, place), endOf(tree, place)];
    starts.push(start);
    ends.push(end);
    if (start !== undefined) times.push(start);
    if (end !== undefined) times.push(end);
  }
  const doubt = isRounded(times) ? DOUBLE_GRAIN : 0n;
  if (doubt > 0n) for (const end of ends) if (end !== undefined) times.push(end + doubt);
  const sorted = BigInt64Array.from(times).sort();
  const rankOf = new Map<bigint, number>();
  for (const time of sorted) if (!rankOf.has(time)) rankOf.set(time, rankOf.size);
  const rank = (time: bigint | undefined): number => (time === undefined ? -1 : (rankOf.get(time) ?? -1));
  return (place) => {
    const end = ends[place];
    return {
      start: rank(starts[place]),
      end: rank(end),
      surelyOver: rank(end === undefined ? undefined : end + doubt),
    };
  };
}

const isRounded = (times: readonly bigint[]): boolean =>
  times.length >= 8 && times.every((t) => t % DOUBLE_GRAIN === 0n) && times.some((t) => t % 1000n !== 0n);

const flushedOf = new WeakMap<SpanTable, ReadonlySet<number>>();

/**
 * Rows whose ends are when they were flushed, so later than their own; found once for a table, which many sessions
 * share. What is over before another starts by such an end was over by its own; how long two overlap is not known.
 */
export function flushedRows(spans: SpanTable): ReadonlySet<number> {
  const known = flushedOf.get(spans);
  if (known !== undefined) return known;
  const rows = new Set(flushedTraces(spans).flatMap((trace) => trace.rows));
  flushedOf.set(spans, rows);
  return rows;
}

/** Half-open intervals that meet, or equal starts. Unknown where an end is not known and it decides. */
export function meet(a: Interval, b: Interval): boolean | undefined {
  if (a.start < 0 || b.start < 0) return undefined;
  if (a.start === b.start) return true;
  const [first, second] = a.start < b.start ? [a, b] : [b, a];
  return first.end < 0 ? undefined : first.end > second.start;
}

/** A clock says that `a` was over when `b` started. */
export const isOverBefore = (a: Interval, b: Interval): boolean =>
  a.surelyOver >= 0 && b.start >= 0 && a.surelyOver <= b.start && a.start !== b.start;

/**
 * The siblings that hold the steps of each context: below the context's holder level by level; at the top the roots of
 * the session, and the orphans of one missing parent apart from them.
 */
export function siblingGroups(
  tree: SpanTree,
  found: Steps,
  isMember: (step: number) => boolean,
): ReadonlyMap<number, readonly SiblingGroup[]> {
  const { steps, stepAt, placeOf, holderOf } = found;
  const intervalOf = rankIntervals(tree);
  const { levelOf, nextUp } = branchings(tree, stepAt, isMember);
  const depth = new Int32Array(tree.rows.length);
  for (const place of tree.downwards) {
    const parent = tree.parent[place] as number;
    depth[place] = parent === TOP ? 1 : (depth[parent] as number) + 1;
  }
  const groups = new Map<number, Map<string, Map<number, number[]>>>();
  for (const step of steps) {
    if (!isMember(step.index)) continue;
    const holder = holderOf[step.index] as number;
    const floor = holder < 0 ? 0 : (depth[placeOf[holder] as number] as number);
    let at = nextUp[placeOf[step.index] as number] as number;
    while (at !== TOP && (depth[at] as number) > floor) {
      const levels = getOr(groups, step.context, () => new Map<string, Map<number, number[]>>());
      const members = getOr(levels, levelOf(at), () => new Map<number, number[]>());
      getOr(members, at, () => [] as number[]).push(step.index);
      const parent = tree.parent[at] as number;
      at = parent === TOP ? TOP : (nextUp[parent] as number);
    }
  }
  const out = new Map<number, readonly SiblingGroup[]>();
  for (const [context, levels] of groups) {
    const list = [...levels.values()]
      .filter((members) => members.size > 1)
      .map((members) =>
        [...members].map(
          ([place, own]): Member => ({
            place,
            interval: intervalOf(place),
            resource: tree.spans.resource[tree.rows[place] as number] as number,
            steps: own,
          }),
        ),
      );
    out.set(context, list);
  }
  return out;
}

/** Where several siblings hold steps, and from each place the next such sibling at or above it: chains are skipped. */
function branchings(tree: SpanTree, stepAt: Int32Array, isMember: (step: number) => boolean) {
  const n = tree.rows.length;
  const orphans = new Set(tree.orphans);
  const levelOf = (place: number): string => {
    const parent = tree.parent[place] as number;
    if (parent !== TOP) return `below ${parent}`;
    return orphans.has(place) ? orphanLevel(tree, place) : 'roots';
  };
  const holds = new Uint8Array(n);
  for (let i = n - 1; i >= 0; i--) {
    const place = tree.downwards[i] as number;
    const step = stepAt[place] as number;
    if (step !== NOT_A_STEP && isMember(step)) holds[place] = 1;
    const parent = tree.parent[place] as number;
    if (holds[place] === 1 && parent !== TOP) holds[parent] = 1;
  }
  const count = new Map<string, number>();
  for (let place = 0; place < n; place++) {
    if (holds[place] === 1) count.set(levelOf(place), (count.get(levelOf(place)) ?? 0) + 1);
  }
  const nextUp = new Int32Array(n).fill(TOP);
  for (const place of tree.downwards) {
    const parent = tree.parent[place] as number;
    const branches = holds[place] === 1 && (count.get(levelOf(place)) ?? 0) > 1;
    nextUp[place] = branches ? place : parent === TOP ? TOP : (nextUp[parent] as number);
  }
  return { levelOf, nextUp };
}

function getOr<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

const orphanLevel = (tree: SpanTree, place: number): string => {
  const row = tree.rows[place] as number;
  return `orphans ${tree.spans.traceId[row]} ${tree.spans.parentId[row]}`;
};
