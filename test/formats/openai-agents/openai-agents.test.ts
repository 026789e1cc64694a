import { describe, expect, it } from 'vitest';
import { lines, readEvidence } from '../read-evidence.ts';

const TRACE = 'trace_0123456789abcdef0123456789abcdef';
const trace = { object: 'trace', id: TRACE, workflow_name: 'w', group_id: 'g-1', metadata: null };
const span = (n: number, data: Record<string, unknown>, more: Record<string, unknown> = {}) => ({
  object: 'trace.span',
  id: `span_00000000000000000000000${n}`,
  trace_id: TRACE,
  parent_id: null,
  started_at: '2026-09-30T09:03:59.962001+00:00',
  ended_at: '2026-09-30T09:04:02.152000+00:00',
  span_data: data,
  error: null,
  ...more,
});

describe('OpenAI Agents SDK', () => {
  const spans = [
    span(1, { type: 'agent', name: 'planner' }),
    span(
      2,
      { type: 'custom', name: 'turn', data: { sdk_span_type: 'turn', turn: 3, agent_name: 'planner' } },
      { parent_id: 'span_000000000000000000000001' },
    ),
    span(
      3,
      { type: 'function', name: 'search', input: '{"q":1}', output: 'found' },
      { error: { message: 'x' } },
    ),
    span(4, {
      type: 'generation',
      model: 'm',
      input: [{ type: 'function_call_output', call_id: 'c1', output: 'found' }],
      output: [
        { role: 'assistant', tool_calls: [{ id: 'c2', function: { name: 'more', arguments: '{}' } }] },
      ],
    }),
    span(5, { type: 'response', response_id: 'r' }),
    span(6, { type: 'handoff', from_agent: 'a', to_agent: 'b' }),
  ];

  it('reads every kind of span, from bodies, lists and lines', async () => {
    for (const form of [{ data: [trace, ...spans] }, [trace, ...spans], lines(trace, ...spans)]) {
      const { format, spans: read, problems } = await readEvidence(form as object | string);
      expect(format).toBe('openai-agents');
      expect(problems).toEqual([]);
      expect(read.map(({ facts }) => facts.stepKind)).toEqual([
        'agent',
        'turn',
        'tool',
        'model',
        'model',
        undefined,
      ]);
      expect(read[1]).toMatchObject({
        traceId: '0123456789abcdef0123456789abcdef',
        spanId: 'span_000000000000000000000002',
        parentId: 'span_000000000000000000000001',
        start: 1_790_759_039_962_001_000n,
        facts: {
          agentName: 'planner',
          conversationId: 'g-1',
          indices: [{ key: 'span_data.data.turn', value: 3 }],
        },
      });
      expect(read[2]).toMatchObject({
        status: 'error',
        name: 'function search',
        facts: { toolName: 'search', toolInput: { kind: 'json' }, toolOutput: { kind: 'text' } },
      });
      expect(read[2]?.facts.callId).toBeUndefined();
      expect(read[3]?.facts).toMatchObject({
        inputHistory: [{ is: 'result', callId: 'c1' }],
        outputHistory: [{ is: 'call', callId: 'c2', tool: 'more' }],
      });
    }
  });
});
