import { expect, test } from 'vitest';
import type { CallRecord } from '../../../src/model/call.ts';
import { edgesOf, orderOf, questionsOf } from '../../draw.ts';

const call = (tool: string, file: number, turn: number, more: Partial<CallRecord> = {}): CallRecord => ({
  at: { file, line: 1, offset: 100 * turn, length: 0 },
  source: 'transcript',
  callId: tool,
  turnIndex: turn,
  callIndex: 0,
  tool,
  input: {},
  output: {},
  servedFromCache: false,
  derived: false,
  ...more,
});

const SPLIT = [call('a', 0, 0), call('b', 0, 1), call('c', 1, 0)];

test('turns that two transcripts of one agent count order no call, and the reading says so', () => {
  const order = orderOf('', { calls: SPLIT });
  expect(edgesOf(order)).toEqual([]);
  expect(questionsOf(order)).toHaveLength(3);
  expect(order.bucket).toBe('partial-order');
  expect(order.remarks.map(({ said }) => said)).toEqual([expect.stringContaining('stand in 2 files')]);
});

test('a sub-agent in a file of its own, and turns that a log states, are ordered as before', () => {
  const apart = SPLIT.map((one) => (one.at.file === 1 ? { ...one, agent: 'helper' } : one));
  const stated = SPLIT.map((one) => ({ ...one, source: 'log' as const }));
  expect(edgesOf(orderOf('', { calls: apart }))).toHaveLength(1);
  expect(edgesOf(orderOf('', { calls: stated }))).toHaveLength(2);
  for (const calls of [apart, stated]) expect(orderOf('', { calls }).remarks).toEqual([]);
});
