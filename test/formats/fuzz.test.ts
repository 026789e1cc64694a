import { describe, expect, it } from 'vitest';
import type { FileCounts } from '../../src/model/file-counts.ts';
import { bundleFacts } from './bundle-facts.ts';
import { expectAccounted, expectCostsTold } from './ledger-law.ts';
import {
  attr,
  grouped,
  anyValue as jsonValue,
  request as requestOf,
  span,
  spanId,
  TRACE,
} from './otlp-json/otlp-builder.ts';
import {
  anyValue,
  attribute,
  type Field,
  hex,
  logGroup,
  message,
  request,
} from './otlp-proto/proto-builder.ts';
import { SESSION, WRITERS, writeSession } from './session-builder.ts';
import { changeRecords } from './structure.ts';

/** Per mutation and format; `npm run fuzz` makes 2000. */
const RUNS = Number(process.env.WITNESSMARK_FUZZ ?? 8);

type Random = (below: number) => number;

function createRandom(seed: number): Random {
  let state = seed >>> 0 || 1;
  return (below) => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % Math.max(1, below);
  };
}

/** What damages files in the wild, on bytes. */
const mutations: readonly (readonly [
  name: string,
  mutate: (bytes: Uint8Array, random: Random) => Uint8Array,
])[] = [
  ['truncate', (bytes, random) => bytes.slice(0, random(bytes.length))],
  ['flip', (bytes, random) => changed(bytes, random(bytes.length), () => random(256))],
  [
    'flip some',
    (bytes, random) =>
      Array.from({ length: 1 + random(6) }).reduce<Uint8Array>(
        (now) => changed(now, random(now.length), () => random(256)),
        bytes,
      ),
  ],
  ['drop a range', (bytes, random) => without(bytes, random(bytes.length), random(200))],
  ['NUL run', (bytes, random) => inserted(bytes, random(bytes.length), new Uint8Array(1 + random(300)))],
  [
    'splice',
    (bytes, random) => inserted(bytes.slice(0, random(bytes.length)), 0, bytes.slice(random(bytes.length))),
  ],
  [
    'duplicate a range',
    (bytes, random) => {
      const from = random(bytes.length);
      return inserted(bytes, from, bytes.slice(from, from + random(500)));
    },
  ],
  [
    'nest',
    (bytes, random) =>
      inserted(bytes, random(bytes.length), new TextEncoder().encode('['.repeat(1 + random(600)))),
  ],
  ['retype', (bytes, random) => retyped(bytes, random)],
  [
    'bad text',
    (bytes, random) =>
      inserted(bytes, random(bytes.length), Uint8Array.of(0xff, 0xc3, 0x28, 0xed, 0xa0, 0x80)),
  ],
];

function changed(bytes: Uint8Array, at: number, value: () => number): Uint8Array {
  const copy = bytes.slice();
  copy[at] = value();
  return copy;
}

function without(bytes: Uint8Array, at: number, length: number): Uint8Array {
  return Uint8Array.from([...bytes.subarray(0, at), ...bytes.subarray(at + length)]);
}

function inserted(bytes: Uint8Array, at: number, more: Uint8Array): Uint8Array {
  const joined = new Uint8Array(bytes.length + more.length);
  joined.set(bytes.subarray(0, at));
  joined.set(more, at);
  joined.set(bytes.subarray(at), at + more.length);
  return joined;
}

/** A value of another type in the place of a text or number. */
function retyped(bytes: Uint8Array, random: Random): Uint8Array {
  const text = new TextDecoder('latin1').decode(bytes);
  const places = [...text.matchAll(/:\s*("(?:[^"\\]|\\.)*"|-?\d+)/g)];
  const place = places[random(places.length)];
  if (place === undefined) return bytes;
  const others = ['null', '[]', '{}', 'true', '""', '-1', '1e999', '"x"', '[[]]', '{"a":1}'];
  const start = place.index + place[0].length - (place[1] ?? '').length;
  const other = new TextEncoder().encode(others[random(others.length)]);
  return inserted(without(bytes, start, (place[1] ?? '').length), start, other);
}

/** Values that stand one after the other, and mutations that can take whole ones away. */
const STREAMED: ReadonlySet<string> = new Set([
  'otlp-json lines',
  'flat-snake python',
  'js-console',
  'phoenix frame',
]);
const TAKING: ReadonlySet<string> = new Set(['truncate', 'drop a range', 'splice']);

describe('damage of every kind in every format', () => {
  it.each(WRITERS)(
    '%s: no throw, no hang, nothing lost in silence',
    { timeout: 60_000 + RUNS * 200 },
    async (writer) => {
      const written = writeSession(writer);
      const bytes = typeof written === 'string' ? new TextEncoder().encode(written) : written;
      for (const [name, mutate] of mutations) {
        for (let run = 0; run < RUNS; run++) {
          const random = createRandom(1 + run * 7919);
          const mutant = mutate(bytes, random);
          const where = `${writer}, ${name}, run ${run}`;
          const facts = await bundleFacts({ evidence: mutant });
          const { spans, problems } = facts;
          // fewer spans than were written are never shown without a word. Bytes taken away between two lines leave no
          // trace, and protobuf cannot tell a changed text from another
          const traceless = writer === 'otlp-proto' || (STREAMED.has(writer) && TAKING.has(name));
          if (spans.count < SESSION.length && !traceless) expect(problems.length, where).toBeGreaterThan(0);
          for (const { said, severity } of problems)
            expect([where, /[.!]$/.test(said), severity.length > 0]).toEqual([where, true, true]);
          expectAccounted(facts, where);
        }
      }
    },
  );
});

const recordsOf = (counts: FileCounts | undefined): number =>
  counts === undefined ? 0 : counts.accepted + counts.folded + counts.rejected;

/** What may stand where a record should: JSON all the same, and no record of any format. */
const NO_RECORDS = ['7', '"x"', 'true', '[]', '{}', '{"a":1}', '[{"a":1}]'];

describe('records that stand twice, or have something else in their place', () => {
  // its records lie in messages that state their lengths
  it.each(WRITERS.filter((writer) => writer !== 'otlp-proto'))(
    '%s: every record is accepted, folded or rejected',
    { timeout: 60_000 + RUNS * 200 },
    async (writer) => {
      const written = writeSession(writer);
      const bytes = typeof written === 'string' ? new TextEncoder().encode(written) : written;
      const { spans, files } = await bundleFacts({ evidence: bytes });
      // some exports tell every record twice
      const told = recordsOf(files[0]?.counts);
      const places = Array.from({ length: spans.count }, (_, row) => ({
        offset: spans.offset[row] ?? 0,
        length: spans.length[row] ?? 0,
      })).sort((a, b) => a.offset - b.offset);
      expect(places).toHaveLength(SESSION.length);
      // an empty list is a list of no records where lists may stand, and other lines than printed objects are the rest
      // of a log
      const mayBeEmpty = STREAMED.has(writer) || writer === 'zipkin';
      const others = NO_RECORDS.filter((text) => writer !== 'js-console' && !(text === '[]' && mayBeEmpty));
      for (let run = 0; run < 10 * RUNS; run++) {
        const random = createRandom(1 + run * 7919);
        // the first record stays: it tells of which format the file is
        const changed = changeRecords(bytes, places, (record) => {
          if (record === 0) return random(2) === 0 ? 'keep' : 'copy';
          const instead = others[random(others.length)];
          return (
            (['keep', 'copy', instead === undefined ? 'copy' : { instead }] as const)[random(3)] ?? 'keep'
          );
        });
        const where = `${writer}, run ${run}: ${new TextDecoder().decode(changed.bytes)}`;
        const facts = await bundleFacts({ evidence: changed.bytes });
        expectAccounted(facts, where);
        expect(recordsOf(facts.files[0]?.counts), where).toBe(told + changed.records - SESSION.length);
      }
    },
  );
});

interface Told {
  readonly event: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
}

/** Tool events of Claude Code: two a call. */
const TOOL_EVENTS: readonly Told[] = Array.from({ length: 20 }, (_, i) => ({
  event: i % 2 === 0 ? 'claude_code.tool_decision' : 'claude_code.tool_result',
  attributes: {
    tool_name: 'Bash',
    tool_use_id: `t${i >> 1}`,
    'session.id': 's-1',
    'event.sequence': i + 1,
  },
}));
/** Messages in a record each. */
const MESSAGES: readonly Told[] = [
  ...['a', 'b', 'c'].flatMap((id): Told[] => [
    {
      event: 'gen_ai.assistant.message',
      attributes: {},
      body: { tool_calls: [{ id, function: { name: 'x' } }] },
    },
    { event: 'gen_ai.tool.message', attributes: {}, body: { id, content: 'seen' } },
  ]),
  {
    event: 'gen_ai.choice',
    attributes: {},
    body: { index: 0, finish_reason: 'stop', message: { content: 'done' } },
  },
];
const AT = 1_793_000_000_000_000_000n;

const inJson = (events: readonly Told[]): Uint8Array => {
  const logRecords = events.map(({ event, attributes, body }) => ({
    timeUnixNano: String(AT),
    traceId: TRACE,
    spanId: spanId(1),
    eventName: event,
    attributes: Object.entries(attributes).map(([key, value]) => attr(key, value)),
    ...(body === undefined ? {} : { body: jsonValue(body) }),
  }));
  const document = { resourceLogs: [{ resource: {}, scopeLogs: [{ scope: {}, logRecords }] }] };
  return new TextEncoder().encode(JSON.stringify(document));
};

const inProto = (events: readonly Told[]): Uint8Array =>
  request(
    logGroup(
      events.map(({ event, attributes, body }) =>
        message(
          [1, { fixed64: AT }],
          ...(body === undefined ? [] : [[5, anyValue(body)] as const]),
          ...Object.entries(attributes).map(([key, value]): Field => [6, attribute(key, anyValue(value))]),
          [9, hex(TRACE)],
          [10, hex(spanId(1))],
          [12, event],
        ),
      ),
    ),
  );

const TRACED = requestOf(grouped([span(1)]));

/** `least`: fewer records than that are never read without a word; the messages of a span are one record. */
const LOGS: readonly (readonly [name: string, bytes: Uint8Array, least: number])[] = [
  ['tool events in OTLP/JSON', inJson(TOOL_EVENTS), TOOL_EVENTS.length],
  ['messages in OTLP/JSON', inJson(MESSAGES), 1],
  // protobuf cannot tell a changed text from another
  ['tool events in OTLP protobuf', inProto(TOOL_EVENTS), 0],
  ['messages in OTLP protobuf', inProto(MESSAGES), 0],
];

it.each(LOGS)(
  '%s: no throw, no hang, nothing lost in silence',
  { timeout: 60_000 + RUNS * 200 },
  async (writer, bytes, least) => {
    const whole = await bundleFacts({ a: bytes, b: TRACED });
    expect(whole.problems).toEqual([]);
    expect(whole.files[0]?.records).toBeGreaterThanOrEqual(least);
    for (const [name, mutate] of mutations) {
      for (let run = 0; run < RUNS; run++) {
        const mutant = mutate(bytes, createRandom(1 + run * 7919));
        const { files, problems } = await bundleFacts({ a: mutant, b: TRACED });
        const where = `${writer}, ${name}, run ${run}`;
        const read = files.find(({ path }) => path === 'a')?.records ?? 0;
        if (read < least) expect(problems.length, where).toBeGreaterThan(0);
        for (const { said } of problems) expect([where, /[.!]$/.test(said)]).toEqual([where, true]);
        expectCostsTold({ files, problems }, where);
      }
    }
  },
);
