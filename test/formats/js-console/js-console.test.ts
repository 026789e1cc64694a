import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { parseInspected } from '../../../src/formats/js-console/inspect-text.ts';
import { isJsonObject } from '../../../src/lib/json-value.ts';
import { readEvidence } from '../read-evidence.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const printed = (more: object = {}): string =>
  inspect(
    {
      resource: { attributes: { 'service.name': 'agent', 'service.instance.id': 'i-1' } },
      instrumentationScope: { name: 'made', version: '1', schemaUrl: undefined },
      traceId: TRACE,
      parentSpanContext: { traceId: TRACE, spanId: '00f067aa0ba902b7', traceFlags: 1, traceState: undefined },
      traceState: undefined,
      name: 'execute_tool search',
      id: 'b7ad6b7169203331',
      kind: 0,
      timestamp: 1790000000000123.5,
      duration: 1500.25,
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'search',
        'agent.turn.index': 3,
        said: "it's \n two lines",
        flag: true,
      },
      status: { code: 2 },
      events: [],
      links: [],
      ...more,
    },
    { depth: 3 },
  );

describe('console output of the JavaScript SDK', () => {
  test('is read span by span, among whatever else the log holds', async () => {
    const text = `server started\n${printed()}\n[info] {not a span}\n${printed({ id: 'b7ad6b7169203332', parentSpanContext: undefined, parentId: undefined })}\n`;
    const { format, spans, problems } = await readEvidence(text);
    expect(format).toBe('js-console');
    expect(problems).toEqual([]);
    expect(spans).toMatchObject([
      {
        traceId: TRACE,
        spanId: 'b7ad6b7169203331',
        parentId: '00f067aa0ba902b7',
        name: 'execute_tool search',
        start: 1_790_000_000_000_123_500n,
        end: 1_790_000_000_001_623_750n,
        status: 'error',
        scope: 'made',
        resource: { serviceName: 'agent', processId: expect.stringContaining('i-1') },
        facts: { stepKind: 'tool', toolName: 'search', indices: [{ key: 'agent.turn.index', value: 3 }] },
      },
      { spanId: 'b7ad6b7169203332' },
    ]);
    expect(spans[1]?.parentId).toBeUndefined();
  });

  test('older prints name the parent by its id', async () => {
    const { spans } = await readEvidence(
      `${printed({ parentSpanContext: undefined, parentId: 'aaaaaaaaaaaaaaaa' })}\n`,
    );
    expect(spans[0]?.parentId).toBe('aaaaaaaaaaaaaaaa');
  });

  test('what Node left out is told; an object that cannot be read is a problem, and the next one is read', async () => {
    const deep = printed({ attributes: { nested: { a: { b: { c: 1 } } } } });
    const { spans, codes } = await readEvidence(
      `${deep}\n${printed().replace("name: 'exec", "name: 'ex'ec")}\n${printed()}\n`,
    );
    expect(spans).toHaveLength(2);
    expect(codes).toEqual(expect.arrayContaining(['attribute-cut', 'span-rejected']));
  });
});

test('a cut file says so and keeps what stands before', async () => {
  const { spans, problems } = await readEvidence(`${printed()}\n${printed().slice(0, -20)}`);
  expect(spans).toHaveLength(1);
  expect(problems).toMatchObject([{ code: 'span-rejected', said: expect.stringContaining('ends inside') }]);
});

test('the rest of a damaged object is told, wherever it was damaged', async () => {
  const whole = printed();
  const { spans, problems } = await readEvidence(
    `${whole.slice(2)}\n${whole.slice(0, 200)}\n${whole}\n${whole.replace('{\n', '{ \n')}\n`,
  );
  expect(spans).toHaveLength(1);
  expect(problems.map(({ said, line }) => [said.replace(/.*: /, ''), line])).toEqual([
    ['the beginning of the printed object is missing.', 1],
    ['another object begins inside the printed object.', 29],
    ['the beginning of the printed object is missing.', 65],
  ]);
});

describe('parseInspected', () => {
  test.each([
    ['quotes', { a: 'it is', b: "it's", c: `"q" and 'r'`, d: '\t\n\\' }],
    ['lists and numbers', { list: ['x', 'y'], empty: {}, none: [], no: null, n: -1.5e-7, big: 12n }],
    ['quoted keys', { 'odd-key': { 'x.y': true } }],
    ['text in pieces', { long: `${'word '.repeat(60)}end` }],
  ])('reads back %s', (_, value) => {
    const read = parseInspected(inspect(value, { depth: 5 }));
    expect(plain(read?.value)).toEqual(
      JSON.parse(JSON.stringify(value, (_key, one) => (typeof one === 'bigint' ? Number(one) : one))),
    );
    expect(read?.cut).toBe(false);
  });

  test.each(['', '{', '{ a: ', '}', '{ a: 1 ] }', 'text', `${'{ a: '.repeat(1000)}1`])(
    'no object: %#',
    (text) => {
      expect(parseInspected(text)).toBeUndefined();
    },
  );
});

function plain(value: unknown): unknown {
  if (isJsonObject(value as never))
    return Object.fromEntries([...(value as Map<string, unknown>)].map(([k, v]) => [k, plain(v)]));
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === 'object' && value !== null && 'token' in value)
    return Number((value as { token: string }).token);
  return value;
}
