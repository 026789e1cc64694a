import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type GraphView, NODE_FLAG, NODE_KINDS } from '../../src/layout/graph-view.ts';
import { layoutGraph, layoutSteps } from '../../src/layout/layout-graph.ts';
import { layoutSketch } from '../../src/layout/layout-sketch.ts';
import { NONE } from '../../src/model/span-table.ts';
import { type DrawnSession, type DrawnSpan, sessionOf } from './session-of.ts';

const AXES = ['order', 'time'] as const;

/** Position of the node with this label. */
const nodeOf = (graph: GraphView, label: string): number => {
  const node = graph.label.findIndex((number) => graph.labels[number] === label);
  if (node < 0) throw new Error(`no node ${label}`);
  return node;
};

const place = (graph: GraphView, label: string) => {
  const node = nodeOf(graph, label);
  const [x0, x1] = [graph.x0[node] as number, graph.x1[node] as number];
  return { x0, x1, lane: graph.lane[node] as number, laneEnd: graph.laneEnd[node] as number };
};

const isAbove = (graph: GraphView, above: number, node: number): boolean => {
  for (let at = graph.parent[node] as number; at !== NONE; at = graph.parent[at] as number) {
    if (at === above) return true;
  }
  return false;
};

function expectNoOverlap(graph: GraphView): void {
  let seen = 0;
  for (let lane = 0; lane < graph.laneCount; lane++) {
    let right = Number.NEGATIVE_INFINITY;
    for (let i = graph.laneFrom[lane] as number; i < (graph.laneFrom[lane + 1] as number); i++) {
      const node = graph.laneNodes[i] as number;
      expect(graph.lane[node]).toBe(lane);
      expect(graph.x0[node]).toBeGreaterThanOrEqual(right);
      right = graph.x1[node] as number;
      seen++;
    }
  }
  expect(seen).toBe(graph.nodeCount);
}

function expectEdgesForward(graph: GraphView): void {
  for (let e = 0; e < graph.edgeFrom.length; e++) {
    const [from, to] = [graph.edgeFrom[e] as number, graph.edgeTo[e] as number];
    if (isAbove(graph, from, to)) expect(graph.x0[to]).toBeGreaterThan(graph.x0[from] as number);
    else if (!isAbove(graph, to, from)) expect(graph.x0[to]).toBeGreaterThan(graph.x1[from] as number);
  }
}

function expectNested(graph: GraphView): void {
  for (let node = 0; node < graph.nodeCount; node++) {
    const parent = graph.parent[node] as number;
    if (parent === NONE) continue;
    expect(graph.lane[node]).toBeGreaterThan(graph.lane[parent] as number);
    expect(graph.laneEnd[node]).toBeLessThanOrEqual(graph.laneEnd[parent] as number);
    if (graph.axis === 'time') continue;
    expect(graph.x0[node]).toBeGreaterThan(graph.x0[parent] as number);
    expect(graph.x1[node]).toBeLessThan(graph.x1[parent] as number);
  }
}

/** A turn: the model asks for two tools, and reads both. */
const TURN = sessionOf(
  [
    { id: 'agent', kind: 'agent', start: 0, end: 100 },
    { id: 'm1', parent: 'agent', kind: 'model', start: 1, end: 10 },
    { id: 'a', parent: 'agent', kind: 'tool', start: 11, end: 30 },
    { id: 'b', parent: 'agent', kind: 'tool', start: 12, end: 20 },
    { id: 'm2', parent: 'agent', kind: 'model', start: 31, end: 40 },
  ],
  [
    ['agent', 'm1', 'parent'],
    ['m1', 'a', 'data'],
    ['m1', 'b', 'data'],
    ['a', 'm2'],
    ['b', 'm2'],
  ],
  [['a', 'b']],
);

describe('the order axis', () => {
  it('puts unordered steps of a context into one column, on lanes of their own', () => {
    const graph = layoutGraph({ ...TURN, axis: 'order' });
    const [a, b] = [place(graph, 'a'), place(graph, 'b')];
    expect([b.x0, b.x1]).toEqual([a.x0, a.x1]);
    expect([a.lane, b.lane]).toEqual([1, 2]);
    expect(place(graph, 'm1').x1).toBeLessThan(a.x0);
    expect(place(graph, 'm2').x0).toBeGreaterThan(a.x1);
    expect(place(graph, 'm2').lane).toBe(1);
    expect(place(graph, 'agent')).toMatchObject({ lane: 0, laneEnd: 3 });
    expect([graph.openA[0], graph.openB[0]]).toEqual([nodeOf(graph, 'a'), nodeOf(graph, 'b')]);
    expect(graph.flags[nodeOf(graph, 'a')]).toBe(NODE_FLAG.question);
    expectEdgesForward(graph);
  });

  it('never lets a time order what no edge orders', () => {
    const graph = layoutGraph({
      ...sessionOf([
        { id: 'late', kind: 'tool', start: 50, end: 60 },
        { id: 'early', kind: 'tool', start: 0, end: 1 },
      ]),
      axis: 'order',
    });
    expect(place(graph, 'late').x0).toBe(place(graph, 'early').x0);
  });

  it('puts a turn where the first of its steps is put, and what no edge reaches beside it', () => {
    const graph = layoutGraph({
      ...sessionOf(
        [
          { id: 'agent', kind: 'agent', start: 0, end: 99 },
          { id: 't1', parent: 'agent', kind: 'turn', start: 1, end: 9 },
          { id: 'm1', parent: 't1', kind: 'model', start: 2, end: 3 },
          { id: 't2', parent: 'agent', kind: 'turn', start: 11, end: 19 },
          { id: 'm2', parent: 't2', kind: 'model', start: 12, end: 13 },
          { id: 'log', parent: 't2', start: 12, end: 13 },
        ],
        [['m1', 'm2']],
      ),
      axis: 'order',
    });
    expect(place(graph, 't2').x0).toBeGreaterThan(place(graph, 'm1').x1);
    expect(place(graph, 'log').x0).toBe(place(graph, 'm2').x0);
    expect(place(graph, 't2').lane).toBe(place(graph, 't1').lane);
  });

  it('draws a cycle all the same, with one edge of it backwards', () => {
    const graph = layoutGraph({
      ...sessionOf(
        [
          { id: 'a', kind: 'tool', start: 0, end: 1 },
          { id: 'b', kind: 'tool', start: 2, end: 3 },
          { id: 'c', kind: 'tool', start: 4, end: 5 },
          { id: 'after', kind: 'tool', start: 1, end: 2 },
        ],
        [
          ['a', 'b'],
          ['b', 'c'],
          ['c', 'a'],
          ['c', 'after'],
        ],
      ),
      axis: 'order',
    });
    const xs = ['a', 'b', 'c', 'after'].map((label) => place(graph, label).x0);
    expect(xs).toEqual([...xs].sort((p, q) => p - q));
    expect(new Set(xs).size).toBe(4);
    expectNoOverlap(graph);
  });

  it('draws the steps that only a log knows', () => {
    const graph = layoutGraph({
      ...sessionOf([], [['call:/0/0', 'call:/0/1', 'sequence']], [], ['call:/0/0', 'call:/0/1']),
      axis: 'order',
    });
    expect(Array.from(graph.row)).toEqual([NONE, NONE]);
    expect(graph.x0[1]).toBeGreaterThan(graph.x1[0] as number);
    expect(Array.from(graph.tree.step)).toEqual([0, 1]);
  });
});

describe('orphans', () => {
  const session = sessionOf([
    { id: 'root', kind: 'agent', start: 0, end: 100 },
    { id: 'x', parent: 'gone', kind: 'tool', start: 10, end: 20 },
    { id: 'y', parent: 'gone', kind: 'tool', start: 30, end: 40 },
  ]);

  it.each(AXES)('hang from one ghost (%s axis)', (axis) => {
    const graph = layoutGraph({ ...session, axis });
    const ghost = nodeOf(graph, 'gone');
    expect(NODE_KINDS[graph.kind[ghost] as number]).toBe('ghost');
    expect([graph.row[ghost], graph.step[ghost]]).toEqual([NONE, NONE]);
    for (const label of ['x', 'y']) {
      expect(graph.parent[nodeOf(graph, label)]).toBe(ghost);
      expect(graph.flags[nodeOf(graph, label)]).toBe(NODE_FLAG.orphan);
    }
    if (axis === 'time') expect(place(graph, 'gone')).toMatchObject({ x0: 10, x1: 40 });
    expectNested(graph);
  });
});

describe('the time axis', () => {
  it('shows times as the file has them', () => {
    const graph = layoutGraph({ ...TURN, axis: 'time' });
    expect(graph.base).toBe(0n);
    expect(place(graph, 'b')).toMatchObject({ x0: 12, x1: 20, lane: 2 });
    expect(place(graph, 'm2')).toMatchObject({ x0: 31, x1: 40, lane: 1 });
  });

  it('keeps what has no time apart, and marks what has no end', () => {
    const graph = layoutGraph({
      ...sessionOf([
        { id: 'timed', start: 1_000, end: 3_000 },
        { id: 'endless', start: 1_500 },
        { id: 'lost' },
        { id: 'backwards', start: 2_000, end: 1_000 },
      ]),
      axis: 'time',
    });
    expect(graph.base).toBe(1_000n);
    expect(place(graph, 'endless')).toMatchObject({ x0: 500, x1: 500 });
    expect(graph.flags[nodeOf(graph, 'endless')]).toBe(NODE_FLAG.endUnknown);
    expect(graph.flags[nodeOf(graph, 'backwards')]).toBe(NODE_FLAG.endUnknown);
    expect(place(graph, 'lost').x1).toBeLessThan(0);
    expect(graph.flags[nodeOf(graph, 'lost')]).toBe(NODE_FLAG.noTime | NODE_FLAG.endUnknown);
  });
});

describe('hostile forests', () => {
  it('draws spans that are their own ancestors', () => {
    const graph = layoutGraph({
      ...sessionOf([
        { id: 'a', parent: 'b', start: 0, end: 1 },
        { id: 'b', parent: 'a', start: 0, end: 1 },
        { id: 'self', parent: 'self', start: 0, end: 1 },
      ]),
      axis: 'order',
    });
    expect(graph.parent.filter((parent) => parent === NONE)).toHaveLength(2);
    expectNested(graph);
  });

  it('draws a chain of 50,000 spans without recursion', () => {
    const chain = Array.from(
      { length: 50_000 },
      (_, i): DrawnSpan => ({
        id: `s${i}`,
        ...(i === 0 ? {} : { parent: `s${i - 1}` }),
        start: i,
        end: 100_000 - i,
      }),
    );
    const graph = layoutGraph({ ...sessionOf(chain), axis: 'order' });
    expect(graph.laneCount).toBe(50_000);
  });
});

describe('the tree of steps', () => {
  it('is depth first, and leaves out what is no step', () => {
    const session = sessionOf([
      { id: 'agent', kind: 'agent', start: 0, end: 9 },
      { id: 'wrapper', parent: 'agent', start: 1, end: 8 },
      { id: 'm', parent: 'wrapper', kind: 'model', start: 1, end: 2 },
      { id: 't', parent: 'wrapper', kind: 'tool', start: 3, end: 7 },
      { id: 'inner', parent: 't', kind: 'model', start: 4, end: 5 },
      { id: 'other', kind: 'model', start: 10, end: 11 },
    ]);
    const tree = layoutSteps(session);
    const ids = Array.from(tree.step, (step) => session.order.steps[step]?.id);
    expect(ids).toEqual(['agent', 'm', 't', 'inner', 'other']);
    expect(Array.from(tree.depth)).toEqual([0, 1, 1, 2, 0]);
    expect(Array.from(tree.end)).toEqual([4, 2, 4, 4, 5]);
    expect(layoutGraph({ ...session, axis: 'time' }).tree).toEqual(tree);
  });
});

/** A forest with edges that run from earlier to later numbers, so that they close no cycle. */
const sessions = fc
  .array(
    fc.record({
      above: fc.nat(),
      start: fc.nat(40),
      length: fc.nat(15),
      back: fc.array(fc.nat(), { maxLength: 3 }),
    }),
    {
      minLength: 1,
      maxLength: 40,
    },
  )
  .map((drawn): DrawnSession => {
    const spans = drawn.map(
      ({ above, start, length }, i): DrawnSpan => ({
        id: `s${i}`,
        ...(i === 0 || above % 4 === 0
          ? {}
          : { parent: above % 9 === 1 ? `gone${above % 2}` : `s${above % i}` }),
        start,
        end: start + length,
        kind: above % 2 === 0 ? 'tool' : 'model',
      }),
    );
    const parentOf = (id: string): string | undefined => spans.find((span) => span.id === id)?.parent;
    const top = (id: string): string => {
      const parent = parentOf(id);
      return parent === undefined || parent.startsWith('gone') ? id : top(parent);
    };
    // between siblings and between trees, later after earlier: no cycle through what holds them
    const edges = drawn.flatMap(({ back }, i) =>
      back.flatMap((n): [string, string][] => {
        if (i === 0) return [];
        const [from, to] = [`s${n % i}`, `s${i}`];
        if (parentOf(from) === parentOf(to)) return [[from, to]];
        return parentOf(to) === undefined && parentOf(top(from)) === undefined && top(from) !== to
          ? [[top(from), to]]
          : [];
      }),
    );
    return sessionOf(spans, edges);
  });

describe('every layout', () => {
  it('grows along edges, nests, and overlaps nothing', () => {
    fc.assert(
      fc.property(sessions, (session) => {
        const graph = layoutGraph({ ...session, axis: 'order' });
        expectEdgesForward(graph);
        expectNoOverlap(graph);
        expectNested(graph);
        const timed = layoutGraph({ ...session, axis: 'time' });
        expectNoOverlap(timed);
        expectNested(timed);
      }),
      { numRuns: 150 },
    );
  });

  it('is the same for every order of the rows', () => {
    fc.assert(
      fc.property(sessions, fc.nat(), (session, seed) => {
        const shuffled = session.rows
          .slice()
          .sort((a, b) => ((a * 7919 + seed) % 101) - ((b * 7919 + seed) % 101));
        expect(layoutGraph({ ...session, rows: shuffled, axis: 'order' })).toEqual(
          layoutGraph({ ...session, axis: 'order' }),
        );
      }),
      { numRuns: 40 },
    );
  });
});

describe('size', () => {
  it('lays out 100,000 spans', () => {
    const spans: DrawnSpan[] = [{ id: 'root', kind: 'agent', start: 0, end: 1_000_000 }];
    const edges: [string, string][] = [];
    for (let turn = 0; spans.length < 100_000; turn++) {
      const at = turn * 40;
      spans.push({ id: `t${turn}`, parent: 'root', kind: 'turn', start: at, end: at + 39 });
      spans.push({ id: `m${turn}`, parent: `t${turn}`, kind: 'model', start: at + 1, end: at + 10 });
      for (let tool = 0; tool < 3; tool++) {
        const id = `c${turn}.${tool}`;
        spans.push({ id, parent: `t${turn}`, kind: 'tool', start: at + 11 + tool, end: at + 30 });
        edges.push([`m${turn}`, id]);
      }
      if (turn > 0) edges.push([`t${turn - 1}`, `t${turn}`]);
    }
    const session = sessionOf(spans, edges);
    for (const axis of AXES) {
      const graph = layoutGraph({ ...session, axis });
      expect(graph.nodeCount).toBe(spans.length);
      expect(graph.laneCount).toBe(5);
    }
  });

  it('stacks a fan-out of 20,000', () => {
    const spans = Array.from(
      { length: 20_000 },
      (_, i): DrawnSpan => ({ id: `c${i}`, kind: 'tool', start: i, end: 90_000 }),
    );
    expect(layoutGraph({ ...sessionOf(spans), axis: 'order' }).laneCount).toBe(20_000);
  });
});

describe('groups of open questions', () => {
  it('are the connected parts of the open pairs, in the order of their first pair', () => {
    const spans = ['a', 'b', 'c', 'd', 'e', 'f'].map(
      (id, i): DrawnSpan => ({ id, kind: 'tool', start: i, end: 90 + i }),
    );
    const open = [
      ['d', 'e'],
      ['a', 'b'],
      ['b', 'c'],
    ] as const;
    const graph = layoutGraph({ ...sessionOf(spans, [], open), axis: 'time' });
    const { groupOf, groupFrom, groupNodes } = graph.index;
    const labels = Array.from(groupNodes, (node) => graph.labels[graph.label[node] as number]);
    expect(Array.from(groupFrom)).toEqual([0, 2, 5]);
    expect(labels).toEqual(['d', 'e', 'a', 'b', 'c']);
    expect(groupOf[nodeOf(graph, 'c')]).toBe(1);
    expect(groupOf[nodeOf(graph, 'f')]).toBe(NONE);
  });
});

describe('the sketch', () => {
  it('has no ghosts, since most parents are still unread', () => {
    const { spans } = sessionOf([
      { id: 'x', parent: 'unread', start: 5, end: 9 },
      { id: 'y', parent: 'x', start: 6, end: 7 },
    ]);
    const sketch = layoutSketch(spans);
    expect(Array.from(sketch.start)).toEqual([0, 1]);
    expect(Array.from(sketch.end)).toEqual([4, 2]);
    expect(sketch.base).toBe(5n);
    expect(sketch.lane[1]).toBeGreaterThan(sketch.lane[0] as number);
  });
});
