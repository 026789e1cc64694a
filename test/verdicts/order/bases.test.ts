import { describe, expect, test } from 'vitest';
import { countOf, edgesOf, linearizationOf, orderOf, questionsOf } from '../../draw.ts';

describe('sequence', () => {
  test('call indices order overlapping calls of one turn, and declare the runtime’s append order', () => {
    const order = orderOf(`
agent root  |--------root--------|
  tool a      |----a----|          turn 0 call 1
  tool b         |----b----|       turn 0 call 0
`);
    expect(edgesOf(order)).toEqual(['b sequence a']);
    expect(order.bucket).toBe('witnessed');
    expect(order.assumes).toEqual(['append-in-issue-order']);
    expect(linearizationOf(order)).toEqual(['b sequence', 'a sequence']);
    expect(order.overlapCount).toBe(1);
  });

  test('turns order whole turns, against the clock if need be', () => {
    const order = orderOf(`
agent root  |--------root--------|
  tool a      |-a-|                turn 1
  tool b           |-b-|           turn 0
`);
    expect(edgesOf(order)).toEqual(['b sequence a']);
    expect(order.bucket).toBe('witnessed');
    expect(order.assumes).toEqual([]);
  });

  test.each([
    ['a duplicate', 'turn 0 call 1', 'turn 0 call 1'],
    ['a negative', 'turn 0 call -1', 'turn 0 call 0'],
    ['a missing', 'turn 0', 'turn 0 call 0'],
    ['a negative turn takes its calls with it', 'turn -1 call 0', 'turn -1 call 1'],
  ])('%s index is no witness for the pairs it touches', (_, first, second) => {
    const order = orderOf(`
agent root  |--------root--------|
  tool a      |----a----|          ${first}
  tool b         |----b----|       ${second}
`);
    expect(edgesOf(order)).toEqual([]);
    expect(questionsOf(order)).toEqual(['a overlap b']);
    expect(order.bucket).toBe('partial-order');
    expect(countOf(order)).toBe('2');
  });

  test('a duplicate leaves the pairs it does not touch', () => {
    const order = orderOf(`
agent root  |--------root--------|
  tool a      |----a----|          turn 0 call 0
  tool b       |----b----|         turn 0 call 1
  tool c        |----c----|        turn 0 call 2
  tool d         |----d----|       turn 0 call 1
`);
    expect(edgesOf(order)).toEqual(['a sequence c']);
    expect(questionsOf(order)).toEqual([
      'a overlap b',
      'a overlap d',
      'b overlap c',
      'b overlap d',
      'c overlap d',
    ]);
  });

  test('a step whose own turn is not its turn span’s is doubly scoped: no witness, and said', () => {
    const order = orderOf(`
agent root    |--------root--------|
  turn one     |------t------|        turn 1
    tool a      |---a---|             turn 2 call 0
    tool b        |---b---|           call 1
`);
    expect(questionsOf(order)).toEqual(['a overlap b']);
    expect(order.remarks.map(({ said }) => said)).toContain(
      'a says turn 2 and stands in the span of turn 1: its indices witness nothing.',
    );
  });

  test('a key that ends like a name of the table counts; one that the examiner took out does not', () => {
    const drawing = `
agent root  |--------root--------|
  tool a      |----a----|          on acme.agent.tool.call_index=0
  tool b         |----b----|       on acme.agent.tool.call_index=1
`;
    expect(edgesOf(orderOf(drawing))).toEqual(['a sequence b']);
    expect(questionsOf(orderOf(drawing, { names: [] }))).toEqual(['a overlap b']);
  });

  test('a name that is listed and does not count counts when the examiner says so', () => {
    const drawing = `
agent root  |--------root--------|
  tool a      |----a----|          on execution_order=2
  tool b         |----b----|       on execution_order=1
`;
    expect(questionsOf(orderOf(drawing))).toEqual(['a overlap b']);
    const names = [{ key: 'execution_order', means: 'call', order: 'issue', scope: 'session' }] as const;
    expect(edgesOf(orderOf(drawing, { names }))).toEqual(['b sequence a']);
  });

  test('an index that the table calls observed orders observation, without the append assumption', () => {
    const names = [{ key: 'done', means: 'call', order: 'observation', scope: 'parent' }] as const;
    const order = orderOf(
      `
agent root  |--------root--------|
  tool a      |----a----|          on done=2
  tool b         |----b----|       on done=1
`,
      { names },
    );
    expect(edgesOf(order)).toEqual(['b sequence a']);
    expect(order.assumes).toEqual([]);
  });
});

describe('history and data', () => {
  test('the order in which results stand in the next model’s messages is the order of observation', () => {
    const order = orderOf(`
agent root  |-------------root-------------|
  model m1    |m1|                           out C:x C:y
  tool a          |----a----|                id x
  tool b            |-b-|                    id y
  model m2                     |m2|          in C:x C:y R:y R:x
`);
    expect(edgesOf(order)).toEqual(['a data m2', 'b history a', 'm1 data b']);
    expect(order.bucket).toBe('witnessed');
    expect(order.remarks.map(({ said }) => said)).toEqual(['Asked a, b; read b, a.']);
    expect(order.conflicts).toEqual([]);
  });

  test('only the asking order is known: it serves, with the assumption', () => {
    const order = orderOf(`
agent root  |-------------root-------------|
  model m1    |m1|                           out C:x C:y
  tool a          |----a----|                id x
  tool b            |-b-|                    id y
`);
    expect(edgesOf(order)).toEqual(['a history b', 'm1 data a']);
    expect(order.assumes).toEqual(['append-in-issue-order']);
  });

  test.each([
    ['an id occurs twice in the batch', 'out C:x C:x', 'in R:x R:x', 'id x', 'id x'],
    ['an id is asked for twice', 'out C:x C:y C:x', 'in C:x C:y C:x R:y R:x', 'id x', 'id y'],
    ['an id is missing', 'out C:x C:', 'in R:x R:', 'id x', 'id y'],
  ])('%s: the batch is no witness', (_, out, into, a, b) => {
    const order = orderOf(`
agent root  |-------------root-------------|
  model m1    |m1|                           ${out}
  tool a          |----a----|                ${a}
  tool b            |-b-|                    ${b}
  model m2                     |m2|          ${into}
`);
    expect(questionsOf(order)).toEqual(['a overlap b']);
  });

  test('results that models read in different orders contradict each other', () => {
    const order = orderOf(`
agent root  |-------------root-----------------|
  tool a          |----a----|                    id x
  tool b            |-b-|                        id y
  model m1                     |m1|              in R:y R:x
  model m2                         |m2|          in R:x R:y
`);
    expect(order.bucket).toBe('conflicting');
    expect(order.conflicts).toHaveLength(1);
    expect(order.conflicts[0]?.spans).toEqual(['a', 'b']);
    expect(order.linearization).toEqual([]);
  });

  test('turn indices that contradict a data edge are a conflict that names both', () => {
    const order = orderOf(`
agent root  |-------------root-----------------|
  model m1    |m1|                               turn 2 out C:x
  tool a          |----a----|                    id x turn 1
`);
    expect(order.bucket).toBe('conflicting');
    expect(order.conflicts[0]?.spans).toEqual(['m1', 'a']);
    expect(order.conflicts[0]?.why).toContain('m1 asked for a');
    expect(order.conflicts[0]?.why).toContain('The turn indices say otherwise.');
  });
});

describe('single clock', () => {
  test('orders siblings of one process that neither overlap nor tie', () => {
    const order = orderOf(`
agent root  |--------root--------|
  tool a      |-a-|
  tool b           |-b-|
`);
    expect(edgesOf(order)).toEqual(['a single-clock b']);
    expect(order.bucket).toBe('single-clock');
    expect(order.replayable).toBe(true);
    expect(order.assumes).toEqual([]);
  });

  test('equal resources that name no process count too, as an assumption', () => {
    const order = orderOf(`
agent root  |--------root--------|  process -
  tool a      |-a-|                 process -
  tool b           |-b-|            process -
`);
    expect(order.bucket).toBe('single-clock');
    expect(order.assumes).toEqual(['one-process']);
  });

  test('clocks of two processes order nothing', () => {
    const order = orderOf(`
agent root  |--------root--------|
  tool a      |-a-|                 process p
  tool b           |-b-|            process q
`);
    expect(questionsOf(order)).toEqual(['a no-witness b']);
    expect(order.bucket).toBe('partial-order');
  });

  test.each([
    ['half-open intervals that touch do not overlap', '|-a-|', '    |-b-|', []],
    ['equal starts tie', '|-a-|', '|--b--|', ['a tie b']],
    ['an overlap is one whatever its length', '|---a-|', '     |-b-|', ['a overlap b']],
  ])('%s', (_, a, b, questions) => {
    const order = orderOf(`
agent root  |--------root--------|
  tool a      ${a}
  tool b      ${b}
`);
    expect(questionsOf(order)).toEqual(questions);
    expect(order.overlapCount).toBe(questions.length);
  });

  test('an unknown end leaves open whether two overlap', () => {
    const order = orderOf(`
agent root  |--------root--------|
  tool a      |-a-|                 open
  tool b           |-b-|
`);
    expect(questionsOf(order)).toEqual(['a overlap b']);
    expect(order.questions[0]?.overlap).toBeUndefined();
  });

  test('no chain of clock pairs orders a pair that overlaps', () => {
    // b is over before c, and a witness puts c before a: clock and witness together must not order b before a
    const order = orderOf(`
agent root  |--------root---------|
  tool a      |-------a-------|      id x
  tool b       |-b-|
  tool c            |c|              id y
  model m                        |m| in R:y R:x
`);
    expect(questionsOf(order)).toEqual(['a overlap b', 'b no-witness c']);
    expect(order.overlapCount).toBe(2);
  });
});

describe('link, parent, dispatch', () => {
  test('a causal link orders; one that only follows does not', () => {
    const drawing = (relation: string): string => `
agent root  |--------root--------|
  tool a      |----a----|            link b=${relation}
  tool b         |----b----|
`;
    expect(edgesOf(orderOf(drawing('caused_by_generation')))).toEqual(['b link a']);
    expect(questionsOf(orderOf(drawing('follows_from')))).toEqual(['a overlap b']);
  });

  test('a parent comes before its children and says nothing of siblings', () => {
    const order = orderOf(`
model m     |--------m--------|
  model n     |----n----|            process q
  model o         |----o----|        process r
`);
    expect(order.edges.map(({ basis }) => basis)).toEqual(['parent', 'parent']);
    expect(questionsOf(order)).toEqual(['n overlap o']);
  });

  test('zero duration alone makes no dispatch, dispatch spans with indices do', () => {
    const drawing = (kind: string): string => `
agent root     |--------root---------|
  ${kind} send1  |d1|                   instant call 1
    tool a          |----a----|
  ${kind} send2  |d2|                   instant call 0
    tool b            |----b----|
`;
    expect(edgesOf(orderOf(drawing('dispatch')))).toContain('b dispatch a');
    expect(edgesOf(orderOf(drawing('tool'))).filter((edge) => edge.includes('dispatch'))).toEqual([]);
  });

  test('dispatch spans name their calls by id, or are chained by links', () => {
    const order = orderOf(`
agent root       |--------root---------|
  dispatch send1  |d1|                   instant id x link d2=caused_by
  dispatch send2  |d2|                   instant id y
  tool a             |----a----|         id x
  tool b               |----b----|       id y
`);
    expect(edgesOf(order)).toContain('b dispatch a');
  });
});
