import { describe, expect, test } from 'vitest';
import type { Assumed } from '../../src/engine/messages.ts';
import { gzipOf, utf8, zipOf } from '../intake/archives.ts';
import { parquetOf } from '../intake/parquet-file.ts';
import { OVERLAPPING, recordedLog } from './bundles.ts';
import { CASE, NOTHING, openFiles } from './open-bundle-of.ts';

const FILES = { 'trace.json': OVERLAPPING, 'recorded.jsonl': recordedLog() };

describe('a file that the examiner reads as another format', () => {
  test('is read anew as that, says so, and everything else stays; taken back, all is as before', async () => {
    const { engine } = await openFiles(FILES);
    const ask = (assumed: Partial<Assumed>) =>
      engine.ask({ is: 'findings', caseId: CASE, assumed: { ...NOTHING, ...assumed } });
    const plain = await ask({});
    const read = await ask({ formats: { 'trace.json': 'zipkin' } });
    const trace = read.inputs.find(({ path }) => path === 'trace.json');
    expect(trace).toMatchObject({ format: 'zipkin', detectedBy: 'the examiner says so', records: 0 });
    expect(trace?.problems.length).toBeGreaterThan(0);
    expect(trace?.sha256).toBe(plain.inputs.find(({ path }) => path === 'trace.json')?.sha256);
    const other = read.inputs.find(({ path }) => path === 'recorded.jsonl');
    const before = plain.inputs.find(({ path }) => path === 'recorded.jsonl');
    // it no longer joins a trace, since there is none
    expect({ ...other, problems: [] }).toEqual({ ...before, problems: [] });
    expect(await ask({})).toEqual(plain);
  });

  test('read as what it was recognised as, it gives the same sessions', async () => {
    const { engine } = await openFiles(FILES);
    const ask = (assumed: Partial<Assumed>) =>
      engine.ask({ is: 'findings', caseId: CASE, assumed: { ...NOTHING, ...assumed } });
    expect((await ask({ formats: { 'trace.json': 'otlp-json' } })).sessions).toEqual(
      (await ask({})).sessions,
    );
  });

  test('a format that is not there any more changes nothing', async () => {
    const { engine } = await openFiles(FILES);
    const ask = (assumed: Partial<Assumed>) =>
      engine.ask({ is: 'findings', caseId: CASE, assumed: { ...NOTHING, ...assumed } });
    expect(await ask({ formats: { 'trace.json': 'gone' } })).toEqual(await ask({}));
  });

  test('a limit that its format hits stands in the ledger once, however often the file is read', async () => {
    const long = `{"record":"call","turn_index":1,"tool":"${'x'.repeat(33 * 1024 * 1024)}"}\n`;
    const { engine } = await openFiles({ ...FILES, 'long.jsonl': `${recordedLog()}${long}` });
    const ask = async (assumed: Partial<Assumed>) => {
      const asked = { ...NOTHING, ...assumed };
      const { inputs } = await engine.ask({ is: 'findings', caseId: CASE, assumed: asked });
      return inputs.find(({ path }) => path === 'long.jsonl');
    };
    const again = await ask({ formats: { 'trace.json': 'zipkin' } });
    expect(again?.problems.filter(({ code }) => code === 'limit-hit')).toHaveLength(1);
    expect(again?.rejected).toBe(1);
    expect(again?.rejected).toBe((await ask({}))?.rejected);
  });

  test('what its unpacking found stays, what its old format found does not, and nothing is told twice', async () => {
    const packed = await zipOf([
      { name: 'secret.json', bytes: utf8('{}'), password: 'p' },
      { name: 'open.json', bytes: utf8(OVERLAPPING) },
    ]);
    const notText = Uint8Array.of(0x61, 0xff);
    const badText = new Uint8Array(Buffer.from(OVERLAPPING.replace('planner', 'plan\xff'), 'latin1'));
    const { engine } = await openFiles({
      'b.zip': packed,
      'none.zip': await zipOf([]),
      'rows.parquet': parquetOf({ a: { is: 'raw', data: [notText] } }),
      'bad.json': badText,
      'cut.gz': gzipOf(utf8(OVERLAPPING)).slice(0, -4),
      'age.txt': 'age-encryption.org/v1\n-> X25519\n',
    });
    const told = async (assumed: Partial<Assumed>) => {
      const asked = { ...NOTHING, ...assumed };
      const { inputs, problems } = await engine.ask({ is: 'findings', caseId: CASE, assumed: asked });
      const ofFiles = inputs.flatMap(({ path, problems }) => problems.map(({ code }) => `${path} ${code}`));
      return [...ofFiles, ...problems.map(({ file, code }) => `${file} ${code}`)]
        .filter((line) => /empty|encrypted|bad-utf8|parquet$|archive-damaged/.test(line))
        .sort();
    };
    const ofFormats = ['age.txt encrypted', 'bad.json bad-utf8'];
    const ofUnpacking = [
      'b.zip encrypted',
      'cut.gz archive-damaged',
      'none.zip empty',
      'rows.parquet bad-utf8',
      'rows.parquet parquet',
    ];
    expect(await told({})).toEqual([...ofFormats, ...ofUnpacking].sort());
    const again = await told({ formats: { 'open.json': 'zipkin', 'rows.parquet': 'zipkin' } });
    expect(again).toEqual([...ofFormats, ...ofUnpacking].sort());
    const formats = Object.fromEntries(
      ['age.txt', 'bad.json', 'open.json', 'rows.parquet', 'cut.gz'].map((path) => [path, 'claude-code']),
    );
    // the new format finds the bad text too, and tells it once
    expect(await told({ formats })).toEqual(['bad.json bad-utf8', ...ofUnpacking].sort());
  });
});
