import { describe, expect, it } from 'vitest';
import { memorySource } from '../../src/intake/byte-source.ts';
import { wholeBytes } from '../../src/intake/derived-sources.ts';
import { hashSource } from '../../src/intake/hash-source.ts';
import { DEFAULT_LIMITS, type IntakeLimits } from '../../src/intake/limits.ts';
import { openBundle } from '../../src/intake/open-bundle.ts';
import { loadHashes, sha256Hex } from '../../src/lib/hash.ts';
import type { Problem } from '../../src/model/problem.ts';
import { gzipOf, text, utf8 } from './archives.ts';
import { parquetOf } from './parquet-file.ts';

async function rowsOf(bytes: Uint8Array, limits: Partial<IntakeLimits> = {}) {
  const problems: Problem[] = [];
  const { files } = await openBundle(
    [memorySource('spans.parquet', bytes)],
    (found) => problems.push(found),
    {
      limits: { ...DEFAULT_LIMITS, ...limits },
    },
  );
  const [file] = files;
  const lines =
    file === undefined
      ? []
      : text(await wholeBytes(file))
          .split('\n')
          .slice(0, -1);
  return { file, lines, problems, codes: problems.map(({ code }) => code) };
}

/** As in the fuzz test of the formats. */
const RUNS = 40 * Number(process.env.WITNESSMARK_FUZZ ?? 8);

function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const numbers = (count: number) => Array.from({ length: count }, (_, i) => BigInt(i));

describe('a Parquet file', () => {
  it.each(['UNCOMPRESSED', 'SNAPPY', 'GZIP', 'ZSTD'] as const)('becomes lines of JSON: %s', async (codec) => {
    const { lines, problems } = await rowsOf(
      parquetOf(
        {
          n: { is: 'long', data: [2n ** 63n - 1n, undefined] },
          at: { is: 'time', data: [1_784_764_802_000_000_001n, -1n] },
          'a.b': { is: 'text', data: ['é "x"', undefined] },
          d: { is: 'double', data: [1.5, Number.NaN] },
          m: {
            is: 'structs',
            fields: ['message.role', 'message.content'],
            data: [
              [
                { 'message.role': 'user', 'message.content': 'hi' },
                { 'message.role': 'tool', 'message.content': undefined },
              ],
              undefined,
            ],
          },
        },
        { codec },
      ),
    );
    expect(lines).toEqual([
      '{"n":9223372036854775807,"at":"2026-07-23T00:00:02.000000001Z","a.b":"é \\"x\\"","d":1.5,' +
        '"m":[{"message.role":"user","message.content":"hi"},{"message.role":"tool"}]}',
      '{"at":"1969-12-31T23:59:59.999999999Z"}',
    ]);
    expect(problems).toMatchObject([{ code: 'parquet', severity: 'info', file: 'spans.parquet' }]);
  });

  it('is hashed as it was dropped, and read within gzip too', async () => {
    await loadHashes();
    const bytes = parquetOf({ a: { is: 'text', data: ['x'] } });
    const { file } = await rowsOf(bytes);
    expect(file && (await hashSource(file.original ?? file))).toBe(sha256Hex(bytes));
    expect((await rowsOf(gzipOf(bytes))).lines).toEqual(['{"a":"x"}']);
  });

  it('keeps the order of its rows over many groups', async () => {
    const { lines } = await rowsOf(
      parquetOf({ n: { is: 'long', data: numbers(250) } }, { rowGroupSize: 100 }),
    );
    expect(lines).toEqual(numbers(250).map((n) => `{"n":${n}}`));
  });

  it('loses only the group that is damaged, and says which rows', async () => {
    const bytes = parquetOf({ n: { is: 'long', data: numbers(300) } }, { rowGroupSize: 100, codec: 'GZIP' });
    const { lines, problems } = await rowsOf(damage(bytes, gzipMembers(bytes, 3)[1]));
    expect(lines).toEqual(
      numbers(300)
        .filter((n) => n < 100n || n >= 200n)
        .map((n) => `{"n":${n}}`),
    );
    expect(problems.map(({ code, said }) => [code, said])).toMatchObject([
      [
        'archive-damaged',
        expect.stringContaining('Of 300 rows, rows 101 to 200 (a page cannot be unpacked)'),
      ],
      ['parquet', expect.anything()],
    ]);
  });

  it.each([
    ['cut', (bytes: Uint8Array) => bytes.slice(0, bytes.length >> 1)],
    ['a beginning only', () => utf8('PAR1')],
    ['a footer of nothing', () => utf8('PAR1\0\0\0\0PAR1')],
  ])('is refused with a sentence when it is %s', async (_, cut) => {
    const { file, problems } = await rowsOf(cut(parquetOf({ a: { is: 'text', data: ['x'] } })));
    expect(file).toBeUndefined();
    expect(problems).toMatchObject([
      { code: 'archive-damaged', said: expect.stringContaining('The Parquet file was refused. Its footer') },
    ]);
  });

  it('is refused when its compression is not read, by its name', async () => {
    const { problems } = await rowsOf(
      parquetOf({ a: { is: 'text', data: ['x'.repeat(99)] } }, { codec: 'BROTLI' }),
    );
    expect(problems).toMatchObject([
      { said: expect.stringContaining('BROTLI'), hint: expect.stringContaining('Write it again') },
    ]);
  });

  it('is refused when nothing of it can be read, in one sentence', async () => {
    const bytes = parquetOf({ n: { is: 'long', data: numbers(3) } }, { codec: 'GZIP' });
    const { file, problems } = await rowsOf(damage(bytes, gzipMembers(bytes, 1)[0]));
    expect(file).toBeUndefined();
    expect(problems).toMatchObject([
      {
        code: 'archive-damaged',
        said: 'The Parquet file was refused. None of its 3 rows can be read (a page cannot be unpacked).',
        hint: expect.stringContaining('Write it again'),
      },
    ]);
  });

  it('stays within the limits of unpacking: a dictionary repeats one long text for nothing', async () => {
    const long = 'x'.repeat(100_000);
    const bytes = parquetOf({ a: { is: 'text', data: Array.from({ length: 500 }, () => long) } });
    const { codes } = await rowsOf(bytes, { entryBytes: 10_000_000 });
    expect(bytes.length).toBeLessThan(200_000);
    expect(codes).toEqual(['limit-hit']);
  });

  it('comes back from any damage: no count is believed that its bytes do not hold', async () => {
    const random = createRandom(12_345);
    const bytes = parquetOf(
      {
        n: { is: 'long', data: numbers(50) },
        t: { is: 'text', data: numbers(50).map((n) => `text ${n % 5n}`) },
        m: { is: 'structs', fields: ['a', 'b'], data: numbers(50).map((n) => [{ a: 'x', b: `y${n}` }]) },
      },
      { rowGroupSize: 20 },
    );
    const codes = new Set<string>();
    for (let run = 0; run < RUNS; run++) {
      const damaged = bytes.slice();
      for (let i = 0; i <= random(4); i++) {
        const inFooter = random(2) === 0;
        damaged[inFooter ? bytes.length - 1 - random(600) : random(bytes.length)] = random(256);
      }
      for (const code of (await rowsOf(damaged)).codes) codes.add(code);
    }
    expect([...codes].sort()).toEqual(['archive-damaged', 'bad-utf8', 'parquet']);
  });

  it('tells texts that are no UTF-8', async () => {
    const { lines, codes } = await rowsOf(parquetOf({ a: { is: 'raw', data: [Uint8Array.of(0x61, 0xff)] } }));
    expect(lines).toEqual(['{"a":"a�"}']);
    expect(codes).toEqual(['parquet', 'bad-utf8']);
  });
});

function gzipMembers(bytes: Uint8Array, count: number): readonly number[] {
  const starts: number[] = [];
  for (let at = 0; at + 3 < bytes.length; at++)
    if (bytes[at] === 0x1f && bytes[at + 1] === 0x8b && bytes[at + 2] === 8) starts.push(at);
  if (starts.length !== count) throw new Error(`${starts.length} pages instead of ${count}`);
  return starts;
}

/** Destroys the packed bytes of the page that starts there. */
function damage(bytes: Uint8Array, start: number | undefined): Uint8Array {
  if (start === undefined) throw new Error('no such page');
  return bytes.fill(0, start + 12, start + 24);
}
