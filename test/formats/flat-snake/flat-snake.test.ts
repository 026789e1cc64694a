import { describe, expect, it } from 'vitest';
import { readEvidence } from '../read-evidence.ts';

const TRACE = '97847cb33dff13e46483685930f4e236';

const python = (n: number, more: Record<string, unknown> = {}): Record<string, unknown> => ({
  name: `span ${n}`,
  context: { trace_id: `0x${TRACE}`, span_id: `0x00000000000000b${n}`, trace_state: '[]' },
  kind: 'SpanKind.CLIENT',
  parent_id: null,
  start_time: '2026-11-21T20:46:00.037284Z',
  end_time: '2026-11-21T20:46:01.531681Z',
  status: { status_code: 'OK' },
  attributes: { 'gen_ai.operation.name': 'chat' },
  events: [],
  links: [{ context: { trace_id: `0x${TRACE}`, span_id: '0x00000000000000b9' }, attributes: {} }],
  resource: { attributes: { 'service.name': 'py' }, schema_url: '' },
  ...more,
});

describe('flat lists and Python dumps', () => {
  it('reads pretty-printed objects one after the other, as the console exporter prints them', async () => {
    const text = [python(1), python(2, { parent_id: '0x00000000000000b1' })]
      .map((span) => `${JSON.stringify(span, undefined, 4)}\n`)
      .join('');
    const { format, spans, codes } = await readEvidence(text);
    expect(format).toBe('flat-snake');
    expect(spans).toMatchObject([
      {
        traceId: TRACE,
        spanId: '00000000000000b1',
        kind: 'client',
        status: 'ok',
        start: 1_795_293_960_037_284_000n,
        end: 1_795_293_961_531_681_000n,
        resource: { serviceName: 'py' },
        facts: { stepKind: 'model' },
        links: [{ traceId: TRACE, spanId: '00000000000000b9' }],
      },
      { spanId: '00000000000000b2', parentId: '00000000000000b1' },
    ]);
    expect(codes).toEqual(['id-respelled']);
  });

  it('reads an array of them, with and without 0x', async () => {
    const plain = python(2, { context: { trace_id: TRACE, span_id: '00000000000000b2' } });
    const { spans } = await readEvidence([python(1), plain]);
    expect(spans.map(({ traceId, spanId }) => [traceId, spanId])).toEqual([
      [TRACE, '00000000000000b1'],
      [TRACE, '00000000000000b2'],
    ]);
  });

  it('reads flat lists with integer nanoseconds above 2^53, exactly', async () => {
    const text = `[{"trace_id":"${TRACE}","span_id":"771ce4dcbd861745","parent_span_id":null,"name":"execute_tool calc","start_time":1784995767655639001,"end_time":1784995767656160003,"attributes":{"gen_ai.operation.name":"execute_tool"},"scope":{"name":"s","version":""},"status":{"code":"UNSET"},"span_events":[]}]`;
    const { spans, problems } = await readEvidence(text);
    expect(spans).toMatchObject([
      {
        start: 1_784_995_767_655_639_001n,
        end: 1_784_995_767_656_160_003n,
        scope: 's',
        facts: { stepKind: 'tool', toolName: 'calc' },
      },
    ]);
    expect(problems).toEqual([]);
  });

  it('reads wrappers, own ids, times without a zone, and gives spans the session of the wrapper', async () => {
    const { format, spans, problems } = await readEvidence({
      session_id: 's-1',
      span_count: 1,
      spans: [
        {
          trace_id: 'test_trace_005',
          span_id: 'span_001',
          parent_span_id: null,
          name: 'chat',
          kind: 'SPAN_KIND_INTERNAL',
          start_time: '2026-02-25T12:00:00.5',
          end_time: '2026-02-25T12:00:01.000000',
          attributes: {},
        },
      ],
    });
    expect(format).toBe('flat-snake');
    expect(spans).toMatchObject([
      {
        traceId: 'test_trace_005',
        spanId: 'span_001',
        start: 1_772_020_800_500_000_000n,
        facts: { conversationId: 's-1' },
      },
    ]);
    expect(problems).toMatchObject([{ code: 'value-coerced', severity: 'info' }]);
    expect(problems[0]?.said).toContain('UTC');
  });

  it('reads times in other units by their size, and says so', async () => {
    const span = (start: unknown) => ({
      trace_id: TRACE,
      span_id: 'b1',
      name: 'n',
      start_time: start,
      end_time: null,
    });
    const text = JSON.stringify([span(1_784_995_767_655), span('1784995767.655639')]);
    const { spans, codes } = await readEvidence(text);
    expect(spans.map(({ start }) => start)).toEqual([1_784_995_767_655_000_000n, 1_784_995_767_655_639_000n]);
    expect(codes.filter((code) => code === 'value-coerced')).toHaveLength(2);
  });

  it('keeps the others when one is cut', async () => {
    const text = `[${JSON.stringify(python(1))},{"name":"cut","context":{"trace_id":"x,${JSON.stringify(python(2))}]`;
    const { spans, codes } = await readEvidence(text);
    expect(spans.map(({ name }) => name)).toEqual(['span 1', 'span 2']);
    expect(codes).toContain('bytes-lost');
  });
});
