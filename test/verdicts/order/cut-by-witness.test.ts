import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Edge } from '../../../src/model/order.ts';
import { cutByWitness } from '../../../src/verdicts/order/cut-by-witness.ts';

const edge = (from: number, to: number): Edge => ({ from, to, basis: 'link', order: 'observation', why: '' });

const orders = fc.record({
  size: fc.integer({ min: 1, max: 9 }),
  pairs: fc.array(fc.tuple(fc.nat(8), fc.nat(8)), { maxLength: 16 }),
  turns: fc.array(fc.option(fc.integer({ min: 0, max: 2 }), { nil: undefined }), {
    minLength: 9,
    maxLength: 9,
  }),
});

test('all of one part comes before all of the next, and a step that edges order against all others stands alone', () => {
  fc.assert(
    fc.property(orders, ({ size, pairs, turns }) => {
      const nodes = Array.from({ length: size }, (_, i) => i);
      // numbers rise along every edge and every turn, so that there is no cycle
      const sorted = turns.slice(0, size).sort((a, b) => (a ?? 0) - (b ?? 0));
      const edges = pairs.filter(([a, b]) => a < b && b < size).map(([a, b]) => edge(a, b));
      const isBefore = nodes.map(() => new Set<number>());
      const after = (from: number): readonly number[] => [
        ...edges.filter((one) => one.from === from).map(({ to }) => to),
        ...nodes.filter((to) => sorted[from] !== undefined && (sorted[to] ?? -1) > (sorted[from] as number)),
      ];
      for (const node of [...nodes].reverse())
        for (const to of after(node))
          for (const all of [to, ...(isBefore[to] ?? [])]) isBefore[node]?.add(all);
      const parts = cutByWitness(nodes, edges, sorted);
      expect(parts.flat().sort((a, b) => a - b)).toEqual(nodes);
      for (const [i, part] of parts.entries())
        for (const a of part)
          for (const b of parts.slice(i + 1).flat()) expect(isBefore[a]?.has(b)).toBe(true);
      if (sorted.some((turn) => turn !== undefined)) return;
      for (const node of nodes) {
        const isOrdered = nodes.every((b) => b === node || isBefore[node]?.has(b) || isBefore[b]?.has(node));
        if (isOrdered) expect(parts).toContainEqual([node]);
      }
    }),
    { numRuns: 3_000, seed: 6 },
  );
});
