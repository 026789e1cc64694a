import { beforeAll, describe, expect, it } from 'vitest';
import { loadHashes } from '../../../src/lib/hash.ts';
import { readLog } from '../../../src/verdicts/seal/read-log.ts';
import { findSealsSharedByLogs, findSuspicions } from '../../../src/verdicts/seal/suspicions.ts';
import {
  COMPLETE,
  decisionBody,
  decisionRecord,
  digestOf,
  effectRecord,
  type Plain,
  type PlainObject,
  seal,
  TEST_KEY,
} from '../../sealer.ts';
import { keyOf, logOf } from './log-of.ts';

const KEY = await keyOf(TEST_KEY);

beforeAll(loadHashes);

async function suspicionsOf(records: readonly Plain[], keys = [KEY]) {
  const wal = await logOf(records);
  const reading = await readLog(wal, keys, { expectSealed: false });
  return findSuspicions(wal, reading, 'run.wal').map(({ code, line, said }) => ({ code, line, said }));
}

const codesOf = async (records: readonly Plain[], keys?: Parameters<typeof suspicionsOf>[1]) =>
  (await suspicionsOf(records, keys)).map(({ code, line }) => `${code} ${line}`);

const sealed = (step: number, body: PlainObject = {}, record: PlainObject = {}) =>
  decisionRecord(seal(decisionBody({ step_index: step, ...body })), record);
const tool = (seq: number) => effectRecord(seq, { label: 'fs.write' });

/** Lines 2.. of a log: two completions with their decisions around a tool, then the marker. */
const HONEST = [effectRecord(0), sealed(0), tool(1), effectRecord(2), sealed(2), COMPLETE];

describe('an honest log', () => {
  it('gives no suspicion, whatever the keys', async () => {
    expect(await codesOf(HONEST)).toEqual([]);
    expect(await codesOf(HONEST, [])).toEqual([]);
  });

  it('gives none where a completion was retried, refused, or the run was reloaded', async () => {
    const retried = [effectRecord(0), effectRecord(1), sealed(1), tool(2)];
    expect(await codesOf(retried)).toEqual([]);
    const refused = [
      effectRecord(0),
      decisionRecord(undefined, { evidenceRefused: { link: 'disclosure', reason: 'x' } }),
    ];
    expect(await codesOf(refused)).toEqual([]);
    const reloaded = [
      effectRecord(0),
      sealed(0),
      COMPLETE,
      effectRecord(1, { stepIndex: 0 }),
      sealed(0, { recorded_at: '2026-03-01T10:00:01+00:00' }),
    ];
    expect(await codesOf(reloaded)).toEqual([]);
  });

  it('gives none where discharges and flushes name what is there', async () => {
    const records = [
      effectRecord(0),
      { record: 'deferred-emission', seq: 1 },
      { record: 'flushed', seq: 1 },
      { record: 'discharge-descriptor', seq: 2 },
      { record: 'discharge', discharged: [0, 2] },
    ];
    expect(await codesOf(records)).toEqual([]);
  });
});

describe('lines', () => {
  const [first, firstDecision, ...rest] = HONEST as [Plain, Plain, ...Plain[]];

  it('that are duplicated more often than anybody reads are counted', async () => {
    const found = await suspicionsOf([tool(0), ...new Array<PlainObject>(150).fill(tool(0)), COMPLETE]);
    const repeated = found.filter(({ code }) => code === 'log-line-duplicated');
    expect(repeated).toHaveLength(101);
    expect(repeated.at(-1)?.said).toBe('50 more repeated lines are not listed.');
  });

  it('that are duplicated', async () => {
    expect(await codesOf([first, firstDecision, firstDecision, ...rest])).toEqual([
      'log-line-duplicated 4',
      'log-moved 4',
    ]);
    expect(await codesOf([first, first, firstDecision, ...rest])).toEqual(['log-line-duplicated 3']);
  });

  it('that are missing', async () => {
    expect(await codesOf([first, firstDecision, ...rest.slice(1)])).toEqual(['log-gap 4']);
    expect(await suspicionsOf([tool(3), tool(7)])).toMatchObject([
      { code: 'log-gap', line: 2, said: expect.stringContaining('Numbers 0 to 2 are missing') },
      { code: 'log-gap', line: 3, said: expect.stringContaining('Numbers 4 to 6 are missing') },
    ]);
    // a whole decision line leaves no number behind
    expect(await codesOf([first, ...rest])).toEqual(['decision-missing 2']);
  });

  it('that were moved', async () => {
    expect(await codesOf([tool(1), tool(0), tool(2)])).toEqual(['log-moved 3']);
    expect(await codesOf([first, ...rest, firstDecision])).toEqual(['log-moved 7', 'decision-missing 2']);
  });

  it('that name what is not there', async () => {
    expect(
      await codesOf([tool(0), { record: 'discharge', discharged: [0, 5] }, { record: 'flushed', seq: 1 }]),
    ).toEqual(['log-gap 3', 'log-gap 4']);
  });

  it('are listed up to a hundred gaps', async () => {
    const found = await suspicionsOf(Array.from({ length: 300 }, (_, i) => tool(2 * i)));
    expect(found).toHaveLength(101);
    expect(found.at(-1)?.said).toBe('199 more gaps in the numbers are not listed.');
  });
});

describe('seals', () => {
  it('that were pasted under another crossing, with or without a key', async () => {
    const pasted = [effectRecord(0), sealed(0), effectRecord(1), sealed(0, {}, { stepIndex: 1 })];
    expect(await codesOf(pasted)).toEqual(['seal-reused 5']);
    expect(await codesOf(pasted, [])).toEqual(['seal-reused 5']);
    // a reloaded activation that decides the same within one second
    const reloaded = [
      effectRecord(0),
      sealed(0),
      effectRecord(1, { stepIndex: 0 }),
      sealed(0, {}, { llm: {} }),
    ];
    expect(await codesOf(reloaded)).toEqual([]);
  });

  it('that are mixed with decisions that have none', async () => {
    const bare = { ...(HONEST[4] as PlainObject), evidence: null };
    expect(await suspicionsOf([...HONEST.slice(0, 4), bare])).toMatchObject([
      { code: 'seals-mixed', line: 6, said: expect.stringContaining('1 of 2 decisions have no seal') },
    ]);
  });

  it('that a record contradicts', async () => {
    const outcome = [effectRecord(0), sealed(0, {}, { outcome: 'exhausted' })];
    expect(await codesOf(outcome)).toEqual(['seal-contradicted 3']);
    // nothing is read without a key, so nothing can be contradicted
    expect(await codesOf(outcome, [])).toEqual([]);
    const candidates = [digestOf('big'), digestOf('small')];
    const named = (model: string) => [
      effectRecord(0),
      sealed(0, { candidates, chosen: 1 }, { llm: { model } }),
    ];
    expect(await codesOf(named('big'))).toEqual(['seal-contradicted 3']);
    expect(await codesOf(named('small'))).toEqual([]);
    expect(await codesOf(named('another'))).toEqual([]);
  });

  it('that were made in another order than they stand', async () => {
    const at = (step: number, recorded_at: string) => [effectRecord(step), sealed(step, { recorded_at })];
    const log = [
      ...at(0, '2026-03-01T10:00:05+00:00'),
      ...at(1, '2026-03-01T11:00:04+01:00'),
      ...at(2, 'no time'),
      ...at(3, '2026-03-01T10:00:05+00:00'),
    ];
    expect(await codesOf(log)).toEqual(['seal-times 5']);
  });

  it('that disclose, against revl’s own gate', async () => {
    expect(await codesOf([effectRecord(0), sealed(0, { origins: ['secret'] })])).toEqual([
      'digest-unsalted 3',
    ]);
  });

  it('that stand in two logs', async () => {
    const [one, two, three] = await Promise.all([
      logOf(HONEST),
      logOf([effectRecord(0), sealed(0, { role: 'local' }), effectRecord(2), HONEST[4] as Plain]),
      logOf([effectRecord(0), sealed(0, { role: 'third' })]),
    ]);
    const logs = [
      { wal: one, path: 'a.wal' },
      { wal: two, path: 'b.wal' },
      { wal: three, path: 'c.wal' },
    ];
    expect(findSealsSharedByLogs(logs)).toMatchObject([{ code: 'seal-reused', file: 'b.wal', line: 5 }]);
  });
});

describe('prompts in clear', () => {
  const withArgs = (args: Plain) => [
    effectRecord(0, { boundary: { class: 'emission', detail: { key: 'llm', method: 'complete', args } } }),
    sealed(0),
  ];

  it('are named once a log, and redacted ones are not', async () => {
    expect(await codesOf(withArgs(['system', 'the prompt']))).toEqual(['prompt-in-clear 2']);
    expect(await codesOf(withArgs({ prompt: 'the prompt' }))).toEqual(['prompt-in-clear 2']);
    expect(await codesOf(withArgs(['<redacted:secret>']))).toEqual([]);
    expect(await codesOf(withArgs([]))).toEqual([]);
  });

  it('never stand in the message', async () => {
    const [found] = await suspicionsOf(withArgs(['the prompt']));
    expect(found?.said).not.toContain('the prompt');
  });
});

it('says nothing of a refused log', async () => {
  const wal = await logOf('{"record":"header"}\n');
  const reading = await readLog(wal, [], { expectSealed: false });
  expect(findSuspicions(wal, reading, 'run.wal')).toEqual([]);
});
