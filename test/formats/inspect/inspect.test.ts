import { describe, expect, it } from 'vitest';
import { contentOfText } from '../../../src/model/content.ts';
import { readEvidence } from '../read-evidence.ts';

const at = (second: number): string => `2026-10-06T10:15:${String(second).padStart(2, '0')}.620839+00:00`;
const begin = (id: string, second: number, more: Record<string, unknown> = {}) => ({
  event: 'span_begin',
  id,
  span_id: id,
  timestamp: at(second),
  type: 'solver',
  name: id,
  ...more,
});
const end = (id: string, second: number) => ({ event: 'span_end', id, span_id: id, timestamp: at(second) });
const message = (role: string, more: Record<string, unknown>) => ({ id: 'm', role, content: '', ...more });
const ask = message('assistant', {
  tool_calls: [{ id: 'c1', function: 'bash', arguments: { cmd: 'ls' }, type: 'function' }],
});
const answer = message('tool', { tool_call_id: 'c1', function: 'bash', content: 'attachment://abc' });

const events = [
  begin('solvers', 1),
  begin('agent', 2, { parent_id: 'solvers', type: 'agent', name: 'react' }),
  {
    event: 'model',
    uuid: 'ev-1',
    span_id: 'agent',
    timestamp: at(3),
    completed: at(4),
    model: 'm',
    input: [],
    input_refs: [[0, 1]],
    output: { choices: [{ message: ask }] },
  },
  {
    event: 'tool',
    uuid: 'ev-2',
    span_id: 'agent',
    timestamp: at(5),
    completed: at(6),
    id: 'c1',
    function: 'bash',
    arguments: { cmd: 'ls' },
    result: 'attachment://abc',
  },
  { event: 'state', uuid: 'ev-3', span_id: 'agent', timestamp: at(6) },
  {
    event: 'model',
    uuid: 'ev-4',
    span_id: 'agent',
    timestamp: at(7),
    completed: at(8),
    model: 'm',
    input: [],
    input_refs: [[0, 3]],
    output: { choices: [] },
  },
  end('agent', 9),
];
const sample = {
  id: '0',
  epoch: 1,
  input: 'x',
  target: 'y',
  messages: [],
  events,
  uuid: 'sample-uuid',
  attachments: { abc: 'the long text' },
  message_pool: [message('user', { content: 'hi' }), ask, answer],
};

describe('Inspect', () => {
  it('reads events with the messages and texts that stand behind them', async () => {
    for (const form of [sample, { version: 2, status: 'success', eval: { task: 't' }, samples: [sample] }]) {
      const { format, spans, codes } = await readEvidence(form);
      expect(format).toBe('inspect');
      expect(spans.map(({ spanId, parentId, facts }) => [spanId, parentId, facts.stepKind])).toEqual([
        ['ev-1', 'agent', 'model'],
        ['ev-2', 'agent', 'tool'],
        ['ev-4', 'agent', 'model'],
        ['agent', 'solvers', 'agent'],
        ['solvers', undefined, undefined],
      ]);
      const [asking, tool, reading, agent, open] = spans;
      expect(asking).toMatchObject({
        traceId: 'sample-uuid',
        facts: { outputHistory: [{ is: 'call', callId: 'c1', tool: 'bash' }] },
      });
      expect(tool?.facts).toMatchObject({
        callId: 'c1',
        toolName: 'bash',
        toolInput: { kind: 'json' },
        toolOutput: contentOfText('the long text'),
      });
      expect(reading?.facts.inputHistory).toMatchObject([
        { is: 'call', callId: 'c1' },
        { is: 'result', callId: 'c1', resultKey: contentOfText('the long text').equalityKey },
      ]);
      expect(agent?.facts.agentName).toBe('react');
      expect(open?.end).toBeUndefined();
      expect(tool?.facts.indices?.map(({ key, value }) => [key, value])).toEqual([
        ['inspect.event.position', 3],
      ]);
      expect(codes).toEqual(['time-missing']);
    }
  });

  it('keeps samples apart', async () => {
    const { spans } = await readEvidence({
      eval: { task: 't' },
      samples: [sample, { ...sample, uuid: undefined, epoch: 2 }],
    });
    expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set(['sample-uuid', '0 epoch 2']));
  });

  it('says of the small files of an archive that they hold no events', async () => {
    for (const form of [
      { version: 3, status: 'success', eval: { task: 't' } },
      [{ id: '0', epoch: 1, target: 'y' }],
    ]) {
      const { format, codes } = await readEvidence(form);
      expect([format, codes]).toEqual(['inspect', ['signal-skipped']]);
    }
  });
});
