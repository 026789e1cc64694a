import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readEvidence } from '../read-evidence.ts';
import { attribute, group, hex, intValue, message, request, span, textValue } from './proto-builder.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const id = (n: number): string => n.toString(16).padStart(16, '0');

describe('OTLP protobuf', () => {
  it('reads ids, exact times, attributes of every type, events, links, status, scope, resource, place', async () => {
    const nested = message([
      5,
      message([1, textValue('a')], [1, message([6, message([1, attribute('k', message([2, true]))])])]),
    ]);
    const bytes = request(
      group([
        span(1),
        span(2, [
          [4, hex(id(1))],
          [9, attribute('gen_ai.operation.name', textValue('execute_tool'))],
          [9, attribute('agent.turn.index', intValue(7n))],
          [9, attribute('my.sequence', intValue(-1n))],
          [9, attribute('gen_ai.tool.call.arguments', nested)],
          [9, attribute('empty', message())],
          [9, attribute('d', message([4, { double: 0.5 }]))],
          [11, message([1, { fixed64: 5n }], [2, 'an event'], [3, attribute('x', textValue('y'))])],
          [13, message([1, hex(TRACE)], [2, hex(id(9))], [4, attribute('link.type', textValue('retry'))])],
          [15, message([2, 'no'], [3, 2])],
          [10, 4],
        ]),
      ]),
      group([span(3)], 'other'),
    );
    const { format, spans, codes } = await readEvidence(bytes);
    expect(format).toBe('otlp-proto');
    expect(codes).toEqual(['attribute-dropped']);
    expect(spans).toMatchObject([
      {
        traceId: TRACE,
        spanId: id(1),
        name: 'span 1',
        kind: 'client',
        start: 1_793_000_000_123_456_790n,
        end: 1_793_000_000_223_456_790n,
        scope: 'lib',
        resource: { serviceName: 'svc' },
      },
      {
        spanId: id(2),
        parentId: id(1),
        status: 'error',
        links: [{ traceId: TRACE, spanId: id(9), relation: 'retry' }],
        facts: {
          stepKind: 'tool',
          dropped: 4,
          indices: [
            { key: 'agent.turn.index', value: 7 },
            { key: 'my.sequence', value: -1 },
          ],
          toolInput: { kind: 'json', bytes: '["a",{"k":true}]'.length },
        },
      },
      { spanId: id(3), resource: { serviceName: 'other' } },
    ]);
    for (const { offset, length, name } of spans) {
      expect(Buffer.from(bytes.subarray(offset, offset + length)).toString('latin1')).toContain(name);
    }
  });

  it('gives every span that stands whole before a cut, and tells the cut', async () => {
    const bytes = request(group([span(1), span(2)]), group([span(3)]));
    const ends = (await readEvidence(bytes)).spans.map(({ offset, length }) => offset + length);
    for (let cut = 40; cut < bytes.length; cut++) {
      const { format, spans, codes } = await readEvidence(bytes.slice(0, cut));
      expect(format).toBe('otlp-proto');
      expect(spans).toHaveLength(ends.filter((end) => end <= cut).length);
      // between two groups nothing is missing that the bytes could tell
      if (cut !== bytes.length - group([span(3)]).length - 2 && cut > 60)
        expect(codes.length).toBeGreaterThan(0);
    }
  });

  it('shows bytes that are no UTF-8 as replacement characters', async () => {
    const { spans, codes } = await readEvidence(
      request(group([message([1, hex(TRACE)], [2, hex(id(1))], [5, hex('41ff42')])])),
    );
    expect(spans[0]?.name).toBe('A\ufffdB');
    expect(codes).toContain('bad-utf8');
  });

  it('keeps a value of bytes whole, whatever its length', async () => {
    const [long, found] = [new Uint8Array(100_000).fill(0xfe), new Map<number, string>()];
    for (const length of [1, 2, 3, 49_153, 100_000]) {
      const bytes = request(
        group([
          span(1, [
            [9, attribute('gen_ai.operation.name', textValue('execute_tool'))],
            [9, attribute('gen_ai.tool.call.arguments', message([7, long.subarray(0, length)]))],
          ]),
        ]),
      );
      const { spans } = await readEvidence(bytes);
      found.set(length, spans[0]?.facts.toolInput?.equalityKey ?? '');
      expect(spans[0]?.facts.toolInput?.bytes).toBe(Math.ceil(length / 3) * 4);
    }
    expect(new Set(found.values()).size).toBe(5);
  });

  it('reads the scope spans of older writers', async () => {
    const { spans } = await readEvidence(
      request(
        message([1, message([1, attribute('service.name', textValue('s'))])], [1000, message([2, span(1)])]),
      ),
    );
    expect(spans).toHaveLength(1);
  });

  it('never throws on flipped bytes', async () => {
    const bytes = request(
      group([span(1, [[9, attribute('a', message([5, message([1, textValue('x')])]))]]), span(2)]),
      group([span(3)]),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.nat(bytes.length - 1),
        fc.nat(255),
        fc.nat(bytes.length - 1),
        async (at, byte, other) => {
          const changed = bytes.slice();
          changed[at] = byte;
          changed[other] = (changed[other] ?? 0) ^ 0x80;
          await readEvidence(changed);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('is not Zipkin or Jaeger, nor any file that starts with a line feed', async () => {
    const zipkin = message([1, message([1, hex(TRACE)], [3, hex(id(1))], [4, 1])]);
    for (const bytes of [
      zipkin,
      new TextEncoder().encode('\n{"a":1}'),
      new TextEncoder().encode('\n\n\n\n\n'),
    ]) {
      expect((await readEvidence(bytes)).format).not.toBe('otlp-proto');
    }
  });
});
