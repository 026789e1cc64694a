import { describe, expect, it } from 'vitest';
import { readLog } from '../../../src/verdicts/seal/read-log.ts';
import {
  COMPLETE,
  decisionBody,
  decisionRecord,
  keyIdOf,
  OTHER_KEY,
  type Plain,
  seal,
  TEST_KEY,
} from '../../sealer.ts';
import { keyOf, logOf } from './log-of.ts';

const KEY = await keyOf(TEST_KEY);
const OTHER = await keyOf(OTHER_KEY);
const THIRD = await keyOf(Buffer.from('a third key'));
const sealedAt = (step: number, key = TEST_KEY) =>
  decisionRecord(seal(decisionBody({ step_index: step }, key), { key }));
const unsealedAt = (step: number) => decisionRecord(undefined, { stepIndex: step });
const refusedAt = (step: number) =>
  decisionRecord(undefined, { stepIndex: step, evidenceRefused: { link: 'made-up', reason: 'as written' } });

const read = async (records: readonly Plain[], keys = [KEY], expectSealed = false) =>
  readLog(await logOf(records), keys, { expectSealed });

describe('the states of a crossing (revl-wal.md 4.3)', () => {
  it('tells sealed, not sealed and refused apart, and shows the refusal as written', async () => {
    const { decisions } = await read([
      sealedAt(0),
      unsealedAt(1),
      decisionRecord(null, { stepIndex: 2 }),
      refusedAt(3),
      decisionRecord(undefined, { stepIndex: 4, evidenceRefused: 'text' }),
      decisionRecord({}, { stepIndex: 5, evidenceRefused: { link: 'x', reason: 'both' } }),
    ]);
    expect(
      decisions.map(({ sealed, verified, link, refusedAtRun }) => [
        sealed,
        verified,
        link,
        refusedAtRun?.link,
      ]),
    ).toEqual([
      [true, true, undefined, undefined],
      [false, undefined, undefined, undefined],
      [false, undefined, undefined, undefined],
      [false, undefined, undefined, 'made-up'],
      [false, undefined, undefined, undefined],
      [true, false, 'incomplete', 'x'],
    ]);
  });

  it('reads nothing without a key', async () => {
    const { decisions, present } = await read([sealedAt(0)], []);
    expect(decisions[0]).toMatchObject({
      sealed: true,
      verified: undefined,
      link: undefined,
      decision: undefined,
    });
    expect(decisions[0]?.keyNotTheLogs).toBe(false);
    expect(present).toMatchObject({ modelDecisions: true, sealedEvidence: false, promptDigest: false });
  });

  it('shows crossings as they are', async () => {
    const { decisions } = await read([
      decisionRecord(undefined, { component: null, stepIndex: null }),
      decisionRecord(undefined, { component: 'A', stepIndex: 'three' }),
    ]);
    expect(decisions.map(({ crossing }) => crossing)).toEqual([
      [null, null],
      ['A', 'three'],
    ]);
  });
});

describe('missing-under-engagement (design.md 6)', () => {
  const missing = async (records: readonly Plain[], expectSealed = false) =>
    (await read(records, [], expectSealed)).decisions.map((decision) => decision.missingUnderEngagement);

  it('marks an unsealed crossing beside sealed ones, but not a stated refusal', async () => {
    expect(await missing([sealedAt(0), unsealedAt(1), refusedAt(2)])).toEqual([false, true, false]);
    expect(await missing([unsealedAt(0), unsealedAt(1)])).toEqual([false, false]);
  });

  it('marks every unsealed crossing where a seal was expected', async () => {
    expect(await missing([unsealedAt(0), refusedAt(1), sealedAt(2)], true)).toEqual([true, true, false]);
  });
});

describe('several keys (design.md 6)', () => {
  it('takes the key that each seal names', async () => {
    const { decisions } = await read([sealedAt(0), sealedAt(1, OTHER_KEY)], [OTHER, KEY]);
    expect(decisions.map(({ verified }) => verified)).toEqual([true, true]);
  });

  it('tries each where the seal names none of them, and lets a MAC that holds lead', async () => {
    const renamed = decisionRecord(seal(decisionBody({ key_id: 'gone' })));
    const { decisions } = await read([renamed, sealedAt(1)], [OTHER, KEY]);
    expect(decisions.map(({ link }) => link)).toEqual(['key-identity', undefined]);
    const edited = { ...seal(decisionBody()), key_id: keyIdOf(OTHER_KEY) };
    expect((await read([decisionRecord(edited)], [KEY, OTHER])).decisions[0]?.link).toBe('signature');
  });

  it('says when no seal of the log names a given key, and keeps revl’s link', async () => {
    const foreign = await read([sealedAt(0), unsealedAt(1)], [OTHER, THIRD]);
    expect(foreign.decisions.map(({ link, keyNotTheLogs }) => [link, keyNotTheLogs])).toEqual([
      ['signature', true],
      [undefined, false],
    ]);
    const own = await read([sealedAt(0), sealedAt(1, OTHER_KEY)], [OTHER]);
    expect(own.decisions.map(({ link, keyNotTheLogs }) => [link, keyNotTheLogs])).toEqual([
      ['signature', false],
      [undefined, false],
    ]);
  });
});

describe('readLog', () => {
  it('carries complete and torn, and reads nothing of a refused log', async () => {
    expect(await read([sealedAt(0), COMPLETE])).toMatchObject({ complete: true, torn: false });
    const refused = await readLog(await logOf('{"record":"header"}\n'), [KEY], { expectSealed: false });
    expect(refused).toMatchObject({ complete: false, decisions: [] });
    expect(refused.modes.some(({ plannable }) => plannable)).toBe(false);
  });

  it('reports progress and stops when it is told to', async () => {
    const wal = await logOf(Array.from({ length: 600 }, (_, i) => unsealedAt(i)));
    const seen: number[] = [];
    const stop = new AbortController();
    const onProgress = (done: number): void => {
      seen.push(done);
      if (seen.length === 2) stop.abort();
    };
    await expect(readLog(wal, [], { expectSealed: false, onProgress }, stop.signal)).rejects.toThrow();
    expect(seen).toEqual([256, 512]);
  });
});
