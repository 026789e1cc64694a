import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OrderReading } from '../../../src/model/order.ts';
import { countOf, type Drawn, edgesOf, linearizationOf, orderOf, pin, questionsOf } from '../../draw.ts';
import { countByTrying } from '../linearize/count-by-trying.ts';

/** What a span may say of itself: more than one index of a kind is drawn seldom enough for many sessions to hold. */
const words = fc.record({
  turn: fc.option(fc.integer({ min: 0, max: 2 }), { nil: undefined }),
  call: fc.option(fc.integer({ min: -1, max: 4 }), { nil: undefined }),
  process: fc.constantFrom('p', 'p', 'p', 'q', '-'),
  open: fc.boolean().map((value) => value && 'open'),
  link: fc.option(fc.integer({ min: 0, max: 11 }), { nil: undefined }),
  under: fc.option(fc.constantFrom('gone', 'lost'), { nil: undefined, freq: 20 }),
});

const span = fc.record({
  kind: fc.constantFrom('tool', 'tool', 'tool', 'model', 'agent', 'turn', 'span'),
  above: fc.integer({ min: 0, max: 11 }),
  start: fc.integer({ min: 0, max: 12 }),
  length: fc.integer({ min: 0, max: 8 }),
  says: words,
});

/** Sessions of up to 12 spans, with all that may go wrong in them. */
const sessions = fc.array(span, { minLength: 1, maxLength: 12 }).map((spans): readonly Drawn[] =>
  spans.map(({ kind, above, start, length, says }, i) => {
    const link = says.link === undefined ? '' : `link s${says.link % spans.length}=caused_by`;
    const index = (word: string, value: number | undefined): string =>
      value === undefined ? '' : `${word} ${value}`;
    return {
      id: `s${i}`,
      parent: says.under ?? (above < i ? `s${above}` : undefined),
      name: `name ${i % 3}`,
      kind: kind as Drawn['kind'],
      start,
      end: says.open === 'open' ? undefined : start + length,
      words: [index('turn', says.turn), index('call', says.call), `process ${says.process}`, link].flatMap(
        (word) => (word === '' ? [] : word.split(' ')),
      ),
    };
  }),
);

/** Pairs that the reading's edges order, closed, as `a<b`. */
function closure({ steps, edges }: OrderReading): ReadonlySet<string> {
  const after = steps.map(() => new Set<number>());
  for (const { from, to } of edges) after[from]?.add(to);
  const pairs = new Set<string>();
  for (const { index } of steps) {
    const open = [index];
    const seen = new Set(open);
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      for (const next of after[at] ?? []) {
        pairs.add(`${steps[index]?.id}<${steps[next]?.id}`);
        if (!seen.has(next)) open.push(next);
        seen.add(next);
      }
    }
  }
  return pairs;
}

const everything = (order: OrderReading): unknown => ({
  bucket: order.bucket,
  edges: edgesOf(order),
  questions: questionsOf(order),
  overlaps: order.overlapCount,
  count: countOf(order),
  linearization: linearizationOf(order),
  conflicts: order.conflicts.map(({ spans, why }) => [spans, why]),
  orphans: order.orphans.map(({ said }) => said).sort(),
  assumes: order.assumes,
  remarks: order.remarks,
});

const RUNS = { numRuns: 2_000, seed: 4 } as const;

describe('laws of order', () => {
  test('the edges have no cycle, and a pair is ordered or asked or in another context, never two of them', () => {
    fc.assert(
      fc.property(sessions, (drawn) => {
        const order = orderOf(drawn);
        const ordered = closure(order);
        const asked = new Set(order.questions.map(({ a, b }) => `${a} ${b}`));
        for (const a of order.steps) {
          expect(ordered.has(`${a.id}<${a.id}`)).toBe(false);
          for (const b of order.steps) {
            if (b.index <= a.index || !a.listed || !b.listed || a.context !== b.context) continue;
            const isOrdered = ordered.has(`${a.id}<${b.id}`) || ordered.has(`${b.id}<${a.id}`);
            expect(asked.has(`${a.index} ${b.index}`)).toBe(!isOrdered);
          }
        }
        expect(order.questionCount).toBe(asked.size);
      }),
      RUNS,
    );
  });

  test('a linearization lists every listed step once and respects every edge', () => {
    fc.assert(
      fc.property(sessions, (drawn) => {
        const order = orderOf(drawn);
        if (order.linearization.length === 0) return;
        const at = new Map(order.linearization.map(({ step }, i) => [step, i]));
        expect(at.size).toBe(order.steps.filter(({ listed }) => listed).length);
        expect(order.linearization).toHaveLength(at.size);
        for (const { from, to } of order.edges) {
          const [a, b] = [at.get(from), at.get(to)];
          if (a !== undefined && b !== undefined) expect(a).toBeLessThan(b);
        }
      }),
      RUNS,
    );
  });

  test('the order of the spans in the file changes nothing', () => {
    fc.assert(
      fc.property(sessions, fc.infiniteStream(fc.nat()), (drawn, numbers) => {
        const shuffled = [...drawn]
          .map((one) => ({ one, key: numbers.next().value as number }))
          .sort((a, b) => a.key - b.key)
          .map(({ one }) => one);
        expect(everything(orderOf(shuffled))).toEqual(everything(orderOf(drawn)));
      }),
      RUNS,
    );
  });

  test('pins make nothing witnessed, and never leave more open than there was', () => {
    fc.assert(
      fc.property(sessions, fc.array(fc.tuple(fc.nat(11), fc.nat(11)), { maxLength: 4 }), (drawn, pairs) => {
        const before = orderOf(drawn);
        const after = orderOf(drawn, {
          pins: pairs.map(([a, b], i) => pin(`s${a}`, `s${b}`, `2026-01-0${i + 1}`)),
        });
        expect(after.bucket).toBe(before.bucket);
        expect(after.questionCount).toBeLessThanOrEqual(before.questionCount);
        if (before.bucket !== 'witnessed' && before.bucket !== 'single-clock')
          expect(after.replayable).toBe(false);
        if (after.pinned) expect(after.questionCount).toBe(0);
        const evidence = closure(before);
        for (const pair of evidence) {
          const [a, b] = pair.split('<');
          expect(closure(after).has(`${b}<${a}`)).toBe(false);
        }
      }),
      { numRuns: 500, seed: 4 },
    );
  });

  test('a further witness never takes the order from a pair that witnesses order, unless it contradicts', () => {
    fc.assert(
      fc.property(sessions, fc.nat(11), fc.nat(11), (drawn, from, to) => {
        const before = orderOf(drawn);
        const [first, second] = [`s${from % drawn.length}`, `s${to % drawn.length}`];
        const was = closure(before);
        // a clock may have to give way, and an issue order that was read otherwise
        if (before.edges.some(({ basis }) => basis === 'single-clock') || was.has(`${second}<${first}`))
          return;
        const added = drawn.map((one) =>
          one.id === second && !one.words.includes('link')
            ? { ...one, words: [...one.words, 'link', `${first}=caused_by`] }
            : one,
        );
        const after = orderOf(added);
        if (after.conflicts.length > 0) return;
        const kept = closure(after);
        for (const pair of was) expect(kept.has(pair)).toBe(true);
      }),
      RUNS,
    );
  });

  test('the count is the number of orders that respect the edges, context by context', () => {
    fc.assert(
      fc.property(sessions, (drawn) => {
        const order = orderOf(drawn);
        if (order.steps.filter(({ listed }) => listed).length > 6) return;
        // a link out of its context ties contexts, which are then counted together
        const contextOf = new Map(order.steps.map(({ id, context }) => [id, context]));
        const isTied = drawn.some(({ id, words: said }) => {
          const [other] = said[said.indexOf('link') + 1]?.split('=') ?? [];
          return said.includes('link') && contextOf.get(id) !== contextOf.get(other ?? '');
        });
        if (isTied) return;
        const ordered = closure(order);
        const counts = order.contexts.map(({ steps }) =>
          countByTrying(
            steps.flatMap((step) =>
              order.steps[step]?.listed === true ? [order.steps[step]?.id ?? ''] : [],
            ),
            (a, b) => ordered.has(`${a}<${b}`),
          ),
        );
        expect(countOf(order)).toBe(String(counts.reduce((product, count) => product * count, 1)));
      }),
      RUNS,
    );
  });
});
