import { describe, expect, test } from 'vitest';
import type { CallRecord, StateRecord } from '../../../src/model/call.ts';
import { countOf, edgesOf, orderOf, pin, questionsOf } from '../../draw.ts';

const state = (value: string, resource: string): StateRecord => ({
  resource,
  fingerprint: { scheme: 'etag', value },
  absent: false,
});

/** A recorded call of the span `spanId` that found a resource as `before` and left it as `after`. */
const call = (
  spanId: string,
  before: string | undefined,
  after: string | undefined,
  more: Partial<CallRecord> & { readonly on?: string } = {},
): CallRecord => {
  const { on = 'file:///r', ...members } = more;
  return {
    at: { file: 0, line: 1, offset: 0, length: 0 },
    source: 'log',
    spanId,
    tool: spanId,
    input: {},
    output: {},
    servedFromCache: false,
    derived: false,
    ...(before === undefined ? {} : { preState: [state(before, on)] }),
    ...(after === undefined ? {} : { postState: [state(after, on)] }),
    ...members,
  };
};

const TWO_AGENTS = `
agent root  |-----------root------------|
  agent one   |----one----|               turn 0
    tool a     |---a---|
  agent two                |----two----|  turn 1
    tool b                  |---b---|
`;

const THREE_AGENTS = `
agent root  |-----------root------------|
  agent one   |----one----|               call 0 turn 0
    tool a     |---a---|
  agent two      |----two----|            call 1 turn 0
    tool b        |---b---|
  agent three      |----three----|        call 2 turn 0
    tool c          |---c---|
`;

describe('effect races', () => {
  test('calls of two agents on one resource race: an edge between the agents does not order them', () => {
    const order = orderOf(TWO_AGENTS, { calls: [call('a', '0', '1'), call('b', '5', '6')] });
    expect(questionsOf(order)).toEqual(['a race b']);
    expect(order.questions[0]).toMatchObject({ order: 'effect', resource: 'file:///r' });
    expect(order.bucket).toBe('partial-order');
    expect(countOf(order)).toBe('1');
    expect(order.quarantine.map(({ said }) => said)).toEqual([
      '1 pair of calls of different agents touches one resource, at least one call writes, and nothing orders the effects.',
    ]);
  });

  test('a state that one left and the other found orders them', () => {
    const order = orderOf(TWO_AGENTS, { calls: [call('a', '0', '1'), call('b', '1', '2')] });
    expect(questionsOf(order)).toEqual([]);
    expect(edgesOf(order)).toContain('a fingerprint b');
  });

  test('a state that came back witnesses nothing', () => {
    const order = orderOf(TWO_AGENTS, { calls: [call('a', '0', '1'), call('b', '1', '0')] });
    expect(edgesOf(order)).not.toContain('a fingerprint b');
    expect(questionsOf(order)).toEqual(['a race b']);
    expect(order.conflicts).toEqual([]);
  });

  test('a state that two calls left names neither of them', () => {
    const order = orderOf(THREE_AGENTS, {
      calls: [call('a', '0', '1'), call('b', '5', '1'), call('c', '1', '2')],
    });
    expect(edgesOf(order).filter((edge) => edge.includes('fingerprint'))).toEqual([]);
    expect(questionsOf(order)).toEqual(['a race b', 'a race c', 'b race c']);
  });

  test('readers behind one writer do not race each other', () => {
    const read = { effects: 'read' } as const;
    const calls = [call('a', '0', '1'), call('b', '1', '1', read), call('c', '1', '1', read)];
    expect(questionsOf(orderOf(THREE_AGENTS, { calls }))).toEqual([]);
  });

  test('a pair of one context is asked once', () => {
    const order = orderOf(
      `
agent root  |-----------root------------|
  tool a      |---a---|
  tool b        |---b---|
  agent two                |----two----|
    tool c                  |---c---|
`,
      { calls: [call('a', '0', '1'), call('b', '5', '6'), call('c', '7', '8')] },
    );
    expect(questionsOf(order)).toEqual(['a overlap b']);
  });

  test('two readers do not race; a reader and a writer do', () => {
    const read = { effects: 'read' } as const;
    const pair = (first: object, second: object) =>
      questionsOf(orderOf(TWO_AGENTS, { calls: [call('a', '0', '0', first), call('b', '0', '9', second)] }));
    expect(pair(read, read)).toEqual([]);
    expect(pair(read, { effects: 'write' })).toEqual(['a race b']);
  });

  test('what a full list of written states does not hold was read', () => {
    const other = { postState: [state('7', 'file:///other')] };
    const calls = [call('a', '0', undefined, other), call('b', '0', undefined, { postState: [] })];
    expect(questionsOf(orderOf(TWO_AGENTS, { calls }))).toEqual([]);
    expect(
      questionsOf(orderOf(TWO_AGENTS, { calls: [call('a', '0', undefined), calls[1] as CallRecord] })),
    ).toEqual(['a race b']);
  });

  test('other resources do not race', () => {
    const calls = [call('a', '0', '1'), call('b', '0', '1', { on: 'file:///s' })];
    expect(orderOf(TWO_AGENTS, { calls }).questionCount).toBe(0);
  });

  test('a call before an agent is before the calls inside it', () => {
    const order = orderOf(
      `
agent root  |-----------root------------|
  tool a      |---a---|                   turn 0
  agent two                |----two----|  turn 1
    tool b                  |---b---|
`,
      { calls: [call('a', '0', '1'), call('b', '5', '6')] },
    );
    expect(order.questionCount).toBe(0);
    expect(order.bucket).toBe('witnessed');
  });

  test('a pin answers a race', () => {
    const calls = [call('a', '0', '1'), call('b', '5', '6')];
    const order = orderOf(TWO_AGENTS, { calls, pins: [pin('b', 'a')] });
    expect(order.questionCount).toBe(0);
    expect([order.bucket, order.pinned]).toEqual(['partial-order', true]);
    expect(order.linearization.map(({ step }) => order.steps[step]?.id)).toEqual(['one', 'two', 'b', 'a']);
  });
});
