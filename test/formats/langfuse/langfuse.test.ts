import { describe, expect, it } from 'vitest';
import { lines, readEvidence } from '../read-evidence.ts';

const TRACE = 'e1fde3efec57ce8a69bafd3fb928a7eb';
const observation = (n: number, more: Record<string, unknown> = {}): Record<string, unknown> => ({
  id: `00000000000000a${n}`,
  traceId: TRACE,
  startTime: `2026-08-22T09:38:5${n}.232Z`,
  endTime: `2026-08-22T09:38:5${n}.500Z`,
  parentObservationId: null,
  type: 'SPAN',
  name: `o ${n}`,
  level: 'DEFAULT',
  input: null,
  output: null,
  metadata: null,
  ...more,
});
/** The copy inside the trace has lost what is long. */
const stripped = (full: Record<string, unknown>) => ({ ...full, input: null, output: null, metadata: '{}' });
const exported = (observations: readonly Record<string, unknown>[]) => ({
  trace: {
    id: TRACE,
    projectId: 'p',
    sessionId: 's-1',
    input: null,
    observations: observations.map(stripped),
  },
  observations,
});

describe('Langfuse', () => {
  const tool = observation(2, {
    parentObservationId: '00000000000000a1',
    type: 'TOOL',
    name: 'get_weather',
    input: '{"city":"Tokyo"}',
    output: '"sunny"',
    metadata: JSON.stringify({
      attributes: { 'gen_ai.tool.name': 'get_weather', 'gen_ai.tool.call.id': 'c1' },
      resourceAttributes: { 'service.name': 'svc' },
      scope: { name: 'lib' },
      langgraph_step: 4,
    }),
  });

  it('reads an export: every observation once, its fuller copy, milliseconds, the session of the trace', async () => {
    const { format, spans, problems } = await readEvidence(exported([observation(1), tool]));
    expect(format).toBe('langfuse');
    expect(spans).toMatchObject([
      {
        traceId: TRACE,
        spanId: '00000000000000a1',
        start: 1_787_391_531_232_000_000n,
        end: 1_787_391_531_500_000_000n,
        facts: { conversationId: 's-1' },
      },
      {
        spanId: '00000000000000a2',
        parentId: '00000000000000a1',
        scope: 'lib',
        resource: { serviceName: 'svc' },
        facts: {
          stepKind: 'tool',
          toolName: 'get_weather',
          callId: 'c1',
          conversationId: 's-1',
          toolInput: { kind: 'json' },
          toolOutput: { kind: 'text' },
          indices: [{ key: 'langfuse.observation.metadata.langgraph_step', value: 4 }],
        },
      },
    ]);
    expect(problems).toMatchObject([{ code: 'duplicate-folded', severity: 'info' }]);
  });

  it('keeps an observation that only the trace holds', async () => {
    const { spans } = await readEvidence({
      ...exported([observation(1), observation(2)]),
      observations: [observation(1)],
    });
    expect(spans.map(({ spanId }) => spanId)).toEqual(['00000000000000a1', '00000000000000a2']);
  });

  it('a copy that says something else is a variant, not a copy', async () => {
    const other = { ...exported([observation(1)]), observations: [observation(1, { name: 'another' })] };
    const { spans } = await readEvidence(other);
    expect(spans.map(({ name }) => name)).toEqual(['another', 'o 1']);
  });

  it('reads messages of generations, JSON inside JSON', async () => {
    const { spans } = await readEvidence(
      exported([
        observation(3, {
          type: 'GENERATION',
          input: JSON.stringify(JSON.stringify([{ role: 'tool', tool_call_id: 'c1', content: 'sunny' }])),
          output: JSON.stringify({
            role: 'assistant',
            tool_calls: [{ id: 'c2', function: { name: 'x', arguments: '{}' } }],
          }),
        }),
      ]),
    );
    expect(spans[0]?.facts).toMatchObject({
      stepKind: 'model',
      inputHistory: [{ is: 'result', callId: 'c1' }],
      outputHistory: [{ is: 'call', callId: 'c2', tool: 'x' }],
    });
  });

  it('an event is a moment; an open observation has no end', async () => {
    const { spans, codes } = await readEvidence(
      exported([observation(1, { type: 'EVENT', endTime: null }), observation(2, { endTime: null })]),
    );
    expect(spans[0]?.end).toBe(spans[0]?.start);
    expect(spans[1]?.end).toBeUndefined();
    expect(codes).toContain('time-missing');
  });

  it('reads pages of the interface, lists and lines of observations, UUIDs', async () => {
    const one = observation(1, { id: '8f14e45f-ceea-4e7a-9f5a-0d3b0c7a1b2c' });
    for (const form of [
      { data: [one], meta: {} },
      [one],
      lines(one),
      { id: TRACE, sessionId: null, observations: [one] },
    ]) {
      const { format, spans, problems } = await readEvidence(form);
      expect(format).toBe('langfuse');
      expect(spans.map(({ spanId }) => spanId)).toEqual(['8f14e45fceea4e7a9f5a0d3b0c7a1b2c']);
      expect(problems).toEqual([]);
    }
  });
});
