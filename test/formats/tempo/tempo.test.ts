import { describe, expect, it } from 'vitest';
import { grouped, request, span, spanId, TRACE } from '../otlp-json/otlp-builder.ts';
import { readEvidence } from '../read-evidence.ts';

const b64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64');

describe('Tempo', () => {
  it('reads v1: batches, base64 ids, names of enums', async () => {
    const { format, spans } = await readEvidence({
      batches: [
        grouped([span(1, { traceId: b64(TRACE), spanId: b64(spanId(1)), kind: 'SPAN_KIND_SERVER' })]),
      ],
    });
    expect(format).toBe('tempo');
    expect(spans).toMatchObject([
      { traceId: TRACE, spanId: spanId(1), kind: 'server', resource: { serviceName: 'svc' } },
    ]);
  });

  it('reads v2, and says when the trace is only a part', async () => {
    const whole = await readEvidence({ trace: request(grouped([span(1)])), status: 'COMPLETE' });
    expect(whole).toMatchObject({ format: 'tempo', codes: [] });
    expect(whole.spans).toHaveLength(1);
    const part = await readEvidence({
      trace: request(grouped([span(1)])),
      status: 'PARTIAL',
      message: 'too large',
    });
    expect(part.codes).toEqual(['partial-export']);
    expect(part.spans).toHaveLength(1);
  });

  it("reads Grafana's download: old scope names, numbers, hex ids", async () => {
    const { format, spans } = await readEvidence(
      `{"batches":[{"resource":{"attributes":[]},"instrumentationLibrarySpans":[{"spans":[{"traceId":"${TRACE}","spanId":"${spanId(1)}","name":"n","kind":"SPAN_KIND_CLIENT","startTimeUnixNano":1793000000123456700,"endTimeUnixNano":1793000000123456800,"status":{"code":2}}],"instrumentationLibrary":{"name":"lib"}}]}]}`,
    );
    expect(format).toBe('tempo');
    expect(spans).toMatchObject([
      { start: 1_793_000_000_123_456_700n, kind: 'client', status: 'error', scope: 'lib' },
    ]);
  });
});
