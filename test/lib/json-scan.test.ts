import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ScanOptions, scanJson, scanWholeJson } from '../../src/lib/json-scan.ts';
import { skipJsonValue } from '../../src/lib/json-skip.ts';
import { type Json, JsonNumber } from '../../src/lib/json-value.ts';

const utf8 = new TextEncoder();
const bytesOf = (text: string): Uint8Array => utf8.encode(text);
const JSON_CHARACTERS = [...'[]{}:,"\\u0019-+.eE truefalsn\n/d8é😀'];

function scan(text: string, options?: ScanOptions) {
  const scanned = scanWholeJson(bytesOf(text), options);
  if (!scanned.ok) throw new Error(`${scanned.error.kind}: ${scanned.error.said} at ${scanned.error.byte}`);
  return scanned.value;
}

function errorOf(text: string | Uint8Array, options?: ScanOptions) {
  const scanned = scanWholeJson(typeof text === 'string' ? bytesOf(text) : text, options);
  if (scanned.ok) throw new Error('was read');
  return scanned.error;
}

/** Both sides as entry lists sorted by key: JSON.parse moves integer keys to the front and loses `__proto__`. */
function plain(value: Json): unknown {
  if (value instanceof JsonNumber) return Number(value.token);
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof Map) return entryList([...value].map(([key, member]) => [key, plain(member)]));
  return value;
}

function parsed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(parsed);
  if (typeof value === 'object' && value !== null) {
    return entryList(Object.entries(value).map(([key, member]) => [key, parsed(member)]));
  }
  return value;
}

const entryList = (entries: [string, unknown][]) => ({
  entries: entries.sort(([a], [b]) => (a < b ? -1 : 1)),
});

describe('scanJson', () => {
  it('reads every kind of value and keeps number tokens', () => {
    const { value } = scan(' {"a": [1, 1.0, -0, 2E-1, true, false, null, "x"], "b": {}, "c": []} ');
    expect(value).toEqual(
      new Map<string, Json>([
        [
          'a',
          [
            new JsonNumber('1'),
            new JsonNumber('1.0'),
            new JsonNumber('-0'),
            new JsonNumber('2E-1'),
            true,
            false,
            null,
            'x',
          ],
        ],
        ['b', new Map()],
        ['c', []],
      ]),
    );
  });

  it('keeps a 40-digit integer', () => {
    const digits = '1234567890123456789012345678901234567890';
    expect(scan(digits).value).toEqual(new JsonNumber(digits));
  });

  it('gives the end of the value and leaves what follows to the caller', () => {
    const bytes = bytesOf('  {"a":1} {"b":2}');
    const first = scanJson(bytes);
    expect(first.ok && first.value.end).toBe(9);
    const second = scanJson(bytes, { from: 9 });
    expect(second.ok && second.value.value).toEqual(new Map([['b', new JsonNumber('2')]]));
    expect(errorOf('{"a":1} x')).toEqual({
      kind: 'syntax',
      said: "more text follows the end of the value: 'x'",
      byte: 8,
    });
  });

  it('lists duplicate keys and lets the last win, in the place of the first', () => {
    const { value, facts } = scan('{"k":1,"__proto__":2,"k":3}');
    expect([...(value as Map<string, Json>)]).toEqual([
      ['k', new JsonNumber('3')],
      ['__proto__', new JsonNumber('2')],
    ]);
    expect(facts.duplicateKeys).toEqual([{ key: 'k', byte: 21 }]);
  });

  it('knows keys that only look different', () => {
    expect(scan('{"a":1,"\\u0061":2}').facts.duplicateKeys).toEqual([{ key: 'a', byte: 7 }]);
  });

  it('accepts bare NaN and Infinity, listed unless the dialect is Python', () => {
    const { value, facts } = scan('[NaN,Infinity,-Infinity]');
    expect(value).toEqual([new JsonNumber('NaN'), new JsonNumber('Infinity'), new JsonNumber('-Infinity')]);
    expect(facts.nonFinite).toEqual([1, 5, 14]);
    expect(scan('[NaN,-Infinity]', { python: true }).facts.nonFinite).toEqual([]);
    expect(errorOf('-NaN').kind).toBe('syntax');
  });

  it('pairs surrogate escapes and keeps and lists lone ones', () => {
    const { value, facts } = scan(
      '["\\ud83d\\ude00", "\\ud83d", "\\ud83d\\ud83d\\uDE00", "\\ude00x", "\\ud83d\\u0041"]',
    );
    expect(value).toEqual(['😀', '\ud83d', '\ud83d😀', '\ude00x', '\ud83dA']);
    expect(facts.loneSurrogates).toEqual([18, 28, 50, 61]);
  });

  it('refuses or lists bytes that are no UTF-8', () => {
    const bytes = new Uint8Array([0x5b, 0x22, 0x61, 0xc3, 0x28, 0x22, 0x5d]);
    const read = scanWholeJson(bytes);
    expect(read.ok && read.value.value).toEqual(['a\ufffd(']);
    expect(read.ok && read.value.facts.badUtf8).toEqual([3]);
    expect(errorOf(bytes, { utf8: 'strict' })).toMatchObject({ kind: 'syntax', byte: 3 });
  });

  it.each([
    ['"a\tb"', 'syntax', 2],
    ['"a\u0000b"', 'syntax', 2],
    ['"\\x"', 'syntax', 1],
    ['"\\u12G4"', 'syntax', 1],
    ['01', 'syntax', 1],
    ['+1', 'syntax', 0],
    ['[1.]', 'syntax', 1],
    ['[.5]', 'syntax', 1],
    ['[1e]', 'syntax', 1],
    ['[-]', 'syntax', 1],
    ['[1,]', 'syntax', 3],
    ['{"a":1,}', 'syntax', 7],
    ['{"a" 1}', 'syntax', 5],
    ['{a:1}', 'syntax', 1],
    ['[1 2]', 'syntax', 3],
    ['[1}', 'syntax', 2],
    ['tru', 'truncated', 3],
    ['nul!', 'syntax', 0],
    ['\u00a01', 'syntax', 0],
    ['\ufeff1', 'syntax', 0],
    ['', 'empty', 0],
    [' \n', 'empty', 2],
    ['[1', 'truncated', 2],
    ['{"a"', 'truncated', 4],
    ['{"a":', 'truncated', 5],
    ['{"a":1,', 'truncated', 7],
    ['"abc', 'truncated', 4],
    ['"abc\\', 'truncated', 5],
    ['"abc\\u12', 'truncated', 4],
    ['-', 'truncated', 1],
    ['1.', 'truncated', 2],
    ['1e+', 'truncated', 3],
  ] as const)('refuses %j', (text, kind, byte) => {
    expect(errorOf(text)).toMatchObject({ kind, byte });
  });

  it('reads 256 levels, refuses the 257th, and 5,000,000 brackets at once', () => {
    expect(scan('['.repeat(256) + ']'.repeat(256)).end).toBe(512);
    expect(scan(`${'{"a":'.repeat(256)}1${'}'.repeat(256)}`).end).toBe(256 * 6 + 1);
    expect(errorOf('['.repeat(257) + ']'.repeat(257))).toMatchObject({ kind: 'too-deep', byte: 256 });
    expect(errorOf(new Uint8Array(5_000_000).fill(0x5b))).toMatchObject({ kind: 'too-deep', byte: 256 });
    expect(errorOf('[[1]]', { maxDepth: 1 })).toMatchObject({ kind: 'too-deep', byte: 1 });
  });

  it('reads what JSON.parse reads, alike', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(undefined, 1, '\t'), (text, indent) => {
        const spaced = JSON.stringify(JSON.parse(text), null, indent);
        expect(plain(scan(spaced).value)).toEqual(parsed(JSON.parse(spaced)));
      }),
      { numRuns: 500 },
    );
  });

  it('agrees with JSON.parse on what is JSON, on random text and on JSON with one byte changed', () => {
    const soup = fc.array(fc.constantFrom(...JSON_CHARACTERS), { maxLength: 12 }).map((all) => all.join(''));
    const damaged = fc
      .tuple(fc.json({ maxDepth: 2 }), fc.nat(), fc.constantFrom(...JSON_CHARACTERS))
      .map(([text, at, character]) => {
        const where = at % (text.length + 1);
        return text.slice(0, where) + character + text.slice(where + 1);
      });
    fc.assert(
      fc.property(fc.oneof(soup, damaged), (text) => {
        const read = scanWholeJson(bytesOf(text));
        let expected: unknown;
        try {
          expected = JSON.parse(text);
        } catch {
          expect(read.ok).toBe(false);
          return;
        }
        expect(read.ok && plain(read.value.value)).toEqual(parsed(expected));
      }),
      { numRuns: 3000 },
    );
  });

  it('says truncated for every proper beginning of a document', () => {
    const bytes = bytesOf('{"a":[1,"é\\u00e9",{"b":-1.5e3,"c":true}],"d":"x"}');
    for (let length = 1; length < bytes.length; length++) {
      const cut = scanWholeJson(bytes.subarray(0, length));
      expect(cut.ok ? 'read' : `${cut.error.kind}`).toBe('truncated');
    }
  });
});

describe('skipJsonValue', () => {
  it('finds where the scanner ends, or -1 in every cut', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 3 }), (text) => {
        const bytes = bytesOf(`  ${text} ,`);
        const end = skipJsonValue(bytes, 0, bytes.length);
        const scanned = scanJson(bytes);
        expect(end).toBe(scanned.ok ? scanned.value.end : -2);
        if (bytes[2] === 0x7b || bytes[2] === 0x5b || bytes[2] === 0x22) {
          expect(skipJsonValue(bytes, 0, end - 1)).toBe(-1);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('does not end a number that touches the limit', () => {
    expect(skipJsonValue(bytesOf('12'), 0, 2)).toBe(-1);
    expect(skipJsonValue(bytesOf('12\n'), 0, 3)).toBe(2);
  });

  it('steps over brackets and escaped quotes in strings', () => {
    const text = '{"a":"]}\\"{","b":[]}';
    expect(skipJsonValue(bytesOf(`${text}x`), 0, text.length + 1)).toBe(text.length);
  });
});
