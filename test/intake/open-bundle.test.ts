import { describe, expect, it } from 'vitest';
import { type ByteSource, memorySource } from '../../src/intake/byte-source.ts';
import { wholeBytes } from '../../src/intake/derived-sources.ts';
import { hashSource } from '../../src/intake/hash-source.ts';
import { DEFAULT_LIMITS, type IntakeLimits } from '../../src/intake/limits.ts';
import { openBundle } from '../../src/intake/open-bundle.ts';
import { loadHashes, sha256Hex } from '../../src/lib/hash.ts';
import type { Problem } from '../../src/model/problem.ts';
import {
  FOXES,
  FOXES_ZSTD,
  framedOf,
  gzipOf,
  join,
  tarOf,
  text,
  utf8,
  zipOf,
  zstdOf,
  zstdZipOf,
} from './archives.ts';

async function opened(sources: readonly ByteSource[], limits: Partial<IntakeLimits> = {}) {
  const problems: Problem[] = [];
  const { files } = await openBundle(sources, (problem) => problems.push(problem), {
    limits: { ...DEFAULT_LIMITS, ...limits },
  });
  const contents = new Map<string, string>();
  for (const file of files) contents.set(file.path, text(await wholeBytes(file)));
  return { files, contents, problems, codes: problems.map(({ code }) => code) };
}

describe('loose files', () => {
  it('keep their name, and as much of their folder as tells them apart', async () => {
    const at = (path: string, heldBy: readonly string[], content: string): ByteSource => ({
      ...memorySource(path, utf8(content)),
      heldBy,
    });
    const { contents } = await opened([
      at('a.json', ['home', 'r1'], '1'),
      at('a.json', ['home', 'r2'], '2'),
      at('b.json', ['home', 'r2'], '3'),
    ]);
    expect([...contents]).toEqual([
      ['b.json', '3'],
      ['r1/a.json', '1'],
      ['r2/a.json', '2'],
    ]);
  });

  it('and archives are told of under the names that tell them apart', async () => {
    const cut = gzipOf(utf8('x'.repeat(100))).slice(0, -4);
    const inner = await zipOf([{ name: 'z', bytes: utf8('z') }]);
    const bundle = async (gz: Uint8Array, zip: Uint8Array) =>
      zipOf([
        { name: 't.gz', bytes: gz },
        { name: 'in.zip', bytes: zip },
      ]);
    const { contents, problems } = await opened([
      memorySource('one.zip', await bundle(cut, inner.slice(0, -4))),
      memorySource('two.zip', await bundle(gzipOf(utf8('y')), inner)),
    ]);
    expect([...contents]).toEqual([
      ['one.zip/t.gz', 'x'.repeat(100)],
      ['two.zip/t.gz', 'y'],
      ['z', 'z'],
    ]);
    expect(problems.map(({ file }) => file)).toEqual(['one.zip/t.gz', 'one.zip/in.zip']);
  });

  it('get a number where nothing tells them apart', async () => {
    const { contents } = await opened([memorySource('a', utf8('1')), memorySource('a', utf8('22'))]);
    expect([...contents]).toEqual([
      ['a', '1'],
      ['a (2)', '22'],
    ]);
  });

  it('are decoded from UTF-16 and hashed as they were', async () => {
    const le = join([Uint8Array.of(0xff, 0xfe), new Uint8Array(Buffer.from('{"é":1}', 'utf16le'))]);
    const { files, contents, codes } = await opened([memorySource('a.json', le)]);
    expect(contents.get('a.json')).toBe('{"é":1}');
    expect(codes).toEqual(['utf-16']);
    await loadHashes();
    expect(await hashSource(files[0] as ByteSource)).toBe(sha256Hex(le));
  });
});

describe('zip', () => {
  it('gives its members by their place inside it', async () => {
    const zip = await zipOf([
      { name: 'x/trace.json', bytes: utf8('{}') },
      { name: 'run.wal', bytes: utf8('wal'), stored: true },
    ]);
    const { contents, problems } = await opened([memorySource('b.zip', zip)]);
    expect([...contents]).toEqual([
      ['run.wal', 'wal'],
      ['x/trace.json', '{}'],
    ]);
    expect(problems).toEqual([]);
  });

  it('is told by content, and two with equal members keep them apart', async () => {
    const one = await zipOf([{ name: 't.json', bytes: utf8('1') }]);
    const two = await zipOf([{ name: 't.json', bytes: utf8('2') }]);
    const { contents } = await opened([memorySource('one', one), memorySource('two.txt', two)]);
    expect([...contents]).toEqual([
      ['one/t.json', '1'],
      ['two.txt/t.json', '2'],
    ]);
  });

  it('uses none of two members of one name', async () => {
    const zip = await zipOf([
      { name: 'trace.json', bytes: utf8('1') },
      { name: 'trace.json', bytes: utf8('2') },
      { name: 'other', bytes: utf8('3') },
    ]);
    const { contents, problems } = await opened([memorySource('b.zip', zip)]);
    expect([...contents]).toEqual([['other', '3']]);
    expect(problems).toMatchObject([{ code: 'duplicate-entry', file: 'b.zip', severity: 'error' }]);
  });

  it('keeps hostile names as labels', async () => {
    const names = [
      '../../etc/passwd',
      'C:\\windows\\x',
      '/root/x',
      'a\u202egnp.exe',
      'n\0l',
      'x'.repeat(4096),
      '__proto__',
    ];
    const zip = await zipOf(names.map((name, i) => ({ name, bytes: utf8(String(i)) })));
    const { contents, codes } = await opened([memorySource('b.zip', zip)]);
    expect(new Set(contents.keys())).toEqual(new Set(names));
    expect(codes).toEqual(Array.from({ length: 6 }, () => 'odd-name'));
  });

  it('refuses a member whose bytes do not fit its checksum, and reads the others', async () => {
    const zip = await zipOf([
      { name: 'good', bytes: utf8('good') },
      { name: 'bad', bytes: utf8('badbadbad'), stored: true },
    ]);
    const at = Buffer.from(zip).indexOf('badbadbad');
    zip[at] = 0x42;
    const { contents, problems } = await opened([memorySource('b.zip', zip)]);
    expect([...contents]).toEqual([['good', 'good']]);
    expect(problems).toMatchObject([{ code: 'archive-damaged' }]);
    expect(problems[0]?.said).toContain('bad');
    expect(problems[0]?.said).toContain('CRC-32');
  });

  it('says when a member is encrypted', async () => {
    const zip = await zipOf([
      { name: 'secret', bytes: utf8('x'), password: 'p' },
      { name: 'open', bytes: utf8('y') },
    ]);
    const { contents, codes } = await opened([memorySource('b.zip', zip)]);
    expect([...contents]).toEqual([['open', 'y']]);
    expect(codes).toEqual(['encrypted']);
  });

  it('is damaged when it is cut, at any place', async () => {
    const zip = await zipOf([{ name: 'a', bytes: utf8('a'.repeat(500)) }]);
    for (let end = 4; end < zip.length; end += 7) {
      const { files, codes } = await opened([memorySource('b.zip', zip.slice(0, end))]);
      expect(files).toEqual([]);
      expect(codes).toEqual(['archive-damaged']);
    }
  });

  it('counts the real output against every limit, whatever sizes are stated', async () => {
    const zip = await zipOf([
      { name: 'a', bytes: new Uint8Array(100_000) },
      { name: 'b', bytes: utf8('b') },
    ]);
    const lying = zip.slice();
    // the stated sizes of `a` in both headers become 10
    const view = new DataView(lying.buffer);
    for (let at = 0; at + 4 <= lying.length; at++)
      if (view.getUint32(at, true) === 100_000) view.setUint32(at, 10, true);
    const small = await opened([memorySource('b.zip', lying)], { entryBytes: 50_000 });
    expect([...small.contents]).toEqual([['b', 'b']]);
    expect(['limit-hit', 'archive-damaged']).toContain(small.codes[0]);

    const entry = await opened([memorySource('b.zip', zip)], { entryBytes: 99_999 });
    expect([...entry.contents.keys()]).toEqual(['b']);
    expect(entry.problems[0]?.said).toContain('99999 bytes for one member');
    expect((await opened([memorySource('b.zip', zip)], { entryBytes: 100_000 })).codes).toEqual([]);

    expect((await opened([memorySource('b.zip', zip)], { totalBytes: 100_000 })).codes).toEqual([
      'limit-hit',
    ]);
    expect((await opened([memorySource('b.zip', zip)], { totalBytes: 100_001 })).codes).toEqual([]);
    expect((await opened([memorySource('b.zip', zip)], { entries: 1 })).codes).toEqual(['limit-hit']);
    expect((await opened([memorySource('b.zip', zip)], { entries: 2 })).codes).toEqual([]);
    expect((await opened([memorySource('b.zip', zip)], { ratio: 100, ratioFloor: 1_000 })).codes).toEqual([
      'limit-hit',
    ]);
    expect((await opened([memorySource('b.zip', zip)], { fileBytes: zip.length - 1 })).codes).toEqual([
      'limit-hit',
    ]);
  });

  it('unpacks an archive inside it once, not twice', async () => {
    const inner = await zipOf([{ name: 'deep.json', bytes: utf8('{}') }]);
    const outer = await zipOf([
      { name: 'inner.zip', bytes: inner },
      { name: 'log.gz', bytes: gzipOf(utf8('line\n')) },
    ]);
    const { contents } = await opened([memorySource('b.zip', outer)]);
    expect([...contents]).toEqual([
      ['deep.json', '{}'],
      ['log.gz', 'line\n'],
    ]);
    const third = await zipOf([{ name: 'outer.zip', bytes: outer }]);
    expect((await opened([memorySource('b.zip', third)])).codes).toEqual(['limit-hit', 'limit-hit']);
  });

  it('says that an empty one is empty, and once why nothing is read of one', async () => {
    expect((await opened([memorySource('b.zip', await zipOf([]))])).codes).toEqual(['empty']);
    const secret = await zipOf([{ name: 'secret', bytes: utf8('x'), password: 'p' }]);
    expect((await opened([memorySource('b.zip', secret)])).codes).toEqual(['encrypted']);
  });

  it('says that bytes stand before its first member or behind its end', async () => {
    const [one, two] = [
      await zipOf([{ name: 'one', bytes: utf8('1') }]),
      await zipOf([{ name: 'two', bytes: utf8('2') }]),
    ];
    const both = await opened([memorySource('b.zip', join([one, two]))]);
    expect([...both.contents]).toEqual([['two', '2']]);
    expect(both.problems).toMatchObject([{ code: 'archive-damaged', file: 'b.zip' }]);
    expect(both.problems[0]?.said).toContain('before its first member');
    const glued = await opened([memorySource('b.zip', join([one, utf8('and more')]))]);
    expect([...glued.contents]).toEqual([['one', '1']]);
    expect(glued.problems[0]?.said).toContain('8 bytes that were not read follow its end');
    expect((await opened([memorySource('b.zip', join([one, new Uint8Array(9)]))])).codes).toEqual([]);
  });

  it('follows no link', async () => {
    const zip = await zipOf([
      { name: 'link', bytes: utf8('/etc/passwd'), unixMode: 0o120777 },
      { name: 'a', bytes: utf8('a') },
    ]);
    const { contents, codes } = await opened([memorySource('b.zip', zip)]);
    expect([...contents]).toEqual([['a', 'a']]);
    expect(codes).toEqual(['entry-passed-over']);
  });
});

describe('gzip', () => {
  it('keeps its name, hashes as it was, and may have several members', async () => {
    const gz = join([gzipOf(utf8('one\n')), gzipOf(utf8('two\n'))]);
    const { files, contents } = await opened([memorySource('t.jsonl.gz', gz)]);
    expect([...contents]).toEqual([['t.jsonl.gz', 'one\ntwo\n']]);
    await loadHashes();
    expect(await hashSource(files[0] as ByteSource)).toBe(sha256Hex(gz));
  });

  it('gives what stands before a cut, and says so', async () => {
    const words = Array.from({ length: 5_000 }, (_, i) => `line ${i * 7919}\n`).join('');
    const gz = gzipOf(utf8(words));
    const { contents, codes } = await opened([memorySource('t.gz', gz.slice(0, gz.length / 2))]);
    const got = contents.get('t.gz') ?? '';
    expect(words.startsWith(got)).toBe(true);
    expect(got.length).toBeGreaterThan(1_000);
    expect(codes).toEqual(['archive-damaged']);
  });

  it('is refused when its checksum is wrong', async () => {
    const gz = gzipOf(utf8('hello'));
    const at = gz.length - 8;
    gz[at] = (gz[at] ?? 0) ^ 1;
    const { files, problems } = await opened([memorySource('t.gz', gz)]);
    expect(files).toEqual([]);
    expect(problems[0]?.said).toContain('checksum');
  });

  it('loses the member that is damaged, and no other', async () => {
    const [one, two, three] = ['one\n', 'two\n', 'three\n'].map((word) => gzipOf(utf8(word))) as [
      Uint8Array,
      Uint8Array,
      Uint8Array,
    ];
    const wrongSum = two.slice();
    wrongSum[wrongSum.length - 8] = (wrongSum[wrongSum.length - 8] ?? 0) ^ 1;
    const summed = await opened([memorySource('t.gz', join([one, wrongSum, three]))]);
    expect([...summed.contents.values()]).toEqual(['one\nthree\n']);
    expect(summed.problems).toMatchObject([{ code: 'archive-damaged', file: 't.gz' }]);
    expect(summed.problems[0]?.said).toContain(`at byte ${one.length} is damaged (the checksum is wrong)`);
    // where the packed data themselves are wrong nobody knows where the next member starts
    const wrongData = two.slice();
    wrongData[10] = 0xff;
    const broken = await opened([memorySource('t.gz', join([one, wrongData, three]))]);
    expect([...broken.contents.values()]).toEqual(['one\n']);
    expect(broken.codes).toEqual(['archive-damaged']);
    expect(broken.problems[0]?.said).toContain('it and what follows were left out');
  });

  it('stops a bomb', async () => {
    const bomb = gzipOf(new Uint8Array(8_000_000));
    expect((await opened([memorySource('t.gz', bomb)], { ratio: 100, ratioFloor: 1_000_000 })).codes).toEqual(
      ['limit-hit'],
    );
  });
});

describe('tar', () => {
  const long = `${'folder/'.repeat(20)}file.json`;
  const tar = tarOf([
    { name: 'a.json', bytes: utf8('{"a":1}') },
    { name: 'dir/', bytes: new Uint8Array(0), type: '5' },
    { name: long, bytes: utf8('x'.repeat(1000)) },
    { name: 'link', bytes: new Uint8Array(0), type: '2' },
  ]);

  it('gives its regular files, long names too, packed or not', async () => {
    for (const bytes of [tar, gzipOf(tar)]) {
      const { contents, problems } = await opened([memorySource('t', bytes)]);
      expect([...contents]).toEqual([
        ['a.json', '{"a":1}'],
        [long, 'x'.repeat(1000)],
      ]);
      expect(problems).toMatchObject([{ code: 'entry-passed-over', severity: 'info', file: 't' }]);
      expect(problems[0]?.said).toContain('(link)');
    }
  });

  it('reads what stands before damage, the member that is cut too', async () => {
    const { contents, problems } = await opened([memorySource('t', tar.slice(0, 3072 + 700))]);
    expect([...contents]).toEqual([
      ['a.json', '{"a":1}'],
      [long, 'x'.repeat(700)],
    ]);
    expect(problems).toMatchObject([{ code: 'archive-damaged' }]);
    expect(problems[0]?.said).toContain('it ends in the member folder/');
    // all of a name and nothing of what it names
    expect((await opened([memorySource('t', tar.slice(0, 512))])).codes).toEqual(['archive-damaged']);
  });

  it('says that something follows its end mark, as where two were written one after the other', async () => {
    const { contents, problems } = await opened([memorySource('t', join([tar, tar]))]);
    expect([...contents.keys()]).toEqual(['a.json', long]);
    expect(problems[0]?.said).toContain(`follow its end mark at byte ${tar.length}`);
    // tar fills its last record with zeroes
    expect((await opened([memorySource('t', join([tar, new Uint8Array(8192)]))])).codes).toEqual([
      'entry-passed-over',
    ]);
  });

  it('says what members it does not read: sparse ones, and ones of an unknown kind', async () => {
    const map = new Uint8Array(512);
    for (const members of [
      [{ name: 'holes.jsonl', bytes: utf8('x'.repeat(600)), type: 'S' }],
      [
        { name: 'PaxHeaders/h', bytes: utf8('31 GNU.sparse.name=holes.jsonl\n'), type: 'x' },
        { name: 'GNUSparseFile.1/h', bytes: join([utf8('1\n0\n600\n'), map]) },
      ],
      [{ name: 'holes.jsonl', bytes: utf8('x'), type: 'Z' }],
    ]) {
      const { contents, problems } = await opened([
        memorySource('t', tarOf([...members, { name: 'a.json', bytes: utf8('{}') }])),
      ]);
      expect([...contents.keys()]).toEqual(['a.json']);
      expect(problems).toMatchObject([{ code: 'archive-damaged', file: 't' }]);
      expect(problems[0]?.said).toContain('holes.jsonl');
    }
  });
});

describe('zstd', () => {
  it('keeps its name, may have several frames, and its checksums are checked', async () => {
    const { files, contents, problems } = await opened([
      memorySource('t.zst', join([FOXES_ZSTD, zstdOf(utf8('two')), FOXES_ZSTD])),
    ]);
    expect([...contents]).toEqual([['t.zst', `${FOXES}two${FOXES}`]]);
    expect(problems).toEqual([]);
    await loadHashes();
    expect(await hashSource(files[0] as ByteSource)).toBe(
      sha256Hex(join([FOXES_ZSTD, zstdOf(utf8('two')), FOXES_ZSTD])),
    );
    const wrong = FOXES_ZSTD.slice();
    wrong[wrong.length - 1] = 0;
    const refused = await opened([memorySource('t.zst', wrong)]);
    expect(refused.files).toEqual([]);
    expect(refused.problems[0]?.said).toContain('checksum');
  });

  it('loses the frame that is damaged, and no other', async () => {
    const wrong = FOXES_ZSTD.slice();
    wrong[wrong.length - 1] = 0;
    const file = join([zstdOf(utf8('one')), wrong, zstdOf(utf8('two'))]);
    const { contents, problems } = await opened([memorySource('t.zst', file)]);
    expect([...contents.values()]).toEqual(['onetwo']);
    expect(problems).toMatchObject([{ code: 'archive-damaged' }]);
    expect(problems[0]?.said).toContain('byte 12 is damaged (the checksum of a frame is wrong)');
  });

  it('tells many damaged frames in a few words', async () => {
    const wrong = FOXES_ZSTD.slice();
    wrong[wrong.length - 1] = 0;
    const file = join([zstdOf(utf8('one')), ...Array<Uint8Array>(9).fill(wrong)]);
    const { contents, problems } = await opened([memorySource('t.zst', file)]);
    expect([...contents.values()]).toEqual(['one']);
    expect(problems).toHaveLength(6);
    expect(problems[5]?.said).toContain('4 more parts');
  });

  it('gives the blocks before a cut', async () => {
    const whole = zstdOf(utf8('x'.repeat(250_000)));
    const { contents, codes } = await opened([memorySource('t.zst', whole.slice(0, 210_000))]);
    expect(contents.get('t.zst')).toBe('x'.repeat(200_000));
    expect(codes).toEqual(['archive-damaged']);
  });

  it('stops a bomb, and a header that wants all memory', async () => {
    const run = Uint8Array.of(
      0x28,
      0xb5,
      0x2f,
      0xfd,
      0x00,
      0x58,
      ...Array.from({ length: 300 }, (_, i) =>
        i === 299 ? [0x03 | 0x80, 0xff, 0x0f, 0] : [0x02 | 0x80, 0xff, 0x0f, 0],
      ).flat(),
    );
    expect((await opened([memorySource('t.zst', run)], { ratio: 100, ratioFloor: 1_000_000 })).codes).toEqual(
      ['limit-hit'],
    );
    const greedy = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0x00, 0xf8, 0x01, 0, 0);
    expect((await opened([memorySource('t.zst', greedy)])).problems[0]?.said).toContain('memory');
  });

  it('is unpacked inside a zip (method 93)', async () => {
    const { contents, problems } = await opened([
      memorySource('log.eval', await zstdZipOf('header.json', utf8('{"eval":1}'))),
    ]);
    expect([...contents]).toEqual([['header.json', '{"eval":1}']]);
    expect(problems).toEqual([]);
  });
});

describe("the collector's framing (formats.md 1.2)", () => {
  const [one, two] = [utf8('{"resourceSpans":[1]}'), utf8('{"resourceSpans":[2]}')];

  it('becomes lines of JSON, packed one by one or not', async () => {
    for (const messages of [
      [one, two],
      [zstdOf(one), zstdOf(two)],
    ]) {
      const { contents, problems } = await opened([memorySource('t', framedOf(messages))]);
      expect([...contents]).toEqual([['t', '{"resourceSpans":[1]}\n{"resourceSpans":[2]}\n']]);
      expect(problems).toEqual([]);
    }
  });

  it('is found inside native zstd too (collector-contrib #49328)', async () => {
    const { contents } = await opened([memorySource('t.zst', zstdOf(framedOf([one, two])))]);
    expect([...contents.values()]).toEqual(['{"resourceSpans":[1]}\n{"resourceSpans":[2]}\n']);
  });

  it('protobuf messages follow each other', async () => {
    const message = (byte: number) => Uint8Array.of(0x0a, 2, 0x0a, byte);
    const { files } = await opened([memorySource('t', framedOf([message(0), message(0)]))]);
    expect([...(await wholeBytes(files[0] as ByteSource))]).toEqual([0x0a, 2, 0x0a, 0, 0x0a, 2, 0x0a, 0]);
  });

  it('loses the message that is damaged, and no other', async () => {
    const wrong = FOXES_ZSTD.slice();
    wrong[wrong.length - 1] = 0;
    const { contents, problems } = await opened([
      memorySource('t', framedOf([zstdOf(one), wrong, zstdOf(two)])),
    ]);
    expect([...contents.values()]).toEqual(['{"resourceSpans":[1]}\n{"resourceSpans":[2]}\n']);
    expect(problems).toMatchObject([{ code: 'archive-damaged' }]);
    expect(problems[0]?.said).toContain('a message cannot be unpacked');
  });

  it('keeps the messages before a cut', async () => {
    const framed = framedOf([one, two]);
    const { contents, codes } = await opened([memorySource('t', framed.slice(0, -3))]);
    expect([...contents.values()]).toEqual(['{"resourceSpans":[1]}\n']);
    expect(codes).toEqual(['archive-damaged']);
  });

  it('is not seen where it is not', async () => {
    for (const plain of ['{"a":1}', '\n\n\n\n{"a":1}', 'aaaa{']) {
      const { contents } = await opened([memorySource('t', utf8(plain))]);
      expect([...contents.values()]).toEqual([plain]);
    }
  });
});
