import { describe, expect, it } from 'vitest';
import { lines, readEvidence } from '../read-evidence.ts';

const span = (id: string, service: string, more: Record<string, unknown> = {}): Record<string, unknown> => ({
  traceId: 'ef86c83c0a05a6d6',
  id,
  name: `op ${id}`,
  timestamp: 1_531_282_088_548_312,
  duration: 20_333,
  localEndpoint: { serviceName: service, ipv4: '10.0.0.1' },
  tags: {},
  ...more,
});
const wide = (id: string): string => id.padStart(16, '0');

describe('Zipkin v2', () => {
  it('reads microseconds, kinds, tags, and pads 64-bit trace ids', async () => {
    const { format, spans, codes } = await readEvidence([
      span('00000000000000a1', 'svc', {
        kind: 'PRODUCER',
        tags: { error: 'boom', 'gen_ai.operation.name': 'chat' },
      }),
      span('00000000000000a2', 'svc', { parentId: '00000000000000a1', duration: undefined }),
    ]);
    expect(format).toBe('zipkin');
    expect(spans).toMatchObject([
      {
        traceId: '0000000000000000ef86c83c0a05a6d6',
        spanId: wide('a1'),
        kind: 'producer',
        status: 'error',
        start: 1_531_282_088_548_312_000n,
        end: 1_531_282_088_568_645_000n,
        resource: { serviceName: 'svc' },
        facts: { stepKind: 'model' },
      },
      { parentId: wide('a1') },
    ]);
    expect(spans[1]?.end).toBeUndefined();
    expect(codes).toEqual(['time-missing', 'id-respelled']);
  });

  it('tells the halves of a call apart, and hangs children from the half of their service', async () => {
    const { spans, codes } = await readEvidence([
      span('c1', 'server', { parentId: 'b1', kind: 'CLIENT' }),
      span('b1', 'server', { kind: 'SERVER', shared: true, timestamp: undefined, duration: undefined }),
      span('b1', 'client', { kind: 'CLIENT' }),
      span('d1', 'client', { parentId: 'b1' }),
      span('e1', 'elsewhere', { parentId: 'b1' }),
    ]);
    const parents = new Map(spans.map(({ spanId, parentId }) => [spanId, parentId]));
    const server = `${wide('b1')}:server`;
    expect(parents).toEqual(
      new Map<string, string | undefined>([
        [wide('c1'), server],
        [server, wide('b1')],
        [wide('b1'), undefined],
        [wide('d1'), wide('b1')],
        [wide('e1'), wide('b1')],
      ]),
    );
    expect(codes).toContain('value-coerced');
    expect(codes).toContain('time-missing');
  });

  it('a server half alone keeps its id', async () => {
    const { spans } = await readEvidence([span('b1', 's', { shared: true, parentId: 'a1' })]);
    expect(spans).toMatchObject([{ spanId: wide('b1'), parentId: wide('a1') }]);
  });

  it('folds late parts without times into the span of their service', async () => {
    const { spans, codes } = await readEvidence([
      { traceId: 'ef86c83c0a05a6d6', id: 'b1', name: 'op', localEndpoint: { serviceName: 's' } },
      span('b1', 's'),
      { traceId: 'ef86c83c0a05a6d6', id: 'b2', name: 'alone', localEndpoint: { serviceName: 's' } },
    ]);
    expect(spans.map(({ spanId }) => spanId)).toEqual([wide('b1'), wide('b2')]);
    expect(codes).toContain('duplicate-folded');
  });

  it('keeps negative durations (otel-js-contrib #1209)', async () => {
    const { spans, codes } = await readEvidence([span('a1', 's', { duration: -1_101_703_900 })]);
    expect((spans[0]?.end ?? 0n) - (spans[0]?.start ?? 0n)).toBe(-1_101_703_900_000n);
    expect(codes).toContain('end-before-start');
  });

  it('reads lists of traces and lines', async () => {
    for (const form of [[[span('a1', 's')], [span('a2', 's')]], lines(span('a1', 's'), span('a2', 's'))]) {
      const { format, spans } = await readEvidence(form as object | string);
      expect(format).toBe('zipkin');
      expect(spans.map(({ spanId }) => spanId)).toEqual([wide('a1'), wide('a2')]);
    }
  });
});
