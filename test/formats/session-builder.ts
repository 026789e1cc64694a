import { inspect } from 'node:util';
import { attr } from './otlp-json/otlp-builder.ts';
import {
  attribute,
  type Field,
  group,
  hex,
  message,
  request as protoRequest,
  textValue,
} from './otlp-proto/proto-builder.ts';

/** A session as no format has it; every writer below makes one file of it. Times are whole milliseconds, so that none is lost. */
export interface PlainSpan {
  readonly id: string;
  readonly parent?: string;
  readonly name: string;
  /** Milliseconds after BASE_MS. */
  readonly start: number;
  readonly end: number;
  readonly attributes: Readonly<Record<string, string>>;
}

export const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
export const BASE_MS = 1_793_000_000_000;
const SERVICE = 'planner';

/** An agent that asks for two tools at once and reads their results the other way round. */
export const SESSION: readonly PlainSpan[] = (() => {
  const calls = [
    { type: 'tool_call', id: 'c1', name: 'hello', arguments: { who: 'Bob' } },
    { type: 'tool_call', id: 'c2', name: 'bye', arguments: { who: 'Bob' } },
  ];
  const results = ['c2', 'c1'].map((id) => ({
    role: 'tool',
    parts: [{ type: 'tool_call_response', id, response: `said ${id}` }],
  }));
  const tool = (name: string, call: string) => ({
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': name,
    'gen_ai.tool.call.id': call,
    'gen_ai.tool.call.arguments': '{"who":"Bob"}',
    'gen_ai.tool.call.result': `said ${call}`,
  });
  const root = '00f067aa0ba902a0';
  return [
    {
      id: root,
      name: 'invoke_agent planner',
      start: 0,
      end: 1_000,
      attributes: { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.conversation.id': 'conv-1' },
    },
    {
      id: '00f067aa0ba902a1',
      parent: root,
      name: 'chat m',
      start: 1,
      end: 9,
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.output.messages': JSON.stringify([{ role: 'assistant', parts: calls }]),
      },
    },
    {
      id: '00f067aa0ba902a2',
      parent: root,
      name: 'execute_tool hello',
      start: 10,
      end: 60,
      attributes: tool('hello', 'c1'),
    },
    {
      id: '00f067aa0ba902a3',
      parent: root,
      name: 'execute_tool bye',
      start: 10,
      end: 50,
      attributes: tool('bye', 'c2'),
    },
    {
      id: '00f067aa0ba902a4',
      parent: root,
      name: 'chat m',
      start: 70,
      end: 90,
      attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.input.messages': JSON.stringify(results) },
    },
  ];
})();

const ns = (ms: number): string => `${BASE_MS + ms}000000`;
const us = (ms: number): number => (BASE_MS + ms) * 1_000;
const iso = (ms: number): string => new Date(BASE_MS + ms).toISOString();
const parentOf = (span: PlainSpan, key: string): Record<string, string> =>
  span.parent === undefined ? {} : { [key]: span.parent };
const keyValues = (attributes: Readonly<Record<string, string>>) =>
  Object.entries(attributes).map(([key, value]) => attr(key, value));
const b64 = (text: string): string => Buffer.from(text, 'hex').toString('base64');

const otlpSpan = (span: PlainSpan) => ({
  traceId: TRACE,
  spanId: span.id,
  ...parentOf(span, 'parentSpanId'),
  name: span.name,
  kind: 1,
  startTimeUnixNano: ns(span.start),
  endTimeUnixNano: ns(span.end),
  attributes: keyValues(span.attributes),
});
const otlpGroup = (spans: readonly unknown[]) => ({
  resource: { attributes: [attr('service.name', SERVICE)] },
  scopeSpans: [{ scope: { name: 'lib' }, spans }],
});

const writers = {
  'otlp-json': (spans) => JSON.stringify({ resourceSpans: [otlpGroup(spans.map(otlpSpan))] }),
  'otlp-json pretty': (spans) =>
    JSON.stringify({ resourceSpans: [otlpGroup(spans.map(otlpSpan))] }, undefined, 2),
  'otlp-json lines': (spans) =>
    spans.map((span) => `${JSON.stringify({ resourceSpans: [otlpGroup([otlpSpan(span)])] })}\n`).join(''),
  'otlp-json snake': (spans) =>
    JSON.stringify({
      resource_spans: [
        {
          resource: { attributes: [attr('service.name', SERVICE)] },
          scope_spans: [
            {
              scope: { name: 'lib' },
              spans: spans.map((span) => ({
                trace_id: TRACE.toUpperCase(),
                span_id: span.id,
                ...parentOf(span, 'parent_span_id'),
                name: span.name,
                kind: 'SPAN_KIND_INTERNAL',
                start_time_unix_nano: ns(span.start),
                end_time_unix_nano: ns(span.end),
                attributes: keyValues(span.attributes),
              })),
            },
          ],
        },
      ],
    }),
  'otlp-proto': (spans) =>
    protoRequest(
      group(
        spans.map((span) =>
          message(
            [1, hex(TRACE)],
            [2, hex(span.id)],
            ...(span.parent === undefined ? [] : [[4, hex(span.parent)] as Field]),
            [5, span.name],
            [6, 1],
            [7, { fixed64: BigInt(ns(span.start)) }],
            [8, { fixed64: BigInt(ns(span.end)) }],
            ...Object.entries(span.attributes).map(
              ([key, value]): Field => [9, attribute(key, textValue(value))],
            ),
          ),
        ),
        SERVICE,
      ),
    ),
  tempo: (spans) =>
    JSON.stringify({
      batches: [
        otlpGroup(
          spans.map((span) => ({
            ...otlpSpan(span),
            traceId: b64(TRACE),
            spanId: b64(span.id),
            ...(span.parent === undefined ? {} : { parentSpanId: b64(span.parent) }),
            kind: 'SPAN_KIND_INTERNAL',
          })),
        ),
      ],
    }),
  'jaeger-json': (spans) =>
    JSON.stringify({
      data: [
        {
          traceID: TRACE,
          spans: spans.map((span) => ({
            traceID: TRACE,
            spanID: span.id.replace(/^0+/, ''),
            operationName: span.name,
            references:
              span.parent === undefined ? [] : [{ refType: 'CHILD_OF', traceID: TRACE, spanID: span.parent }],
            startTime: us(span.start),
            duration: (span.end - span.start) * 1_000,
            tags: [
              ...Object.entries(span.attributes).map(([key, value]) => ({ key, type: 'string', value })),
              { key: 'span.kind', type: 'string', value: 'internal' },
              { key: 'otel.scope.name', type: 'string', value: 'lib' },
            ],
            logs: [],
            processID: 'p1',
          })),
          processes: { p1: { serviceName: SERVICE, tags: [] } },
        },
      ],
    }),
  'flat-snake': (spans) =>
    `[${spans
      .map((span) =>
        JSON.stringify({
          trace_id: TRACE,
          span_id: span.id,
          parent_span_id: span.parent ?? null,
          name: span.name,
          kind: 'INTERNAL',
          start_time: '#S',
          end_time: '#E',
          attributes: span.attributes,
          scope: { name: 'lib' },
          resource: { attributes: { 'service.name': SERVICE } },
          status: { code: 'UNSET' },
        })
          .replace('"#S"', ns(span.start))
          .replace('"#E"', ns(span.end)),
      )
      .join(',')}]`,
  'flat-snake python': (spans) =>
    spans
      .map((span) =>
        JSON.stringify(
          {
            name: span.name,
            context: { trace_id: `0x${TRACE}`, span_id: `0x${span.id}`, trace_state: '[]' },
            kind: 'SpanKind.INTERNAL',
            parent_id: span.parent === undefined ? null : `0x${span.parent}`,
            start_time: iso(span.start),
            end_time: iso(span.end),
            status: { status_code: 'UNSET' },
            attributes: span.attributes,
            events: [],
            links: [],
            resource: { attributes: { 'service.name': SERVICE }, schema_url: '' },
            instrumentation_scope: { name: 'lib' },
          },
          undefined,
          4,
        ),
      )
      .join('\n'),
  'js-readable-span': (spans) =>
    JSON.stringify(
      spans.map((span) => ({
        name: span.name,
        kind: 0,
        spanContext: { traceId: TRACE, spanId: span.id, traceFlags: 1 },
        ...(span.parent === undefined ? {} : { parentSpanContext: { traceId: TRACE, spanId: span.parent } }),
        startTime: pair(span.start),
        endTime: pair(span.end),
        status: { code: 0 },
        attributes: span.attributes,
        events: [],
        links: [],
        resource: { attributes: { 'service.name': SERVICE } },
        instrumentationScope: { name: 'lib' },
      })),
    ),
  'js-console': (spans) =>
    spans
      .map((span) =>
        inspect(
          {
            resource: { attributes: { 'service.name': SERVICE } },
            instrumentationScope: { name: 'lib', version: undefined, schemaUrl: undefined },
            traceId: TRACE,
            parentSpanContext:
              span.parent === undefined ? undefined : { traceId: TRACE, spanId: span.parent, traceFlags: 1 },
            traceState: undefined,
            name: span.name,
            id: span.id,
            kind: 0,
            timestamp: us(span.start),
            duration: (span.end - span.start) * 1_000,
            attributes: span.attributes,
            status: { code: 0 },
            events: [],
            links: [],
          },
          { depth: 3 },
        ),
      )
      .join('\n'),
  phoenix: (spans) =>
    JSON.stringify(
      spans.map((span) => ({
        id: `row-${span.id}`,
        name: span.name,
        context: { trace_id: TRACE, span_id: span.id },
        span_kind: 'UNKNOWN',
        parent_id: span.parent ?? null,
        start_time: iso(span.start).replace('Z', '+00:00'),
        end_time: iso(span.end).replace('Z', '+00:00'),
        status_code: 'UNSET',
        attributes: span.attributes,
        events: [],
      })),
    ),
  'phoenix frame': (spans) =>
    spans
      .map((span) =>
        JSON.stringify({
          name: span.name,
          span_kind: 'UNKNOWN',
          parent_id: span.parent ?? null,
          start_time: iso(span.start),
          end_time: iso(span.end),
          status_code: 'UNSET',
          'context.trace_id': TRACE,
          'context.span_id': span.id,
          ...Object.fromEntries(
            Object.entries(span.attributes).map(([key, value]) => [`attributes.${key}`, value]),
          ),
        }),
      )
      .join('\n'),
  langfuse: (spans) => {
    const observations = spans.map((span) => ({
      id: span.id,
      traceId: TRACE,
      type: 'SPAN',
      name: span.name,
      startTime: iso(span.start),
      endTime: iso(span.end),
      parentObservationId: span.parent ?? null,
      input: null,
      output: null,
      level: 'DEFAULT',
      metadata: JSON.stringify({
        attributes: span.attributes,
        resourceAttributes: { 'service.name': SERVICE },
        scope: { name: 'lib' },
      }),
    }));
    return JSON.stringify({
      trace: { id: TRACE, projectId: 'p', sessionId: null, observations },
      observations,
    });
  },
  zipkin: (spans) =>
    JSON.stringify(
      spans.map((span) => ({
        traceId: TRACE,
        id: span.id,
        ...parentOf(span, 'parentId'),
        name: span.name,
        timestamp: us(span.start),
        duration: (span.end - span.start) * 1_000,
        localEndpoint: { serviceName: SERVICE },
        tags: { ...span.attributes, 'otel.scope.name': 'lib' },
      })),
    ),
} satisfies Record<string, (spans: readonly PlainSpan[]) => string | Uint8Array>;

const pair = (ms: number): readonly [number, number] => [
  Math.floor((BASE_MS + ms) / 1_000),
  ((BASE_MS + ms) % 1_000) * 1_000_000,
];

export type WriterName = keyof typeof writers;
export const WRITERS = Object.keys(writers) as readonly WriterName[];

/** One session as a file of one format. */
export const writeSession = (
  writer: WriterName,
  spans: readonly PlainSpan[] = SESSION,
): string | Uint8Array => writers[writer](spans);
