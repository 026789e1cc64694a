import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalPython } from '../../src/lib/json-canonical-python.ts';
import { canonicalRfc8785 } from '../../src/lib/json-canonical-rfc8785.ts';
import { exactForm, exactNumber } from '../../src/lib/json-exact-form.ts';
import { formatPythonJson } from '../../src/lib/json-python-text.ts';
import { scanWholeJson } from '../../src/lib/json-scan.ts';
import type { Json } from '../../src/lib/json-value.ts';
import { compareCodePoints } from '../../src/lib/json-write.ts';
import { pythonRepr } from '../../src/lib/python-repr.ts';

function json(text: string): Json {
  const scanned = scanWholeJson(new TextEncoder().encode(text));
  if (!scanned.ok) throw new Error(scanned.error.said);
  return scanned.value.value;
}

describe('canonicalPython', () => {
  it('sorts by code point at every level, not by UTF-16 unit', () => {
    expect(canonicalPython(json('{"\\ud83d\\ude00":1,"\\uffff":2,"z":{"b":1,"a":[]}}'))).toBe(
      '{"z":{"a":[],"b":1},"\uffff":2,"😀":1}',
    );
  });

  it('escapes only quotes, backslashes and what lies below U+0020', () => {
    const text = JSON.stringify('"\\/\b\t\n\f\r\u0000\u001f\u007f\u0085\u2028\u2029é');
    expect(canonicalPython(json(text))).toBe(
      '"\\"\\\\/\\b\\t\\n\\f\\r\\u0000\\u001f\u007f\u0085\u2028\u2029é"',
    );
  });

  it('has no bytes for a lone surrogate, in a value or in a key', () => {
    expect(canonicalPython(json('["\\ud83d"]'))).toBeUndefined();
    expect(canonicalPython(json('{"\\ude00":1}'))).toBeUndefined();
    expect(canonicalPython(json('"\\ud83d\\ude00"'))).toBe('"😀"');
  });

  it('tells 1.0 from 1 and not 0.2 from 2E-1', () => {
    expect(canonicalPython(json('[1.0,1,0.2,2E-1,18446744073709551615]'))).toBe(
      '[1.0,1,0.2,0.2,18446744073709551615]',
    );
  });
});

describe('canonicalRfc8785', () => {
  it('sorts by UTF-16 units and spells floats as ECMAScript does', () => {
    expect(canonicalRfc8785(json('{"\\uffff":1.0,"\\ud83d\\ude00":1e21,"a":333333333.33333329}'))).toBe(
      '{"a":333333333.3333333,"😀":1e+21,"\uffff":1}',
    );
  });

  it('keeps the digits of integers', () => {
    expect(canonicalRfc8785(json('[9007199254740993,-0,-0.0,1e2]'))).toBe('[9007199254740993,0,0,100]');
  });

  it('is JSON.stringify of the parsed text where keys are sorted and numbers are doubles', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 3 }), (text) => {
        const ours = canonicalRfc8785(json(text));
        expect(JSON.parse(ours)).toEqual(JSON.parse(text));
        expect(canonicalRfc8785(json(ours))).toBe(ours);
      }),
      { numRuns: 200 },
    );
  });
});

describe('exactForm', () => {
  it.each([
    ['1', '1.0'],
    ['1', '1e0'],
    ['100', '1E2'],
    ['0.10', '1e-1'],
    ['0', '-0.0'],
    ['0', '0e99999999999999999999'],
    ['1200e-2', '12'],
    ['1e99999999999999999999', '10e99999999999999999998'],
    ['{"a":1,"b":[1.50]}', '{"b":[1.5],"a":1e0}'],
  ])('%s equals %s', (a, b) => {
    expect(exactForm(json(a))).toBe(exactForm(json(b)));
  });

  it.each([
    ['9007199254740993', '9007199254740992'],
    ['0.1', '0.1000000000000000055511151231257827'],
    ['1', '-1'],
    ['1', '"1"'],
    ['1e99999999999999999999', '1e99999999999999999998'],
    ['null', '"null"'],
    ['["a"]', '["a",null]'],
    ['{"a":[]}', '{"a":{}}'],
    ['"\\ud83d"', '"\\\\ud83d"'],
  ])('%s differs from %s', (a, b) => {
    expect(exactForm(json(a))).not.toBe(exactForm(json(b)));
  });

  it('is equal for decimals exactly when their rational values are', () => {
    const decimal = fc
      .tuple(fc.bigInt({ min: -9999n, max: 9999n }), fc.nat(3), fc.integer({ min: -3, max: 3 }))
      .map(([digits, point, power]) => {
        const whole = (digits < 0n ? -digits : digits).toString().padStart(point + 1, '0');
        const fraction = point === 0 ? '' : `.${whole.slice(-point)}`;
        const head = (point === 0 ? whole : whole.slice(0, -point)).replace(/^0+(?=\d)/, '');
        return {
          token: `${digits < 0n ? '-' : ''}${head}${fraction}e${power}`,
          // as thousandths of thousandths
          value: digits * 10n ** BigInt(6 + power - point),
        };
      });
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        expect(exactNumber(a.token) === exactNumber(b.token)).toBe(a.value === b.value);
      }),
      { numRuns: 500 },
    );
  });
});

describe('pythonRepr and formatPythonJson', () => {
  it('spells values as Python does', () => {
    expect(
      pythonRepr(json('["it\'s", "\\"", "\'\\"", null, true, 1.0, -0, NaN, {"é\\n\\u0000": "\\u200b"}]')),
    ).toBe(`["it's", '"', '\\'"', None, True, 1.0, 0, nan, {'é\\n\\x00': '\\u200b'}]`);
  });

  it('prints the indented form with ASCII escapes, members in their order', () => {
    expect(formatPythonJson(json('{"b":[],"a":[1,{"é":"😀\u007f"}],"c":{}}'))).toBe(
      '{\n  "b": [],\n  "a": [\n    1,\n    {\n      "\\u00e9": "\\ud83d\\ude00\\u007f"\n    }\n  ],\n  "c": {}\n}',
    );
  });
});

describe('compareCodePoints', () => {
  it('orders like the code points of the texts', () => {
    const points = (text: string) => [...text].map((character) => character.codePointAt(0) as number);
    const byPoints = (a: string, b: string): number => {
      const [left, right] = [points(a), points(b)];
      const i = left.findIndex((point, at) => point !== right[at]);
      if (i < 0) return Math.sign(left.length - right.length);
      return right[i] === undefined ? 1 : Math.sign((left[i] as number) - right[i]);
    };
    const text = fc.array(fc.constantFrom('a', 'b', '\ue000', '\uffff', '😀', '\u{10ffff}'), {
      maxLength: 4,
    });
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(Math.sign(compareCodePoints(a.join(''), b.join('')))).toBe(byPoints(a.join(''), b.join('')));
      }),
    );
  });
});
