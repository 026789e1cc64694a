import { describe, expect, it } from 'vitest';
import { memorySource } from '../../../src/intake/byte-source.ts';
import { wholeBytes } from '../../../src/intake/derived-sources.ts';
import { openBundle } from '../../../src/intake/open-bundle.ts';
import type { SpanRecord } from '../../../src/model/span.ts';
import { parquetOf } from '../../intake/parquet-file.ts';
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

  it('reads a row of its data frame as the span it stands for', async () => {
    const { context, attributes, ...rest } = span(1, { parent_id: 's00', span_kind: 'LLM' });
    const row = {
      ...rest,
      ...prefixed('context', context),
      ...prefixed('attributes', {
        ...(attributes as object),
        'llm.model_name': null,
        'llm.output_messages': [
          {
            'message.role': 'assistant',
            'message.tool_calls': [{ 'tool_call.id': 'c1', 'tool_call.function.name': 'hello' }],
          },
        ],
      }),
    };
    const call = { id: 'c1', function: { name: 'hello' } };
    const messages = [{ message: { role: 'assistant', tool_calls: [{ tool_call: call }] } }];
    const plain = await readEvidence([
      span(1, {
        parent_id: 's00',
        span_kind: 'LLM',
        attributes: { ...(attributes as object), 'llm.output_messages': messages },
      }),
    ]);
    expect(plain.spans[0]?.facts.outputHistory).toMatchObject([{ is: 'call', callId: 'c1', tool: 'hello' }]);
    const framed = await readEvidence([row]);
    expect(framed.format).toBe('phoenix');
    expect(framed.problems).toEqual([]);
    expect(framed.spans.map(withoutPlace)).toEqual(plain.spans.map(withoutPlace));
  });

  it('reads that data frame out of Parquet, to the nanosecond', async () => {
    const dotted = { 'message.role': 'assistant', 'message.content': 'hello' };
    const bytes = parquetOf({
      name: { is: 'text', data: ['plan', 'answer'] },
      span_kind: { is: 'text', data: ['AGENT', 'LLM'] },
      parent_id: { is: 'text', data: [undefined, 's01'] },
      start_time: { is: 'time', data: [1_784_764_802_000_000_001n, 1_784_764_802_000_000_002n] },
      end_time: { is: 'time', data: [1_784_764_803_000_000_000n, 1_784_764_802_999_999_999n] },
      status_code: { is: 'text', data: ['OK', 'ERROR'] },
      'context.span_id': { is: 'text', data: ['s01', 's02'] },
      'context.trace_id': { is: 'text', data: ['t1', 't1'] },
      'attributes.llm.token_count.total': { is: 'long', data: [undefined, 9_007_199_254_740_993n] },
      'attributes.llm.output_messages': {
        is: 'structs',
        fields: Object.keys(dotted),
        data: [undefined, [dotted]],
      },
      'attributes.session.id': { is: 'text', data: ['s', 's'] },
    });
    const { files } = await openBundle([memorySource('spans.parquet', bytes)], () => undefined);
    const [file] = files;
    const read = await readEvidence(file === undefined ? '' : await wholeBytes(file));
    expect(read.format).toBe('phoenix');
    expect(read.problems).toEqual([]);
    expect(read.spans).toMatchObject([
      { spanId: 's01', start: 1_784_764_802_000_000_001n, end: 1_784_764_803_000_000_000n, status: 'ok' },
      {
        spanId: 's02',
        parentId: 's01',
        start: 1_784_764_802_000_000_002n,
        end: 1_784_764_802_999_999_999n,
        status: 'error',
        facts: { stepKind: 'model', conversationId: 's' },
      },
    ]);
    expect(read.spans[0]).not.toHaveProperty('parentId');
  });
});

const prefixed = (prefix: string, members: unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members as object).map(([key, value]) => [`${prefix}.${key}`, value]));

/** A row is longer than its span. */
const withoutPlace = ({
  offset: _,
  length: __,
  ...span
}: SpanRecord): Omit<SpanRecord, 'offset' | 'length'> => span;
