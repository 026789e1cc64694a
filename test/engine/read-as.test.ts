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
});
