import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectRevlTrace } from '../../../src/formats/revl-trace/detect.ts';
import { parseRevlTrace } from '../../../src/formats/revl-trace/parse.ts';
import { pythonLines } from '../../../src/formats/revl-trace/python-lines.ts';
import { memorySource } from '../../../src/intake/byte-source.ts';
import { readByteLines } from '../../../src/lib/byte-lines.ts';
import type { CausalTrace } from '../../../src/model/causal-trace.ts';
import type { Problem } from '../../../src/model/problem.ts';

const utf8 = new TextEncoder();

async function parse(content: string | Uint8Array) {
  const bytes = typeof content === 'string' ? utf8.encode(content) : content;
  const traces: CausalTrace[] = [];
  const problems: Problem[] = [];
  await parseRevlTrace(
    memorySource('run.trace', bytes),
    2,
    { causalTrace: (trace) => traces.push(trace), problem: (one) => problems.push(one), progress: () => {} },
    new AbortController().signal,
  );
  expect(traces).toHaveLength(1);
  expect(traces[0]?.file).toBe(2);
  return { reading: (traces[0] as CausalTrace).reading, problems };
}

describe('parseRevlTrace', () => {
  it('reads events wherever Python ends a line, and counts lines as it does', async () => {
    const event = '{"event":"load"}';
    const { reading, problems } = await parse(
      `${event}\r\n\n ${event}\r\u001c${event}\u0085${event}\u2028\t\n${event}`,
    );
    expect(reading.is === 'read' && reading.events.map(({ line }) => line)).toEqual([1, 3, 5, 6, 8]);
    expect(problems).toEqual([]);
  });

  it('reads an empty file as no events', async () => {
    expect((await parse('')).reading).toEqual({ is: 'read', events: [] });
    expect((await parse('\n \n')).reading).toEqual({ is: 'read', events: [] });
  });

  it.each([
    ['{"event":"load"}\n{"event":', 2, 'not JSON (the text ends inside an object)'],
    ['{"event":"load"}\n\n{"seq":1}\n', 3, 'not a trace event'],
    ['[]', 1, 'not a trace event'],
    ['{"event":"a\u2028b"}', 1, 'not JSON (the text ends inside a string)'],
  ])('refuses %j at its first bad line', async (text, line, said) => {
    const { reading, problems } = await parse(text);
    expect(reading).toEqual({
      is: 'refused',
      line,
      said: `trace line ${line}: ${said}; nothing in the trace is read`,
    });
    expect(problems).toMatchObject([{ code: 'malformed', line }]);
  });

  it('refuses bytes that are no UTF-8', async () => {
    const bytes = utf8.encode('{"event":"x"}');
    bytes[10] = 0xff;
    expect((await parse(bytes)).reading.is).toBe('refused');
  });
});

describe('pythonLines', () => {
  it('splits like str.splitlines', async () => {
    const parts = fc.constantFrom(
      'a',
      '\n',
      '\r',
      '\v',
      '\f',
      '\u001c',
      '\u001e',
      '\u001f',
      '\u0085',
      '\u2028',
      '\u2029',
      'é',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(parts, { maxLength: 8 }), async (characters) => {
        const text = characters.join('');
        const lines: { number: number; text: string }[] = [];
        for await (const batch of readByteLines(memorySource('x', utf8.encode(text)).stream(), 1000)) {
          for (const whole of batch) {
            for (const { line, bytes } of pythonLines(whole, lines.length + 1)) {
              lines.push({ number: line, text: new TextDecoder().decode(bytes) });
            }
          }
        }
        // biome-ignore lint/suspicious/noControlCharactersInRegex: these end lines in Python
        const expected = text.split(/\r\n|[\n\r\v\f\u001c-\u001e\u0085\u2028\u2029]/);
        // an end of line at the very end starts no line
        if (expected.at(-1) === '') expected.pop();
        expect(lines).toEqual(expected.map((one, i) => ({ number: i + 1, text: one })));
      }),
      { numRuns: 500 },
    );
  });
});

describe('detectRevlTrace', () => {
  const confidence = (text: string) => detectRevlTrace(utf8.encode(text))?.confidence;

  it('knows an event by its words', () => {
    expect(
      confidence(
        '{"v":2,"seq":0,"gen":1,"event":"load","component":"A","transition":"x","cause":{"kind":"boot"}}\n',
      ),
    ).toBe('certain');
    expect(confidence('\n{"event":"emit","llm":{}}')).toBe('likely');
  });

  it('leaves other events alone', () => {
    expect(confidence('{"event":"emit"}')).toBeUndefined();
    expect(confidence('{"event":"message","component":"A","cause":{}}')).toBeUndefined();
    expect(confidence('{"record":"header","walVersion":1}')).toBeUndefined();
    expect(confidence('')).toBeUndefined();
  });
});
