import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ByteLine, readByteLines } from '../../src/lib/byte-lines.ts';
import { pythonStrip } from '../../src/lib/python-strip.ts';
import { firstBadUtf8 } from '../../src/lib/utf8.ts';

const utf8 = new TextEncoder();

async function linesOf(pieces: readonly Uint8Array[], maxLine = 1000) {
  const lines: { line: number; offset: number; length: number; text: string; ended: boolean }[] = [];
  async function* stream() {
    // one buffer for all pieces, as a source may do
    const shared = new Uint8Array(1000);
    for (const piece of pieces) {
      shared.set(piece);
      yield shared.subarray(0, piece.length);
    }
  }
  for await (const batch of readByteLines(stream(), maxLine)) {
    for (const { bytes, ...line } of batch as readonly ByteLine[]) {
      lines.push({ ...line, text: new TextDecoder().decode(bytes) });
    }
  }
  return lines;
}

describe('readByteLines', () => {
  it('splits on LF alone, wherever the pieces end', async () => {
    const bytes = utf8.encode('a\r\n\nbcd\u2028\ne');
    const expected = [
      { line: 1, offset: 0, length: 2, text: 'a\r', ended: true },
      { line: 2, offset: 3, length: 0, text: '', ended: true },
      { line: 3, offset: 4, length: 6, text: 'bcd\u2028', ended: true },
      { line: 4, offset: 11, length: 1, text: 'e', ended: false },
    ];
    for (let size = 1; size <= bytes.length; size++) {
      const pieces: Uint8Array[] = [];
      for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.subarray(at, at + size));
      expect(await linesOf(pieces)).toEqual(expected);
    }
    expect(await linesOf([utf8.encode('a\n')])).toHaveLength(1);
    expect(await linesOf([])).toEqual([]);
  });

  it('keeps only the beginning of a line that is too long, and its true length', async () => {
    const pieces = ['abcd', 'efgh', 'ij\nk'].map((text) => utf8.encode(text));
    expect(await linesOf(pieces, 6)).toEqual([
      { line: 1, offset: 0, length: 10, text: 'abcdef', ended: true },
      { line: 2, offset: 11, length: 1, text: 'k', ended: false },
    ]);
  });
});

describe('pythonStrip', () => {
  const strip = (text: string): string => {
    const bytes = utf8.encode(text);
    const { from, to } = pythonStrip(bytes, 0, bytes.length);
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(from, to));
  };

  it('takes what str.isspace takes, from both ends', () => {
    const space =
      '\t\n\v\f\r\u001c\u001d\u001e\u001f \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000';
    expect(strip(`${space}x ${space}y${space}`)).toBe(`x ${space}y`);
    expect(strip(space)).toBe('');
  });

  it('leaves what only looks like white space', () => {
    for (const character of ['\ufeff', '\u200b', '\u180e', '\u0000', '\u001b', '\u2060', 'Â', '\u3001']) {
      expect(strip(`${character}x${character}`)).toBe(`${character}x${character}`);
    }
  });
});

describe('firstBadUtf8', () => {
  it('agrees with a fatal TextDecoder', () => {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    const interesting = fc.constantFrom(
      ...[
        0x41, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc2, 0xdf, 0xe0, 0xe1, 0xed, 0xef, 0xf0, 0xf4, 0xf5,
        0xff,
      ],
    );
    fc.assert(
      fc.property(fc.array(interesting, { maxLength: 6 }), (values) => {
        const bytes = Uint8Array.from(values);
        const bad = firstBadUtf8(bytes, 0, bytes.length);
        const accepts = (length: number): boolean => {
          try {
            decoder.decode(bytes.subarray(0, length));
            return true;
          } catch {
            return false;
          }
        };
        expect(bad < 0).toBe(accepts(bytes.length));
        if (bad >= 0) expect(accepts(bad)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
