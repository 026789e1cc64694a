import { describe, expect, test } from 'vitest';
import type { FindingsDocument, SessionDocument } from '../../src/model/findings.ts';
import { findingsOf } from '../engine/open-bundle-of.ts';
import { lines, readEvidence } from './read-evidence.ts';

/**
 * Symptoms that users of other tools reported, each with an input of our own and what is right here. The names are those
 * of the reports, so that the discussion can be found.
 */

const T = '0af7651916cd43dd8448eb211c80319c';
const START = 1_790_000_000_000_000_000n;
const ns = (ms: number): string => String(START + BigInt(Math.round(ms * 1_000_000)));
const kv = (values: Readonly<Record<string, string | number>>) =>
  Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }));

type Members = Readonly<Record<string, unknown>>;
const span = (
  id: string,
  from: number,
  to: number,
  attributes: Readonly<Record<string, string | number>> = {},
  more: Members = {},
): Members => ({
  traceId: T,
  spanId: id.padStart(16, '0'),
  name: `span ${id}`,
  startTimeUnixNano: ns(from),
  endTimeUnixNano: ns(to),
  attributes: kv(attributes),
  ...more,
});
const under = (id: string): Members => ({ parentSpanId: id.padStart(16, '0') });
const otlp = (spans: readonly Members[], key = 'resourceSpans'): Members => ({
  [key]: [
    {
      resource: { attributes: kv({ 'service.name': 'agent', 'service.instance.id': '1' }) },
      scopeSpans: [{ scope: {}, spans }],
    },
  ],
});
const agent = { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'a' };
const chat = (more: Readonly<Record<string, string>> = {}) => ({ 'gen_ai.operation.name': 'chat', ...more });
const tool = (name: string, more: Readonly<Record<string, string | number>> = {}) => ({
  'gen_ai.operation.name': 'execute_tool',
  'gen_ai.tool.name': name,
  ...more,
});

async function sessionOf(content: unknown, path = 'trace.json'): Promise<SessionDocument> {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  const [session] = (await findingsOf({ [path]: text })).sessions;
  if (session === undefined) throw new Error('no session');
  return session;
}

const codesOf = ({ inputs, problems }: FindingsDocument): readonly string[] =>
  [...inputs.flatMap((input) => input.problems), ...problems].map(({ code }) => code);

const asked = (...ids: readonly string[]): string =>
  JSON.stringify([
    { role: 'assistant', parts: ids.map((id) => ({ type: 'tool_call', id, name: 'x', arguments: {} })) },
  ]);
const given = (...ids: readonly string[]): string =>
  JSON.stringify(
    ids.map((id) => ({ role: 'tool', parts: [{ type: 'tool_call_response', id, response: 'ok' }] })),
  );

describe('wrappings', () => {
  test.each(['resourceSpans', 'resource_spans', 'batches'])('tempo#3802: a trace under %s', async (key) => {
    expect((await readEvidence(otlp([span('1', 0, 5)], key))).spans).toHaveLength(1);
  });

  test('tempo#5437: ids in base64 and in hex are one span', async () => {
    const one = span('1', 0, 5, tool('x'));
    const base64 = {
      ...one,
      traceId: Buffer.from(T, 'hex').toString('base64'),
      spanId: Buffer.from('0000000000000001', 'hex').toString('base64'),
    };
    const { sessions } = await findingsOf({
      'a.json': JSON.stringify(otlp([one])),
      'b.json': JSON.stringify(otlp([base64], 'batches')),
    });
    expect(sessions.map(({ traceIds }) => traceIds)).toEqual([[T]]);
    expect(sessions[0]?.order.steps).toHaveLength(1);
  });

  test('jaeger#4949: an export a line is read to the last line', async () => {
    const text = lines(otlp([span('1', 0, 5)]), otlp([span('2', 5, 9)]));
    expect((await readEvidence(text)).spans).toHaveLength(2);
  });

  test('jaeger#6517: what the Python SDK prints to the console is read', async () => {
    const printed = (id: string) =>
      JSON.stringify(
        {
          name: 'x',
          context: { trace_id: `0x${T}`, span_id: `0x${id.padStart(16, '0')}`, trace_state: '[]' },
          kind: 'SpanKind.INTERNAL',
          parent_id: null,
          start_time: '2026-09-01T10:00:00.000000Z',
          end_time: '2026-09-01T10:00:01.000000Z',
          status: { status_code: 'UNSET' },
          attributes: {},
          events: [],
          links: [],
          resource: { attributes: { 'service.name': 's' }, schema_url: '' },
        },
        undefined,
        4,
      );
    expect((await readEvidence(`${printed('1')}\n${printed('2')}\n`)).spans).toHaveLength(2);
  });

  test.each(['null', '123', '', '   \n'])('jaeger-ui#4430: %j is refused in a sentence', async (text) => {
    const document = await findingsOf({ 'x.json': text });
    expect(document.sessions).toEqual([]);
    expect(document.inputs[0]?.problems).toHaveLength(1);
    expect(document.inputs[0]?.problems[0]?.severity).toBe('error');
  });
});

describe('ids', () => {
  test('jaeger-ui#2225: each empty span id gets an id of its own, and is told', async () => {
    const { spans, codes } = await readEvidence(
      otlp([span('1', 0, 5, {}, { spanId: '' }), span('2', 0, 5, {}, { spanId: '' })]),
    );
    expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(2);
    expect(codes.length).toBeGreaterThan(0);
  });

  test('opentelemetry-python#907: short ids are padded on the left', async () => {
    const { spans } = await readEvidence(otlp([span('1', 0, 5, {}, { traceId: T.slice(2), spanId: 'abc' })]));
    expect(spans[0]).toMatchObject({ traceId: `00${T.slice(2)}`, spanId: '0000000000000abc' });
  });

  test('opentelemetry-swift#537: base64 of a hex text is decoded twice', async () => {
    const twice = (hex: string): string => Buffer.from(hex, 'latin1').toString('base64');
    const { spans } = await readEvidence(
      otlp([span('1', 0, 5, {}, { traceId: twice(T), spanId: twice('00000000000000ab') })]),
    );
    expect(spans[0]).toMatchObject({ traceId: T, spanId: '00000000000000ab' });
  });

  test('collector#11056, sdk-java#952: equal copies are folded and counted, unlike ones kept as variants', async () => {
    const one = span('1', 0, 5, tool('x'));
    const document = await findingsOf({
      'a.jsonl': lines(otlp([one]), otlp([one]), otlp([{ ...one, endTimeUnixNano: ns(6) }])),
    });
    expect(document.sessions[0]?.order.overlaps).toHaveLength(1);
    expect(codesOf(document)).toEqual(expect.arrayContaining(['duplicate-folded']));
  });

  test('tempo#787: a trace with several roots is one session that says so by its steps', async () => {
    const session = await sessionOf(otlp([span('1', 0, 5, tool('x')), span('2', 6, 9, tool('y'))]));
    expect(session.traceIds).toEqual([T]);
    expect(session.order.steps.map(({ name }) => name)).toEqual(['span 1', 'span 2']);
  });
});

describe('times', () => {
  test.each([
    ['openobserve#3150: texts', JSON.stringify(otlp([span('1', 0.000_001, 0.000_003)]))],
    [
      'agent-inspect#128: numbers',
      JSON.stringify(otlp([span('1', 0.000_001, 0.000_003)])).replace(/"(17900[0-9]{14})"/g, '$1'),
    ],
  ])('opentelemetry-js#2643, %s: nanoseconds keep all digits', async (_, text) => {
    const [read] = (await readEvidence(text)).spans;
    expect([read?.start, read?.end]).toEqual([START + 1n, START + 3n]);
  });

  test('js-contrib#1209: an end before its start is kept, counts as unknown, and is told', async () => {
    const document = await findingsOf({
      'a.json': JSON.stringify(otlp([span('1', 5, 2, tool('x')), span('2', 6, 8, tool('y'))])),
    });
    expect(codesOf(document)).toContain('end-before-start');
    expect(document.sessions[0]?.order.questions).toMatchObject([{ why: 'overlap', overlapNs: null }]);
  });

  test('jaeger#1459: no time is moved, however it looks', async () => {
    const [parent, child] = (
      await readEvidence(otlp([span('1', 100, 200), span('2', 40, 90, {}, under('1'))]))
    ).spans;
    expect([parent?.start, child?.start]).toEqual([START + 100_000_000n, START + 40_000_000n]);
  });

  test('langfuse#5042: on a grain of milliseconds a short tool ties and is not sorted', async () => {
    const session = await sessionOf(
      otlp([
        span('9', 0, 9, agent),
        span('1', 1, 1, tool('x'), under('9')),
        span('2', 1, 4, tool('y'), under('9')),
      ]),
    );
    expect(session.order.questions).toMatchObject([{ why: 'tie' }]);
  });
});

describe('parents', () => {
  test('mastra#20818, phoenix: tool calls under a model span that was filtered out stay where they are: by a ghost', async () => {
    const session = await sessionOf(
      otlp([
        span('9', 0, 9, agent),
        span('1', 1, 3, tool('x'), under('5')),
        span('2', 4, 6, tool('y'), under('5')),
      ]),
    );
    expect(session.order.bucket).toBe('orphaned');
    expect(session.order.orphans.map(({ missingParentId }) => missingParentId)).toEqual([
      '0000000000000005',
      '0000000000000005',
    ]);
  });

  test('lemma#432, opik#5963: a trace without its root is listed, with its top', async () => {
    const session = await sessionOf(
      otlp([span('1', 0, 9, agent, under('7')), span('2', 1, 3, tool('x'), under('1'))]),
    );
    expect(session.order.orphans).toHaveLength(1);
    expect(session.order.bucket).toBe('witnessed');
    expect(session.order.steps.map(({ name }) => name)).toEqual(['span 2']);
  });

  test('jaeger-ui#821: a reference to itself is no parent that hangs anything', async () => {
    const id = '00000000000000aa';
    const ref = (spanID: string) => ({ refType: 'CHILD_OF', traceID: T, spanID });
    const jaeger = (own: string, references: readonly object[]) => ({
      traceID: T,
      spanID: own,
      operationName: 'x',
      references,
      startTime: 1_790_000_000_000_000,
      duration: 10,
      tags: [],
      logs: [],
      processID: 'p1',
    });
    const { spans } = await readEvidence({
      data: [
        {
          traceID: T,
          spans: [jaeger('bb', []), jaeger(id, [ref(id), ref('bb')])],
          processes: { p1: { serviceName: 's', tags: [] } },
        },
      ],
    });
    expect(spans.map(({ parentId }) => parentId)).toEqual([undefined, '00000000000000bb']);
  });

  test('jaeger#448: what follows from another span is not inside it', async () => {
    const { spans } = await readEvidence({
      data: [
        {
          traceID: T,
          spans: [
            {
              traceID: T,
              spanID: 'aa',
              operationName: 'x',
              references: [],
              startTime: 10,
              duration: 5,
              tags: [],
              logs: [],
              processID: 'p',
            },
            {
              traceID: T,
              spanID: 'bb',
              operationName: 'y',
              references: [{ refType: 'FOLLOWS_FROM', traceID: T, spanID: 'aa' }],
              startTime: 40,
              duration: 5,
              tags: [],
              logs: [],
              processID: 'p',
            },
          ],
          processes: { p: { serviceName: 's', tags: [] } },
        },
      ],
    });
    expect(spans[1]?.parentId).toBeUndefined();
    expect(spans[1]?.links).toMatchObject([{ spanId: '00000000000000aa' }]);
  });
});

describe('witnesses', () => {
  const parallel = (out: string, into: string, a: string, b: string): readonly Members[] => [
    span('9', 0, 99, agent),
    span('1', 1, 5, chat({ 'gen_ai.output.messages': out }), under('9')),
    span('2', 10, 40, tool('x', { 'gen_ai.tool.call.id': a }), under('9')),
    span('3', 12, 20, tool('x', { 'gen_ai.tool.call.id': b }), under('9')),
    span('4', 50, 60, chat({ 'gen_ai.input.messages': into }), under('9')),
  ];
  const names = (session: SessionDocument): readonly string[] =>
    session.order.steps.map(({ spanId }) => String(spanId).slice(-1));

  test('TanStack/ai#199, hermes-otel#73: an id that several calls share joins none of them', async () => {
    const session = await sessionOf(otlp(parallel(asked('x', 'x'), given('x', 'x'), 'x', 'x')));
    expect(session.order.bucket).toBe('partial-order');
    expect(session.order.questionCount).toBe(1);
  });

  test('harness-sdk#2112, pi#3468: results read in another order than asked are legal, and said', async () => {
    const session = await sessionOf(otlp(parallel(asked('a', 'b'), given('b', 'a'), 'a', 'b')));
    expect(session.order.bucket).toBe('witnessed');
    expect(names(session)).toEqual(['1', '3', '2', '4']);
    expect(session.order.remarks.map(({ said }) => said)).toEqual([
      'Asked span 2, span 3; read span 3, span 2.',
    ]);
  });

  test('open-swe#2198: one batch in two orders in two requests is a conflict, and gives no order', async () => {
    const session = await sessionOf(
      otlp([
        ...parallel(asked('a', 'b'), given('b', 'a'), 'a', 'b'),
        span('5', 70, 80, chat({ 'gen_ai.input.messages': given('a', 'b') }), under('9')),
      ]),
    );
    expect(session.order.bucket).toBe('conflicting');
    expect(session.order.conflicts[0]?.spans.map((id) => id.slice(-1)).sort()).toEqual(['2', '3']);
  });

  test('python-genai#510: a failed tool without its call id is joined by name and equal arguments, and that is said', async () => {
    const out = JSON.stringify([
      {
        role: 'assistant',
        parts: [
          { type: 'tool_call', id: 'a', name: 'x', arguments: { n: 1 } },
          { type: 'tool_call', id: 'b', name: 'x', arguments: { n: 2 } },
        ],
      },
    ]);
    const session = await sessionOf(
      otlp([
        span('9', 0, 99, agent),
        span('1', 1, 5, chat({ 'gen_ai.output.messages': out }), under('9')),
        span('2', 10, 40, tool('x', { 'gen_ai.tool.call.arguments': '{"n":1}' }), under('9')),
        span('3', 12, 20, tool('x', { 'gen_ai.tool.call.arguments': '{"n":2}' }), under('9')),
      ]),
    );
    expect(session.order.questionCount).toBe(0);
    expect(session.order.assumes).toEqual(['append-in-issue-order']);
  });

  test('openinference#2261: gaps in the index of tool calls are allowed, and ten comes after nine', async () => {
    const call = (index: number, id: string) => ({
      [`llm.output_messages.0.message.tool_calls.${index}.tool_call.id`]: id,
      [`llm.output_messages.0.message.tool_calls.${index}.tool_call.function.name`]: 'x',
    });
    const session = await sessionOf(
      otlp([
        span('9', 0, 99, { 'openinference.span.kind': 'AGENT' }),
        span('1', 1, 5, { 'openinference.span.kind': 'LLM', ...call(10, 'b'), ...call(2, 'a') }, under('9')),
        span(
          '2',
          10,
          40,
          { 'openinference.span.kind': 'TOOL', 'tool.name': 'x', 'tool_call.id': 'b' },
          under('9'),
        ),
        span(
          '3',
          12,
          20,
          { 'openinference.span.kind': 'TOOL', 'tool.name': 'x', 'tool_call.id': 'a' },
          under('9'),
        ),
      ]),
    );
    expect(names(session)).toEqual(['1', '3', '2']);
  });

  test('trigger.dev#3620: messages that were cut witness what stands before the cut', async () => {
    const whole = given('b', 'a', 'c');
    const session = await sessionOf(
      otlp(parallel(asked('a', 'b'), whole.slice(0, whole.indexOf('"c"')), 'a', 'b')),
    );
    expect(names(session)).toEqual(['1', '3', '2', '4']);
    expect(session.order.remarks.some(({ said }) => said.includes('are cut'))).toBe(true);
  });

  test('langsmith-sdk#1905: a dotted order is no witness', async () => {
    const run = (id: string, more: Members) => ({
      id,
      trace_id: '00000000-0000-4000-8000-000000000001',
      name: 'x',
      run_type: 'tool',
      start_time: '2026-09-01T10:00:00.000',
      end_time: '2026-09-01T10:00:05.000',
      inputs: {},
      outputs: {},
      extra: {},
      ...more,
    });
    const [root, a, b] = ['1', '2', '3'].map((n) => `00000000-0000-4000-8000-00000000000${n}`) as [
      string,
      string,
      string,
    ];
    const session = await sessionOf(
      lines(
        run(root, { run_type: 'chain', parent_run_id: null, dotted_order: 'z' }),
        run(a, { parent_run_id: root, dotted_order: 'z.b' }),
        run(b, { parent_run_id: root, dotted_order: 'z.a' }),
      ),
      'runs.jsonl',
    );
    expect(session.order.questionCount).toBe(1);
  });

  test('agent-framework#6357, opensre#3939: calls that a history tells and no span carries are not invented', async () => {
    const session = await sessionOf(
      otlp([
        span('9', 0, 99, agent),
        span('1', 1, 5, chat({ 'gen_ai.output.messages': asked('a', 'b') }), under('9')),
      ]),
    );
    expect(names(session)).toEqual(['1']);
    expect(session.calls).toEqual([]);
  });
});

describe('damage', () => {
  const record = (id: string): string => JSON.stringify(otlp([span(id, 0, 5)]));

  test('claude-code#81843: a cut record with the next one glued on loses one record, not two', async () => {
    const { spans, codes } = await readEvidence(
      `${record('1')}\n${record('2').slice(0, 90)}${record('3')}\n${record('4')}\n`,
    );
    expect(spans.map(({ spanId }) => spanId.slice(-1))).toEqual(['1', '3', '4']);
    expect(codes.length).toBeGreaterThan(0);
  });

  test('claude-code#49876: a run of NULs is a hole, not the end', async () => {
    const { spans, codes } = await readEvidence(`${record('1')}\n${'\0'.repeat(400)}${record('2')}\n`);
    expect(spans).toHaveLength(2);
    expect(codes).toContain('nul-run');
  });

  test('claude-code#50347: a bad line does not end the file', async () => {
    expect((await readEvidence(`${record('1')}\n{"oops\n${record('2')}\n`)).spans).toHaveLength(2);
  });

  test('trajectory#77: a character that was cut in its middle costs no record', async () => {
    const bytes = new TextEncoder().encode(record('1').replace('span 1', 'spän'));
    const at = bytes.indexOf(0xc3) + 1;
    const { spans, codes } = await readEvidence(
      Uint8Array.from([...bytes.slice(0, at), ...bytes.slice(at + 1)]),
    );
    expect(spans[0]?.name).toBe('sp\ufffdn');
    expect(codes.length).toBeGreaterThan(0);
  });

  test('langfuse-python#1803: a duplicate id drops nothing else', async () => {
    const document = await findingsOf({
      'a.jsonl': `${record('1')}\n${record('1')}\n${record('2')}\n${record('3')}\n`,
    });
    expect(document.inputs[0]?.records).toBe(4);
    expect(codesOf(document)).toContain('duplicate-folded');
  });
});
