import { describe, expect, it } from 'vitest';
import { readEvidence } from '../read-evidence.ts';

const span = (n: number, more: Record<string, unknown> = {}): Record<string, unknown> => ({
  id: `row-${n}`,
  name: `span ${n}`,
  context: { trace_id: '1f4f2f9e-0d0b-4c9a-8f55-0a4a7f1f2b11', span_id: `s0${n}` },
  span_kind: 'TOOL',
  parent_id: null,
  start_time: '2026-07-23T02:00:02.000001+02:00',
  end_time: '2026-07-23T00:00:03+00:00',
  status_code: 'ERROR',
  status_message: '',
  attributes: { 'tool.name': 'search', 'session.id': 's', 'input.value': '{"q":1}' },
  events: [],
  ...more,
});

describe('Phoenix', () => {
  it('reads its lists: UUIDs and own ids, zones, kinds beside the attributes', async () => {
    const { format, spans, problems } = await readEvidence([
      span(1),
      span(2, { parent_id: 's01', span_kind: 'LLM' }),
    ]);
    expect(format).toBe('phoenix');
    expect(problems).toEqual([]);
    expect(spans).toMatchObject([
      {
        traceId: '1f4f2f9e0d0b4c9a8f550a4a7f1f2b11',
        spanId: 's01',
        status: 'error',
        start: 1_784_764_802_000_001_000n,
        end: 1_784_764_803_000_000_000n,
        facts: { stepKind: 'tool', toolName: 'search', conversationId: 's', operation: 'TOOL' },
      },
      { spanId: 's02', parentId: 's01', facts: { stepKind: 'model' } },
    ]);
  });

  it('reads a trace with its root repeated once only, pages of the interface, and lines', async () => {
    const [one, two] = [span(1), span(2)];
    for (const form of [
      { traceId: 't', spans: [one, two], rootSpan: one },
      { data: [one, two], next_cursor: null },
      `${JSON.stringify(one)}\n${JSON.stringify(two)}\n`,
    ]) {
      const { format, spans } = await readEvidence(form);
      expect(format).toBe('phoenix');
      expect(spans.map(({ spanId }) => spanId)).toEqual(['s01', 's02']);
    }
  });

  it('reads attributes that are nested instead of dotted', async () => {
    const { spans } = await readEvidence([
      span(1, {
        span_kind: 'LLM',
        attributes: {
          llm: {
            model_name: 'm',
            output_messages: [
              {
                message: {
                  role: 'assistant',
                  tool_calls: [{ tool_call: { id: 'c1', function: { name: 'hello', arguments: '{}' } } }],
                },
              },
            ],
          },
          session: { id: 's' },
          metadata: { kept: { as: 'it is' } },
        },
      }),
    ]);
    expect(spans[0]?.facts).toMatchObject({
      conversationId: 's',
      outputHistory: [{ is: 'call', callId: 'c1', tool: 'hello' }],
    });
  });
});
