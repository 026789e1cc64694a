import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JsonNumber } from '../../../../src/lib/json-value.ts';
import { deriveDifferences } from '../../../../src/verdicts/compare/difference/difference.ts';
import {
  deriveLineDifference,
  wordRuns,
} from '../../../../src/verdicts/compare/difference/line-difference.ts';
import { formatPath } from '../../../../src/verdicts/compare/difference/structure-difference.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const differ = (a: string, b: string): ReturnType<typeof deriveDifferences> =>
  deriveDifferences(bytes(a), bytes(b));
const shown = (value: unknown): unknown => (value instanceof JsonNumber ? value.token : value);

function structure(a: string, b: string): readonly (readonly [string, unknown, unknown])[] {
  const found = differ(a, b).find((one) => one.is === 'structure');
  return (found?.changes ?? []).map(({ path, recorded, replayed }) => [
    formatPath(path),
    shown(recorded),
    shown(replayed),
  ]);
}

describe('by lines', () => {
  test('what was added, taken away and changed, with its words', () => {
    const [lines] = differ('limits:\n  cpu: 2\n  mem: 4\n', 'limits:\n  cpu: 2\n  mem: 8\n  disk: 9\n');
    if (lines?.is !== 'lines') throw new Error('no lines');
    expect(lines.rows.map((row) => (row.is === 'folded' ? row.is : `${row.is} ${row.text}`))).toEqual([
      'same limits:',
      'same   cpu: 2',
      'recorded-only   mem: 4',
      'replayed-only   mem: 8',
      'replayed-only   disk: 9',
      'same ',
    ]);
    expect(lines).toMatchObject({ changed: 3, recordedLines: 4, replayedLines: 5, cut: false });
  });

  test('unchanged lines are folded but for three around a change', () => {
    const text = (middle: string): string => [...Array(20).keys(), middle, ...Array(20).keys()].join('\n');
    const { rows } = deriveLineDifference(text('a'), text('b'));
    expect(rows.map((row) => (row.is === 'folded' ? row.lines : row.text))).toEqual([
      17,
      '17',
      '18',
      '19',
      'a',
      'b',
      '0',
      '1',
      '2',
      17,
    ]);
    expect(rows.at(-1)).toMatchObject({ recordedLine: 25, replayedLine: 25 });
  });

  test('words of a changed line', () => {
    expect(wordRuns('mem: 4 GiB', 'mem: 8 GiB')).toEqual([
      { is: 'same', text: 'mem: ' },
      { is: 'changed', text: '4' },
      { is: 'same', text: ' GiB' },
    ]);
    expect(wordRuns('abc', 'xyz')).toBeUndefined();
  });

  test('nothing is lost: either side can be read off again', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 })
      .map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(text, text, (a, b) => {
        const { rows } = deriveLineDifference(a, b);
        const left = a.split('\n');
        const right = b.split('\n');
        const seenLeft: string[] = [];
        const seenRight: string[] = [];
        for (const row of rows) {
          if (row.is === 'folded') {
            seenLeft.push(...left.slice(row.recordedLine - 1, row.recordedLine - 1 + row.lines));
            seenRight.push(...right.slice(row.replayedLine - 1, row.replayedLine - 1 + row.lines));
          }
          if (row.is === 'same' || row.is === 'recorded-only') seenLeft.push(row.text);
          if (row.is === 'same' || row.is === 'replayed-only') seenRight.push(row.text);
        }
        expect(seenLeft).toEqual(left);
        expect(seenRight).toEqual(right);
      }),
    );
  });
});

describe('by structure', () => {
  test('members by name, whatever their order; numbers by value', () => {
    expect(structure('{"a":1,"b":{"c":[1,2]},"d":0}', '{"d":0.0,"b":{"c":[1,3]},"a":1,"e":null}')).toEqual([
      ['$.b.c[1]', '2', '3'],
      ['$.e', undefined, null],
    ]);
    expect(structure('{"a b":1}', '{"a b":9007199254740993}')).toEqual([
      ['$["a b"]', '1', '9007199254740993'],
    ]);
  });

  test('what is only spelled another way has no change, and its lines', () => {
    const found = differ('{"a":1}', '{ "a": 1.0 }');
    expect(found.map((one) => one.is)).toEqual(['lines', 'structure']);
  });

  test('rows by their key, not by their place', () => {
    expect(
      structure(
        '[{"id":1,"n":"a"},{"id":2,"n":"b"}]',
        '[{"id":2,"n":"b"},{"id":1,"n":"c"},{"id":3,"n":"d"}]',
      ),
    ).toEqual([
      ['$[id=1].n', 'a', 'c'],
      [
        '$[id=3]',
        undefined,
        new Map<string, unknown>([
          ['id', new JsonNumber('3')],
          ['n', 'd'],
        ]),
      ],
    ]);
    expect(structure('[[1,"a"],[2,"b"]]', '[[2,"b"],[1,"c"]]')).toEqual([['$[#1=1][1]', 'a', 'c']]);
  });

  test('other arrays by their longest common part', () => {
    expect(structure('[1,2,3,4]', '[0,1,2,4]')).toEqual([
      ['$[0]', undefined, '0'],
      ['$[2]', '3', undefined],
    ]);
  });

  test('tables in a text', () => {
    const found = structure('id,name\n1,a\n2,"b, c"\n', 'id,name\n2,"b, c"\n1,z\n');
    expect(found).toEqual([['$[id="1"].name', 'a', 'z']]);
    expect(differ('a, b\nonly prose\n', 'a, b\nother prose\n').map((one) => one.is)).toEqual(['lines']);
  });

  test('hostile names and depth', () => {
    expect(structure('{"__proto__":1}', '{"__proto__":2}')).toEqual([['$.__proto__', '1', '2']]);
    const deep = (leaf: string): string => '['.repeat(250) + leaf + ']'.repeat(250);
    expect(structure(deep('1'), deep('2'))).toEqual([[`$${'[0]'.repeat(250)}`, '1', '2']]);
  });
});

describe('by ranges', () => {
  test('binary of one size place by place, of unlike sizes between its ends', () => {
    const left = new Uint8Array(64);
    const right = left.slice();
    right[5] = 1;
    right[8] = 1;
    right[40] = 1;
    expect(deriveDifferences(left, right)).toEqual([
      {
        is: 'bytes',
        recordedBytes: 64,
        replayedBytes: 64,
        cut: false,
        ranges: [
          { recordedOffset: 5, replayedOffset: 5, recordedLength: 4, replayedLength: 4 },
          { recordedOffset: 40, replayedOffset: 40, recordedLength: 1, replayedLength: 1 },
        ],
      },
    ]);
    const [range] = deriveDifferences(Uint8Array.of(0, 1, 2, 3), Uint8Array.of(0, 9, 3));
    expect(range).toMatchObject({
      ranges: [{ recordedOffset: 1, recordedLength: 2, replayedOffset: 1, replayedLength: 1 }],
    });
  });

  test('equal bytes have no difference; text that is no UTF-8 is binary', () => {
    expect(differ('a', 'a')).toEqual([]);
    expect(deriveDifferences(Uint8Array.of(0xff), bytes('a'))[0]?.is).toBe('bytes');
  });
});
