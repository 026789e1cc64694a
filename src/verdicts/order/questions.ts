import { hasBit } from '../../lib/bit-matrix.ts';
import { type OrderQuestion, PAIR_LIST_CAP, type Step } from '../../model/order.ts';
import { meet, rankIntervals } from './clock.ts';
import { sharedTime } from './overlaps.ts';
import type { Component, PinnedBlock } from './solve-contexts.ts';
import type { SpanTree } from './span-tree.ts';
import type { Steps } from './steps.ts';

export interface OpenPairs {
  /** At most PAIR_LIST_CAP. */
  readonly questions: readonly OrderQuestion[];
  readonly count: number;
}

/**
 * Pairs of listed steps of one context that nothing orders (design.md 5.3).
 *
 * @param by whose order counts: the evidence's alone, or with the pins.
 */
export function findOpenPairs(
  tree: SpanTree | undefined,
  found: Steps,
  components: readonly Component[],
  by: 'ordered' | 'pinned',
): OpenPairs {
  const { steps } = found;
  const questions: OrderQuestion[] = [];
  let count = 0;
  const whyOf =
    tree === undefined ? () => ({ why: 'no-witness' as const, overlap: undefined }) : whyOpen(tree, found);
  for (const { blocks } of components) {
    for (const block of blocks) {
      eachOpenPair(block, by, steps, (a, b) => {
        count++;
        if (questions.length < PAIR_LIST_CAP) questions.push({ a, b, order: 'observation', ...whyOf(a, b) });
      });
    }
  }
  return { questions: questions.sort((x, y) => x.a - y.a || x.b - y.b), count };
}

function eachOpenPair(
  block: PinnedBlock,
  by: 'ordered' | 'pinned',
  steps: readonly Step[],
  visit: (a: number, b: number) => void,
): void {
  const { nodes } = block;
  const matrix = block[by];
  for (let i = 0; i < nodes.length; i++) {
    const a = steps[nodes[i] as number] as Step;
    if (!a.listed) continue;
    for (let j = i + 1; j < nodes.length; j++) {
      const b = steps[nodes[j] as number] as Step;
      if (b.listed && a.context === b.context && !hasBit(matrix, i, j) && !hasBit(matrix, j, i))
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
