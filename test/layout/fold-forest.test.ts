import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type GraphView, NODE_FLAG } from '../../src/layout/graph-view.ts';
import { layoutGraph } from '../../src/layout/layout-graph.ts';
import { NONE } from '../../src/model/span-table.ts';
import { type DrawnSpan, sessionOf } from './session-of.ts';

const SPANS: readonly DrawnSpan[] = [
  { id: 'root', kind: 'agent', start: 0, end: 100 },
  { id: 'sub', parent: 'root', kind: 'agent', start: 10, end: 60 },
  { id: 'plain', parent: 'sub', start: 11, end: 59 },
  { id: 'x', parent: 'plain', kind: 'tool', start: 12, end: 30 },
  { id: 'y', parent: 'plain', kind: 'tool', start: 20, end: 40 },
  { id: 'z', parent: 'root', kind: 'tool', start: 20, end: 70 },
  { id: 'last', parent: 'root', kind: 'model', start: 80, end: 90 },
];
const SESSION = sessionOf(
  SPANS,
  [
    ['x', 'last', 'data'],
    ['y', 'last', 'data'],
    ['sub', 'last'],
    ['z', 'last'],
  ],
  [
    ['x', 'y'],
    ['sub', 'z'],
    ['y', 'z'],
  ],
);
const SUB = 1;

const labelsOf = (graph: GraphView): readonly (string | undefined)[] =>
  Array.from(graph.label, (label) => graph.labels[label]);
const nodeOf = (graph: GraphView, label: string): number => labelsOf(graph).indexOf(label);

describe('a folded agent', () => {
  const graph = layoutGraph({ ...SESSION, axis: 'order', folded: [SUB] });
  const sub = nodeOf(graph, 'sub');

  it('stands for the steps below it, and the tree keeps them all', () => {
    expect([...labelsOf(graph)].sort()).toEqual(['last', 'root', 'sub', 'z']);
    expect(Array.from(graph.inside)[sub]).toBe(2);
    expect(graph.inside.reduce((sum, n) => sum + n)).toBe(2);
    expect(graph.tree).toEqual(layoutGraph({ ...SESSION, axis: 'order' }).tree);
    expect(graph.parent[sub]).toBe(nodeOf(graph, 'root'));
  });

  it('takes over their edges, one of a kind, and none into itself', () => {
    const edges = Array.from(graph.edgeFrom, (from, e) => [
      labelsOf(graph)[from],
      labelsOf(graph)[graph.edgeTo[e] as number],
    ]);
    expect(edges).toEqual([
      ['sub', 'last'],
      ['sub', 'last'],
      ['z', 'last'],
    ]);
  });

  it('keeps the bracket of a pair that is in view, by its place among all questions', () => {
    expect([Array.from(graph.openQuestion), graph.openA[0], graph.openB[0]]).toEqual([
      [1],
      sub,
      nodeOf(graph, 'z'),
    ]);
    expect((graph.flags[sub] as number) & NODE_FLAG.question).not.toBe(0);
  });

  it('is where a step inside it is found', () => {
    expect(graph.index.nodeOfStep[2]).toBe(sub);
    expect(graph.step[sub]).toBe(SUB);
  });
});

it('whatever is folded, every step is a node or inside of one, and the drawing holds together', () => {
  const forests = fc.array(fc.record({ above: fc.nat(), isStep: fc.boolean(), isFolded: fc.boolean() }), {
    minLength: 1,
    maxLength: 30,
  });
  fc.assert(
    fc.property(forests, (drawn) => {
      const spans = drawn.map(
        ({ above, isStep }, i): DrawnSpan => ({
          id: `s${i}`,
          ...(i === 0 || above % 5 === 0 ? {} : { parent: above % 7 === 1 ? 'gone' : `s${above % i}` }),
          start: i,
          end: i + 10,
          ...(isStep ? { kind: 'tool' } : {}),
        }),
      );
      const session = sessionOf(spans);
      const folded = session.order.steps.flatMap(({ index, row }) =>
        row !== undefined && drawn[row]?.isFolded === true ? [index] : [],
      );
      const graph = layoutGraph({ ...session, axis: 'order', folded });
      const own = graph.step.filter((step) => step !== NONE).length;
      expect(own + graph.inside.reduce((sum, n) => sum + n, 0)).toBe(session.order.steps.length);
      for (const [node, parent] of graph.parent.entries()) {
        if (parent === NONE) continue;
        expect(parent).toBeLessThan(graph.nodeCount);
        expect(folded).not.toContain(graph.step[parent]);
        expect(graph.lane[node]).toBeGreaterThan(graph.lane[parent] as number);
      }
      for (const { index } of session.order.steps) {
        expect(graph.index.nodeOfStep[index]).toBeLessThan(graph.nodeCount);
      }
    }),
    { numRuns: 200 },
  );
});
