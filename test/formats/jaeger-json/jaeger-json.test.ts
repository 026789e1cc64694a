import { describe, expect, it } from 'vitest';
import { readEvidence } from '../read-evidence.ts';

const TRACE = 'c620759e5d60fafb8ee0922b30e06bc6';
const id = (n: number): string => n.toString(16).padStart(16, '0');

function span(n: number, more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    traceID: TRACE,
    spanID: id(n),
    operationName: `op ${n}`,
    references: [],
    startTime: 1_793_000_000_000_000 + n,
    duration: 500,
    tags: [],
    logs: [],
    processID: 'p1',
    ...more,
  };
}
const childOf = (n: number, traceID = TRACE) => ({ refType: 'CHILD_OF', traceID, spanID: id(n) });
const trace = (spans: readonly unknown[]): unknown => ({
  traceID: TRACE,
  spans,
  processes: {
    p1: { serviceName: 'svc', tags: [{ key: 'service.instance.id', type: 'string', value: 'i-1' }] },
  },
  warnings: null,
});

describe('Jaeger', () => {
  it('reads microseconds exactly, tags by type, processes behind the spans', async () => {
    const { format, spans, problems } = await readEvidence({
      data: [
        trace([
          span(1, {
            tags: [
              { key: 'span.kind', type: 'string', value: 'client' },
              { key: 'otel.status_code', type: 'string', value: 'ERROR' },
              { key: 'otel.scope.name', type: 'string', value: 'lib' },
              { key: 'agent.turn.index', type: 'int64', value: '7' },
            ],
          }),
          span(2, { references: [childOf(1)], duration: 0 }),
        ]),
      ],
      total: 0,
      errors: null,
    });
    expect(format).toBe('jaeger-json');
    expect(problems).toEqual([]);
    expect(spans).toMatchObject([
      {
        traceId: TRACE,
        spanId: id(1),
        name: 'op 1',
        kind: 'client',
        status: 'error',
        scope: 'lib',
        start: 1_793_000_000_000_001_000n,
        end: 1_793_000_000_000_501_000n,
        resource: { serviceName: 'svc', processId: 'instance i-1' },
        facts: { indices: [{ key: 'agent.turn.index', value: 7 }] },
      },
      { spanId: id(2), parentId: id(1), start: 1_793_000_000_000_002_000n, end: 1_793_000_000_000_002_000n },
    ]);
  });

  it('takes the first usable CHILD_OF as parent and everything else as links (jaeger-ui #821, #4320)', async () => {
    const follows = { refType: 'FOLLOWS_FROM', traceID: TRACE, spanID: id(9) };
    const { spans } = await readEvidence({
      data: [
        trace([
          span(1, {
            references: [
              follows,
              childOf(1),
              childOf(5, 'aaaa0000000000000000000000000000'),
              childOf(2),
              childOf(3),
            ],
          }),
          span(2, { references: [follows] }),
          span(3, { references: undefined, parentSpanID: id(2) }),
        ]),
      ],
    });
    expect(spans[0]?.parentId).toBe(id(2));
    expect(spans[0]?.links).toEqual([
      { traceId: TRACE, spanId: id(9), relation: 'follows_from' },
      { traceId: TRACE, spanId: id(1), relation: 'child_of' },
      { traceId: 'aaaa0000000000000000000000000000', spanId: id(5), relation: 'child_of' },
      { traceId: TRACE, spanId: id(3), relation: 'child_of' },
    ]);
    expect(spans[1]?.parentId).toBeUndefined();
    expect(spans[2]?.parentId).toBe(id(2));
  });

  it('pads ids without their leading zeros before it joins (jaeger #1578)', async () => {
    const { spans, codes } = await readEvidence({
      data: [
        trace([
          span(1, { traceID: 'abc', spanID: '1' }),
          span(2, { traceID: '0abc', references: [childOf(1, 'abc')] }),
        ]),
      ],
    });
    expect(spans.map(({ traceId }) => traceId)).toEqual(['abc'.padStart(32, '0'), 'abc'.padStart(32, '0')]);
    expect(spans[1]?.parentId).toBe(spans[0]?.spanId);
    expect(codes).toEqual(['id-respelled']);
  });

  it('tells warnings about clock skew, moved or not', async () => {
    const { problems } = await readEvidence({
      data: [
        trace([
          span(1, { warnings: ['clock skew adjustment disabled; not applying calculated delta of -1ms'] }),
          span(2, { warnings: ['This span’s timestamps were adjusted by clock skew of 5ms'] }),
        ]),
      ],
    });
    expect(problems.map(({ code, said }) => [code, said.includes('did not correct')])).toEqual([
      ['clock-skew-noted', true],
      ['clock-skew-noted', false],
    ]);
  });

  it('keeps a negative duration as an end before the start', async () => {
    const { spans, codes } = await readEvidence({ data: [trace([span(1, { duration: -1_101_703 })])] });
    expect(spans[0]?.end).toBe((spans[0]?.start ?? 0n) - 1_101_703_000n);
    expect(codes).toEqual(['end-before-start']);
  });

  it("reads a bare trace, a list of traces, and the page's own dump", async () => {
    const spans = [span(1), span(2, { process: { serviceName: 'inline', tags: [] } })];
    for (const form of [
      trace(spans),
      [trace(spans)],
      { data: { services: [], spans }, id: 'x', state: 'DONE' },
      { data: trace(spans) },
    ]) {
      const read = await readEvidence(form as object);
      expect(read.format).toBe('jaeger-json');
      expect(read.spans.map(({ spanId }) => spanId)).toEqual([id(1), id(2)]);
      expect(read.spans[1]?.resource.serviceName).toBe('inline');
    }
  });
});
