import { hasBit } from '../../lib/bit-matrix.ts';
import { type OrderQuestion, PAIR_LIST_CAP, type Step } from '../../model/order.ts';
import { meet, rankIntervals } from './clock.ts';
import { stagesOf } from './neighbours.ts';
import { sharedTime } from './overlaps.ts';
import type { Component, PinnedBlock } from './solve-contexts.ts';
import type { SpanTree } from './span-tree.ts';
import type { Steps } from './steps.ts';

export interface OpenPairs {
  /** At most PAIR_LIST_CAP. */
  readonly questions: readonly OrderQuestion[];
  readonly count: number;
}

/** Pairs of listed steps of one context that nothing orders, pins included (design.md 5.3). */
export function findOpenPairs(
  tree: SpanTree | undefined,
  found: Steps,
  components: readonly Component[],
): OpenPairs {
  const { steps } = found;
  const questions: OrderQuestion[] = [];
  let count = 0;
  const whyOf =
    tree === undefined ? () => ({ why: 'no-witness' as const, overlap: undefined }) : whyOpen(tree, found);
  const ask = (a: number, b: number): void => {
    questions.push({ a: Math.min(a, b), b: Math.max(a, b), order: 'observation', ...whyOf(a, b) });
  };
  for (const { blocks } of components) {
    for (const block of blocks) {
      eachOpenPair(block, steps, (a, b) => {
        count++;
        if (questions.length < PAIR_LIST_CAP) ask(a, b);
      });
    }
    for (const stage of stagesOf(blocks)) {
      if (stage.length < 2) continue;
      const parts = stage.map(({ nodes }) => nodes.filter((step) => steps[step]?.listed === true));
      count += countAcross(parts);
      for (const [a, b] of pairsAcross(parts)) {
        if (questions.length === PAIR_LIST_CAP) break;
        ask(a, b);
      }
    }
  }
  return { questions: questions.sort((x, y) => x.a - y.a || x.b - y.b), count };
}

export const bothOpen = (one: OpenPairs, other: OpenPairs): OpenPairs => ({
  questions: [...one.questions, ...other.questions].slice(0, PAIR_LIST_CAP),
  count: one.count + other.count,
});

/** Pairs of steps of different parts. */
function countAcross(parts: readonly (readonly number[])[]): number {
  let count = 0;
  let before = 0;
  for (const { length } of parts) {
    count += before * length;
    before += length;
  }
  return count;
}

function* pairsAcross(parts: readonly (readonly number[])[]): Generator<readonly [number, number]> {
  for (const [i, part] of parts.entries()) {
    for (const a of part)
      for (let j = i + 1; j < parts.length; j++) for (const b of parts[j] ?? []) yield [a, b];
  }
}

function eachOpenPair(
  { nodes, pinned }: PinnedBlock,
  steps: readonly Step[],
  visit: (a: number, b: number) => void,
): void {
  for (let i = 0; i < nodes.length; i++) {
    const a = steps[nodes[i] as number] as Step;
    if (!a.listed) continue;
    for (let j = i + 1; j < nodes.length; j++) {
      const b = steps[nodes[j] as number] as Step;
      if (b.listed && a.context === b.context && !hasBit(pinned, i, j) && !hasBit(pinned, j, i))
        visit(a.index, b.index);
    }
  }
}

/** Whether the two, or the siblings that hold them, overlap or tie; else nothing witnesses their order. */
function whyOpen(tree: SpanTree, { placeOf }: Steps) {
  const intervalOf = rankIntervals(tree);
  return (a: number, b: number): Pick<OrderQuestion, 'why' | 'overlap'> => {
    const [x, y] = [placeOf[a] as number, placeOf[b] as number];
    const [left, right] = [intervalOf(x), intervalOf(y)];
    if (left.start >= 0 && left.start === right.start) {
      return { why: 'tie', overlap: sharedTime(tree.spans, tree.rows[x] as number, tree.rows[y] as number) };
    }
    const met = meet(left, right);
    if (met === false) return { why: 'no-witness', overlap: undefined };
    return {
      why: 'overlap',
      overlap:
        met === undefined
          ? undefined
          : sharedTime(tree.spans, tree.rows[x] as number, tree.rows[y] as number),
    };
  };
}
