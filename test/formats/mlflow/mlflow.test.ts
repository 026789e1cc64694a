import { describe, expect, it } from 'vitest';
import { readEvidence } from '../read-evidence.ts';

const TRACE = '97847cb33dff13e46483685930f4e236';
const b64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64');
const attributes = {
  'mlflow.traceRequestId': '"tr-1"',
  'mlflow.spanType': '"TOOL"',
  'mlflow.spanInputs': '{"q": 1}',
  'mlflow.spanOutputs': '"found"',
};
const info = { trace_id: `tr-${TRACE}`, trace_metadata: { 'mlflow.trace.session': 's-1' } };
const times = {
  start_time_unix_nano: 1_790_000_000_123_456_789n,
  end_time_unix_nano: 1_790_000_000_223_456_789n,
};

/** Integers above 2^53 as they stand in the file. */
const document = (span: Record<string, unknown>): string =>
  JSON.stringify({ info, data: { spans: [span] } }, (_key, value: unknown) =>
    typeof value === 'bigint' ? `#${value}#` : value,
  ).replaceAll(/"#(\d+)#"/g, '$1');

describe('MLflow', () => {
  it.each([
    [
      'v2',
      {
        name: 'search_2',
        context: { trace_id: `0x${TRACE}`, span_id: '0x771ce4dcbd861745' },
        parent_id: '0x771ce4dcbd861744',
        start_time: times.start_time_unix_nano,
        end_time: times.end_time_unix_nano,
        status_code: 'ERROR',
        status_message: '',
        attributes,
      },
    ],
    [
      'v3',
      {
        name: 'search_2',
        trace_id: b64(TRACE),
        span_id: b64('771ce4dcbd861745'),
        parent_span_id: b64('771ce4dcbd861744'),
        ...times,
        status: { code: 'STATUS_CODE_ERROR', message: '' },
        attributes,
      },
    ],
    [
      'v3 with the ids of both',
      {
        name: 'search_2',
        trace_id: `tr-${TRACE}`,
        otel_trace_id: TRACE,
        span_id: '771ce4dcbd861745',
        parent_span_id: '771ce4dcbd861744',
        ...times,
        status: { code: 'ERROR' },
        attributes,
      },
    ],
  ])('reads %s', async (_dialect, span) => {
    const { format, spans } = await readEvidence(document(span));
    expect(format).toBe('mlflow');
    expect(spans).toMatchObject([
      {
        traceId: TRACE,
        spanId: '771ce4dcbd861745',
        parentId: '771ce4dcbd861744',
        status: 'error',
        start: 1_790_000_000_123_456_789n,
        end: 1_790_000_000_223_456_789n,
        facts: {
          stepKind: 'tool',
          toolName: 'search',
          conversationId: 's-1',
          toolInput: { kind: 'json' },
          toolOutput: { kind: 'text', bytes: 5 },
        },
      },
    ]);
  });

  it('an empty parent is a root', async () => {
    const { spans } = await readEvidence(
      document({
        name: 'r',
        trace_id: b64(TRACE),
        span_id: b64('771ce4dcbd861745'),
        parent_span_id: '',
        ...times,
        attributes: {},
      }),
    );
    expect(spans[0]?.parentId).toBeUndefined();
  });
});
