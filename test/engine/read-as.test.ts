import { describe, expect, test } from 'vitest';
import type { Assumed } from '../../src/engine/messages.ts';
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
});
