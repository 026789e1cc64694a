import { describe, expect, it } from 'vitest';
import { readEvidence } from '../read-evidence.ts';

const TRACE = 'b3e700af9eab81e19f72f964d62a35af';
const span = (n: number, more: Record<string, unknown> = {}): Record<string, unknown> => ({
  name: `ai.toolCall ${n}`,
  kind: 0,
  spanContext: { traceId: TRACE, spanId: `000000000000000${n}`, traceFlags: 1 },
  startTime: [1_793_000_000, 123_000_001],
  endTime: [1_793_000_001, 5],
  attributes: { 'ai.operationId': 'ai.toolCall', 'ai.toolCall.name': 'hello' },
  status: { code: 2 },
  events: [],
  links: [],
  resource: { attributes: { 'service.name': 'js' } },
  instrumentationScope: { name: 'ai', version: '1' },
  ...more,
});

describe('dumps of the JavaScript SDK', () => {
  it('reads pairs of seconds and nanoseconds exactly, kinds of the API, scope and resource', async () => {
    const { format, spans, problems } = await readEvidence([
      span(1),
      span(2, { kind: 2, status: { code: 0 } }),
    ]);
    expect(format).toBe('js-readable-span');
    expect(problems).toEqual([]);
    expect(spans).toMatchObject([
      {
        traceId: TRACE,
        spanId: '0000000000000001',
        kind: 'internal',
        status: 'error',
        start: 1_793_000_000_123_000_001n,
        end: 1_793_000_001_000_000_005n,
        scope: 'ai',
        resource: { serviceName: 'js' },
        facts: { stepKind: 'tool', toolName: 'hello' },
      },
      { kind: 'client', status: 'unset' },
    ]);
  });

  it('finds the parent under the names of both versions, and private members', async () => {
    const { spans } = await readEvidence([
      span(1, { parentSpanId: '0000000000000009' }),
      span(2, { parentSpanContext: { traceId: TRACE, spanId: '0000000000000008' } }),
      { ...span(3), spanContext: undefined, _spanContext: { traceId: TRACE, spanId: '0000000000000003' } },
    ]);
    expect(spans.map(({ spanId, parentId }) => [spanId, parentId])).toEqual([
      ['0000000000000001', '0000000000000009'],
      ['0000000000000002', '0000000000000008'],
      ['0000000000000003', undefined],
    ]);
  });

  it('computes an end from a duration, and keeps it zero where the SDK clamped it', async () => {
    const { spans, codes } = await readEvidence([
      span(1, { endTime: undefined, duration: [1, 2] }),
      span(2, { endTime: [1_793_000_000, 123_000_001] }),
    ]);
    expect(spans[0]?.end).toBe(1_793_000_001_123_000_003n);
    expect(spans[1]?.end).toBe(spans[1]?.start);
    expect(codes).toEqual(['value-coerced']);
  });
});
