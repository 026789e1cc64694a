import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { StateRecord } from '../../../src/model/call.ts';
import type { Edge } from '../../../src/model/order.ts';
import { type Access, unseenWritersOf } from '../../../src/verdicts/compare/unseen-writers.ts';
import { createStepOrder } from '../../../src/verdicts/downstream/step-order.ts';
import { madeStep } from '../made-step.ts';

const orderOf = (size: number, pairs: readonly (readonly [number, number])[]) => ({
  steps: Array.from({ length: size }, (_, i) => madeStep(i)),
  edges: pairs.map(([from, to]): Edge => ({ from, to, basis: 'sequence', order: 'observation', why: '' })),
});

/** Up to ten steps; pairs go either way, so that there are cycles among them. */
const graphs = fc.integer({ min: 2, max: 10 }).chain((size) =>
  fc.record({
    size: fc.constant(size),
    pairs: fc.array(
      fc
        .tuple(fc.nat(size - 1), fc.nat(size - 1))
        .filter(([from, to]) => from !== to)
        // mostly forward, as evidence is
        .chain(([a, b]) =>
          fc.oneof(
            { weight: 9, arbitrary: fc.constant([Math.min(a, b), Math.max(a, b)] as const) },
            { weight: 1, arbitrary: fc.constant([a, b] as const) },
          ),
        ),
      { maxLength: 18 },
    ),
  }),
);

test('what is reached is what stands after, and ranks respect every edge unless there is a cycle', () => {
  fc.assert(
    fc.property(graphs, ({ size, pairs }) => {
      const order = createStepOrder(orderOf(size, pairs));
      const rank = order.rank();
      const isCyclic = pairs.some(([from, to]) => order.after(to)[from] === 1 || from === to);
      expect(rank === undefined).toBe(isCyclic);
      if (rank !== undefined) {
        expect([...rank].sort((a, b) => a - b)).toEqual(Array.from({ length: size }, (_, i) => i));
        for (const [from, to] of pairs) expect(rank[from]).toBeLessThan(rank[to] as number);
      }
      for (let from = 0; from < size; from++) {
        const after = order.after(from).slice();
        for (let to = 0; to < size; to++) expect(order.reaches(from, to)).toBe(after[to] === 1);
      }
    }),
  );
});

test('free steps stand in the order of the step list', () => {
  expect([...(createStepOrder(orderOf(4, [[2, 0]])).rank() ?? [])]).toEqual([2, 0, 1, 3]);
});

test('an unseen writer is found where, by every pair of calls, nothing may stand between, and nowhere else', () => {
  const state = (digit: number): StateRecord => ({
    resource: 'r',
    absent: false,
    fingerprint: { scheme: 'etag', value: String(digit) },
  });
  fc.assert(
    fc.property(
      graphs,
      fc.array(fc.tuple(fc.nat(1), fc.nat(1)), { minLength: 10, maxLength: 10 }),
      (graph, states) => {
        const made = orderOf(graph.size, graph.pairs);
        const order = createStepOrder(made);
        if (order.rank() === undefined) return;
        const own = made.steps.map((one, i): Access => {
          const [pre = 0, post = 0] = states[i] ?? [];
          return { step: one, pre: state(pre), post: state(post) };
        });
        const isBefore = (a: number, b: number): boolean => order.after(a)[b] === 1;
        const expected: string[] = [];
        for (let a = 0; a < graph.size; a++) {
          for (let b = 0; b < graph.size; b++) {
            const others = own.map((_, i) => i).filter((i) => i !== a && i !== b);
            const isNext = isBefore(a, b) && others.every((i) => isBefore(i, a) || isBefore(b, i));
            if (isNext && own[a]?.post?.fingerprint?.value !== own[b]?.pre?.fingerprint?.value)
              expected.push(`c${a} c${b}`);
          }
        }
        const found = unseenWritersOf('r', own, order).map(({ after, before }) => `${after} ${before}`);
        expect(found.sort()).toEqual(expected.sort());
      },
    ),
  );
});
