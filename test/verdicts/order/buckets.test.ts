import { describe, expect, test } from 'vitest';
import { countOf, edgesOf, linearizationOf, orderOf, pin, questionsOf } from '../../draw.ts';

describe('buckets, the first that applies', () => {
  test('no turn, model or tool: not a trajectory', () => {
    expect(
      orderOf(`
agent root  |--------root--------|
  span db    |--db--|
`).bucket,
    ).toBe('not-a-trajectory');
  });

  test('a step hangs from a parent that is not in the data: orphaned, and the ghost keeps its place', () => {
    const order = orderOf(`
agent root  |--------root--------|
  tool a      |-a-|
tool b            |-b-|             under gone
`);
    expect(order.bucket).toBe('orphaned');
    expect(order.orphans).toMatchObject([{ missingParentId: 'gone' }]);
    expect(order.orphans[0]?.said).toContain(
      'b hangs from gone, which is not in the data, and 1 step with it.',
    );
  });

  test('the only top span may be an orphan: listed, no quarantine', () => {
    const order = orderOf(`
agent root  |--------root--------|  under gone
  tool a      |-a-|
`);
    expect(order.bucket).toBe('witnessed');
    expect(order.orphans).toHaveLength(1);
    expect(order.orphans[0]?.said).toContain('the root was not exported');
  });

  test('an orphan that holds no step quarantines nothing', () => {
    expect(
      orderOf(`
agent root  |--------root--------|
  tool a      |-a-|
span log          |-b-|             under gone
`).bucket,
    ).toBe('witnessed');
  });

  test('orphans of one missing parent stay siblings, those of two are nobody’s', () => {
    const twice = (second: string): string => `
agent root  |--------root--------|
tool a        |---a---|             under gone
tool b          |---b---|           under ${second}
`;
    expect(orderOf(twice('gone')).overlapCount).toBe(1);
    expect(orderOf(twice('lost')).overlapCount).toBe(0);
  });

  test('spans that are each other’s ancestors are a conflict, and all of them are steps still', () => {
    const order = orderOf(`
tool a        |---a---|             under b
tool b          |---b---|           under a
`);
    expect(order.bucket).toBe('conflicting');
    expect(order.steps.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(order.conflicts[0]?.spans).toEqual(['a', 'b']);
  });

  test('a span that names itself as its parent', () => {
    const order = orderOf(`
tool a        |---a---|             under a
`);
    expect(order.bucket).toBe('conflicting');
    expect(order.conflicts[0]?.why).toBe('The span names itself as its parent.');
  });
});

describe('contexts', () => {
  test('steps below different agents enter different contexts and ask no question of each other', () => {
    const order = orderOf(`
agent root  |--------root--------|
  agent one   |----one----|          call 0 turn 0
    tool a     |---a---|
  agent two     |----two----|        call 1 turn 0
    tool b       |---b---|
`);
    expect(order.questionCount).toBe(0);
    expect(order.contexts.map(({ label }) => label)).toEqual(['session', 'root', 'one', 'two']);
    expect(linearizationOf(order)).toEqual(['one sequence', 'a parent', 'two sequence', 'b parent']);
  });

  test('turn spans are transparent', () => {
    const order = orderOf(`
agent root   |----------root----------|
  turn t1     |---t1---|                 turn 1
    tool a     |---a---|
  turn t2               |---t2---|       turn 2
    tool b               |---b---|
`);
    expect(order.contexts.map(({ label }) => label)).toEqual(['session', 'root']);
    expect(edgesOf(order)).toEqual(['a sequence b']);
    expect(linearizationOf(order)).toEqual(['a sequence', 'b sequence']);
  });

  test('the roots of a session share one context', () => {
    expect(
      questionsOf(
        orderOf(`
tool a      |---a---|
tool b        |---b---|
`),
      ),
    ).toEqual(['a overlap b']);
  });
});

describe('pins', () => {
  const open = `
agent root  |--------root--------|
  tool a      |----a----|
  tool b         |----b----|
  tool c           |----c----|
`;

  test('three open steps: six orders; a pin leaves three, and the bucket stays that of the evidence', () => {
    expect(countOf(orderOf(open))).toBe('6');
    const order = orderOf(open, { pins: [pin('b', 'a')] });
    expect(countOf(order)).toBe('3');
    expect(edgesOf(order)).toEqual(['b pin a']);
    expect(questionsOf(order)).toEqual(['a overlap c', 'b overlap c']);
    expect([order.bucket, order.replayable, order.pinned]).toEqual(['partial-order', false, false]);
  });

  test('all pinned: an order to replay, assumed and never witnessed', () => {
    const order = orderOf(open, { pins: [pin('b', 'a'), pin('a', 'c')] });
    expect([order.bucket, order.replayable, order.pinned]).toEqual(['partial-order', false, true]);
    expect(linearizationOf(order)).toEqual(['b pin', 'a pin', 'c pin']);
    expect(countOf(order)).toBe('1');
  });

  test('a pin that would close a cycle orders nothing; the earlier one stands', () => {
    const order = orderOf(open, {
      pins: [pin('b', 'a', '2026-01-01T00:00:02Z'), pin('a', 'b', '2026-01-01T00:00:01Z')],
    });
    expect(edgesOf(order)).toEqual(['a pin b']);
    expect(order.remarks.map(({ said }) => said)).toEqual([
      'The pin of examiner (2026-01-01T00:00:02Z) contradicts the evidence or an earlier pin and orders nothing.',
    ]);
  });

  test('a pin against the evidence orders nothing', () => {
    const order = orderOf(
      `
agent root  |--------root--------|
  tool a      |----a----|            turn 0
  tool b         |----b----|         turn 1
`,
      { pins: [pin('b', 'a')] },
    );
    expect(edgesOf(order)).toEqual(['a sequence b']);
    expect(order.bucket).toBe('witnessed');
  });

  test('a pin that says what the evidence says changes nothing', () => {
    const witnessed = `
agent root  |--------root--------|
  tool a      |----a----|            turn 0
  tool b         |----b----|         turn 1
`;
    const order = orderOf(witnessed, { pins: [pin('a', 'b')] });
    expect([order.bucket, order.replayable, order.pinned]).toEqual(['witnessed', true, false]);
    expect(linearizationOf(order)).toEqual(['a sequence', 'b sequence']);
  });

  test('an assumed parent gives an orphan a place, as a pin does', () => {
    const drawing = `
agent root  |--------root--------|
  tool a      |-a-|
tool b            |-b-|             under gone
`;
    const parent = {
      id: 'p',
      span: 'b',
      parent: 'root',
      author: 'examiner',
      at: '2026-01-01T00:00:00Z',
      reason: 'same thread',
    };
    const order = orderOf(drawing, { parents: [parent] });
    expect(order.bucket).toBe('orphaned');
    expect(order.orphans).toHaveLength(1);
    expect([order.replayable, order.pinned]).toEqual([false, true]);
    expect(linearizationOf(order)).toEqual(['a single-clock', 'b single-clock']);
  });
});

describe('ties', () => {
  test('two common tie-breaks part where open steps start at one moment', () => {
    const order = orderOf(`
agent root  |--------root--------|
  tool second |----b----|
  tool first  |---a---|
`);
    expect(order.remarks.map(({ said }) => said)).toEqual([
      'first and second start at the same moment. A tool that sorts by start time leaves them as the file has them; one that sorts by start time and span id puts first (a) first. Neither is evidence.',
    ]);
  });
});
