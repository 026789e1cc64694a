import { describe, expect, it } from 'vitest';
import { bundleFacts } from '../bundle-facts.ts';
import {
  attr,
  grouped,
  request as jsonRequest,
  span as jsonSpan,
  anyValue as jsonValue,
  spanId,
  TRACE,
} from '../otlp-json/otlp-builder.ts';
import {
  anyValue,
  attribute,
  type Field,
  group,
  hex,
  logGroup,
  message,
  request,
  span,
  textValue,
} from './proto-builder.ts';

interface Told {
  readonly ms: number;
  readonly event: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly ofSpan?: boolean;
}
const at = (ms: number): bigint => 1_793_000_000_000_000_000n + BigInt(ms) * 1_000_000n;

const inProto = ({ ms, event, attributes = {}, body, ofSpan = false }: Told): Uint8Array =>
  message(
    [1, { fixed64: at(ms) }],
    [2, 9],
    ...(body === undefined ? [] : [[5, anyValue(body)] as const]),
    ...Object.entries(attributes).map(([key, value]) => [6, attribute(key, anyValue(value))] as const),
    ...(ofSpan
      ? ([
          [9, hex(TRACE)],
          [10, hex(spanId(1))],
        ] as const)
      : []),
    [12, event],
  );
const inJson = ({ ms, event, attributes = {}, body, ofSpan = false }: Told): object => ({
  timeUnixNano: String(at(ms)),
  severityNumber: 9,
  ...(body === undefined ? {} : { body: jsonValue(body) }),
  attributes: Object.entries(attributes).map(([key, value]) => attr(key, value)),
  ...(ofSpan ? { traceId: TRACE, spanId: spanId(1) } : {}),
  eventName: event,
});

const call = (id: string) => ({ id, type: 'function', function: { name: 'look', arguments: '{}' } });
const TOLD: readonly Told[] = [
  { ms: 1, event: 'gen_ai.assistant.message', ofSpan: true, body: { tool_calls: [call('a'), call('b')] } },
  { ms: 2, event: 'gen_ai.tool.message', ofSpan: true, body: { id: 'b', content: 'x' } },
  { ms: 3, event: 'gen_ai.tool.message', ofSpan: true, body: { id: 'a', content: 'y' } },
  ...[1, 2].flatMap((n): Told[] => [
    {
      ms: 3 + n,
      event: 'claude_code.tool_decision',
      attributes: { tool_name: 'Bash', tool_use_id: `t${n}`, 'session.id': 's', 'event.sequence': 2 * n },
    },
    {
      ms: 4 + n,
      event: 'claude_code.tool_result',
      attributes: { tool_name: 'Bash', tool_use_id: `t${n}`, 'session.id': 's', 'event.sequence': 2 * n + 1 },
    },
  ]),
  { ms: 9, event: 'something.else' },
];
const model = span(1, [[9, attribute('gen_ai.operation.name', textValue('chat'))]]);

describe('OTLP protobuf of logs', () => {
  it('says the same as the same records in JSON', async () => {
    const logs = request(logGroup(TOLD.map(inProto)));
    const trace = request(group([model]));
    const json = {
      resourceLogs: [{ resource: {}, scopeLogs: [{ scope: {}, logRecords: TOLD.map(inJson) }] }],
    };
    const [proto, other] = [
      await bundleFacts({ 'logs.bin': logs, 'trace.bin': trace }),
      await bundleFacts({ 'logs.bin': json, 'trace.bin': trace }),
    ];
    expect(proto.files.map(({ format, counts }) => [format, counts])).toEqual([
      ['otlp-proto', { accepted: 7, folded: 0, rejected: 1, lostBytes: 0 }],
      ['otlp-proto', { accepted: 1, folded: 0, rejected: 0, lostBytes: 0 }],
    ]);
    expect(other.files[0]?.counts).toEqual(proto.files[0]?.counts);
    expect(proto.facts.get('span 1')).toEqual(other.facts.get('span 1'));
    expect(proto.facts.get('span 1')?.inputHistory?.map(({ callId }) => callId)).toEqual([
      'a',
      'b',
      'b',
      'a',
    ]);
    const callsOf = ({ callLogs }: typeof proto) =>
      callLogs.flatMap(({ calls }) => calls.map(({ at: _, ...rest }) => rest));
    expect(callsOf(proto)).toHaveLength(2);
    expect(callsOf(proto)).toEqual(callsOf(other));
    expect(proto.problems.map(({ code, said }) => [code, said])).toEqual(
      other.problems.map(({ code, said }) => [code, said]),
    );
  });

  it('stands beside spans and metrics in one file, each told apart', async () => {
    const metric = message([1, 'gen_ai.client.token.usage'], [3, '{token}'], [9, message([1, message()])]);
    const metrics = message([1, message()], [2, message([1, message()], [2, metric])]);
    const file = new Uint8Array([
      ...request(group([model])),
      ...request(metrics),
      ...request(logGroup(TOLD.map(inProto))),
    ]);
    const { facts, files, problems } = await bundleFacts({ 'all.bin': file });
    expect(files[0]).toMatchObject({ format: 'otlp-proto', records: 8 });
    expect(facts.get('span 1')?.inputHistory).toHaveLength(4);
    expect(problems.map(({ said }) => said)).toEqual([
      '1 log record witnesses no order and was not read.',
      '1 metric in the file was not read.',
    ]);
  });

  const said = async (record: Uint8Array) => {
    const { files, problems } = await bundleFacts({ 'one.bin': request(logGroup([record])) });
    return [files[0]?.records, ...problems.map((one) => one.said)];
  };
  const notRead = '1 log record witnesses no order and was not read.';
  const sum = message([1, message()]);

  it.each([
    [
      'a log record without a time',
      message([5, anyValue('x')], [6, attribute('a', textValue('b'))]),
      0,
      notRead,
    ],
    ['one of a body only', message([3, 'INFO'], [5, anyValue('hello')]), 0, notRead],
    ['one of a name and a span', message([9, hex(TRACE)], [10, hex(spanId(1))], [12, 'x']), 0, notRead],
    // as many characters as an id has bytes
    ['a metric', message([1, 'process.cpu.time'], [7, sum]), 0, '1 metric in the file was not read.'],
    [
      'a gauge',
      message([1, 'process.cpu.time'], [2, 'how long'], [5, sum]),
      0,
      '1 metric in the file was not read.',
    ],
  ])('tells %s by its fields', async (_, record, records, sentence) => {
    expect(await said(record)).toEqual([records, sentence]);
  });

  it('tells an attribute that stands twice or has no key, as JSON does, of spans and of logs', async () => {
    const [one, other, none] = [attr('a', 1), attr('a', 2), { value: { intValue: '3' } }];
    const json = [one, other, none];
    const proto = [attribute('a', anyValue(1)), attribute('a', anyValue(2)), message([2, anyValue(3)])];
    const saidBy = async (file: unknown) => {
      const { problems } = await bundleFacts({ a: file });
      return problems.map(({ code, said: sentence }) => [code, sentence]);
    };
    const ofLogs = [
      ['duplicate-key', 'A log record has one attribute several times; the last one counts.'],
      ['value-coerced', 'A log record has an attribute without a key; it was not read.'],
      ['signal-skipped', notRead],
    ];
    const logRecords = [{ timeUnixNano: '1', attributes: json }];
    expect(await saidBy({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] })).toEqual(ofLogs);
    const record = message([1, { fixed64: 1n }], ...proto.map((entry): Field => [6, entry]));
    expect(await saidBy(request(logGroup([record])))).toEqual(ofLogs);
    const ofSpans = [
      ['duplicate-key', 'A span has one attribute several times; the last one counts.'],
      ['value-coerced', 'A span has an attribute without a key; it was not read.'],
    ];
    expect(await saidBy(jsonRequest(grouped([jsonSpan(1, { attributes: json })])))).toEqual(ofSpans);
    expect(
      await saidBy(
        request(
          group([
            span(
              1,
              proto.map((entry): Field => [9, entry]),
            ),
          ]),
        ),
      ),
    ).toEqual(ofSpans);
  });

  it('takes what has the ids of a span for one, though it says no more', async () => {
    const { facts, files } = await bundleFacts({
      'one.bin': request(
        logGroup([
          message([1, hex(TRACE)], [2, hex(spanId(1))], [5, 'bare'], [9, attribute('a', anyValue(1))]),
        ]),
      ),
    });
    expect([files[0]?.records, ...facts.keys()]).toEqual([1, 'bare']);
  });

  it('tells a log record whose fields are of other types, and reads the others', async () => {
    const broken = message([11, { fixed64: at(1) }], [1, 'x']);
    const { facts, problems } = await bundleFacts({
      'logs.bin': request(logGroup([broken, ...TOLD.map(inProto)])),
      'trace.bin': request(group([model])),
    });
    expect(facts.get('span 1')?.inputHistory).toHaveLength(4);
    expect(problems.map(({ code, said }) => [code, said])).toContainEqual([
      'record-malformed',
      'A log record has fields that are not its own; it was not read.',
    ]);
  });

  it('keeps messages that stand in the events of a span as JSON keeps them', async () => {
    const events = TOLD.slice(0, 3).map(({ event, body }) => ({ event, body: JSON.stringify(body) }));
    const proto = span(1, [
      [9, attribute('gen_ai.operation.name', textValue('chat'))],
      ...events.map(
        ({ event, body }): Field => [
          11,
          message([1, { fixed64: at(1) }], [2, event], [3, attribute('event_body', textValue(body))]),
        ],
      ),
    ]);
    const json = jsonSpan(1, {
      attributes: [attr('gen_ai.operation.name', 'chat')],
      events: events.map(({ event, body }) => ({ name: event, attributes: [attr('event_body', body)] })),
    });
    const [one, other] = [
      await bundleFacts({ 'a.bin': request(group([proto])) }),
      await bundleFacts({ 'a.json': jsonRequest(grouped([json])) }),
    ];
    expect(one.facts.get('span 1')?.inputHistory?.map(({ callId }) => callId)).toEqual(['a', 'b', 'b', 'a']);
    expect(one.facts.get('span 1')).toEqual(other.facts.get('span 1'));
  });
});
