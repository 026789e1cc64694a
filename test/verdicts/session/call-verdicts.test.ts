import { describe, expect, test } from 'vitest';
import type { CallVerdict } from '../../../src/model/verdict.ts';
import { end, header, lines, readOne } from '../../bundle.ts';

const A = 'a'.repeat(64);
const B = 'b'.repeat(64);
const C = 'c'.repeat(64);

/** One recorded call and its replay, equal and complete but for what is given. */
async function judge(
  recorded: object,
  replayed: object,
  headers: { readonly recorded?: object; readonly replayed?: object } = {},
): Promise<CallVerdict> {
  const base = { record: 'call', turn_index: 0, tool: 't', output: 'ok' };
  const session = await readOne({
    files: {
      'a.jsonl': lines(header({ role: 'recorded', ...headers.recorded }), { ...base, ...recorded }, end(1)),
      'b.jsonl': lines(header({ role: 'replayed', ...headers.replayed }), { ...base, ...replayed }, end(1)),
    },
  });
  const [call] = session.calls;
  if (call === undefined || session.calls.length > 1) throw new Error(`${session.calls.length} calls`);
  return call;
}
const post = (...states: object[]): object => ({ post_state: states });
const pre = (...states: object[]): object => ({ pre_state: states });
const r = (fingerprint: string, more: object = {}): object => ({ resource: 'r', fingerprint, ...more });

describe('what was compared', () => {
  test('equal in output and in every post-state: faithful', async () => {
    const call = await judge(post(r(A)), post(r(A)));
    expect(call).toMatchObject({ verdict: 'faithful', reasons: [], cause: undefined });
    expect(call.states).toEqual([
      {
        resource: 'r',
        recorded: { fingerprint: { scheme: 'sha256', value: A }, epoch: undefined, absent: false },
        replayed: { fingerprint: { scheme: 'sha256', value: A }, epoch: undefined, absent: false },
        equal: true,
      },
    ]);
  });

  test.each([
    ['another effect', post(r(A)), post(r(B)), 'divergent', ['effect-differs']],
    [
      'another output',
      { output: 'a', ...post(r(A)) },
      { output: 'b', ...post(r(A)) },
      'divergent',
      ['output-differs'],
    ],
    [
      'another input',
      { input: 1, ...post(r(A)) },
      { input: 2, ...post(r(A)) },
      'divergent',
      ['input-differs'],
    ],
    [
      '1 and 1.0 as inputs',
      { input: { n: 1 }, ...post(r(A)) },
      { input: { n: 1.0 }, ...post(r(A)) },
      'faithful',
      [],
    ],
    [
      'a text and a number',
      { input: '1', ...post(r(A)) },
      { input: 1, ...post(r(A)) },
      'divergent',
      ['input-differs'],
    ],
    [
      'null and null as outputs',
      { output: null, ...post(r(A)) },
      { output: null, ...post(r(A)) },
      'faithful',
      [],
    ],
    ['no recorded post-state', {}, post(r(A)), 'audit-incomplete', ['post-state-missing']],
    [
      'no recorded post-state, effects none',
      { effects: 'none' },
      {},
      'audit-incomplete',
      ['post-state-missing'],
    ],
    [
      'a differing output leads, the gap stays listed',
      { output: 'a' },
      { output: 'b' },
      'divergent',
      ['output-differs', 'post-state-missing'],
    ],
    ['no replayed post-state', post(r(A)), {}, 'audit-incomplete', ['replay-post-state-missing']],
    ['an empty effect and an empty list', post(), post(), 'faithful', []],
    ['an empty effect and no list', post(), {}, 'audit-incomplete', ['replay-post-state-missing']],
    ['an empty effect and an effect', post(), post(r(A)), 'divergent', ['effect-differs']],
    [
      'a resource too many',
      post(r(A)),
      post(r(A), { resource: 's', fingerprint: B }),
      'divergent',
      ['effect-differs'],
    ],
    [
      'a resource too many under partial coverage',
      { ...post(r(A)), coverage: 'partial' },
      post(r(A), { resource: 's', fingerprint: B }),
      'audit-incomplete',
      ['coverage-partial'],
    ],
    [
      'partial coverage of the replay',
      post(r(A)),
      { ...post(r(A)), coverage: 'partial' },
      'audit-incomplete',
      ['coverage-partial'],
    ],
    [
      'absent on both sides',
      post({ resource: 'r', absent: true }),
      post({ resource: 'r', absent: true }),
      'faithful',
      [],
    ],
    [
      'absent on one side',
      post({ resource: 'r', absent: true }),
      post(r(A)),
      'divergent',
      ['effect-differs'],
    ],
    [
      'resources match by exact name',
      post(r(A)),
      post({ resource: 'R', fingerprint: A }),
      'divergent',
      ['effect-differs', 'replay-post-state-missing'],
    ],
    [
      'a resource listed twice on replay',
      post(r(A)),
      post(r(A), r(A)),
      'audit-incomplete',
      ['replay-post-state-missing'],
    ],
    [
      'a resource listed twice in the recording',
      post(r(A), r(A)),
      post(r(A)),
      'audit-incomplete',
      ['post-state-missing'],
    ],
    ['no input on replay', { input: 1, ...post(r(A)) }, post(r(A)), 'audit-incomplete', ['input-missing']],
    ['an input on replay only', post(r(A)), { input: 1, ...post(r(A)) }, 'faithful', []],
  ] as const)('%s', async (_, recorded, replayed, verdict, reasons) => {
    expect(await judge(recorded, replayed)).toMatchObject({ verdict, reasons });
  });

  test('no output on either side, or on one', async () => {
    const without = { output: undefined, ...post(r(A)) };
    for (const [left, right] of [
      [without, without],
      [without, post(r(A))],
      [post(r(A)), without],
    ] as const) {
      expect(await judge(left, right)).toMatchObject({
        verdict: 'audit-incomplete',
        reasons: ['output-missing'],
      });
    }
  });

  test('withheld values are compared by their fingerprint', async () => {
    const hash = '2689367b205c16ce32ed4200942b8b8b1e262dfc70d9bc9fbc77c49699a4f1df'; // SHA-256 of "ok"
    const withheld = { output: undefined, output_fingerprint: `sha256:${hash}`, ...post(r(A)) };
    expect((await judge(withheld, post(r(A)))).verdict).toBe('faithful');
    expect((await judge(post(r(A)), withheld)).verdict).toBe('faithful');
    expect(await judge(withheld, { ...post(r(A)), output: 'no' })).toMatchObject({
      reasons: ['output-differs'],
    });
    expect(await judge(withheld, { ...withheld, output_fingerprint: 'etag:1' })).toMatchObject({
      reasons: ['incomparable'],
    });
  });
});

describe('fingerprints that cannot be compared', () => {
  test.each([
    ['unlike schemes', post(r(A)), post(r('etag:"1"')), ['incomparable']],
    ['weak ETags', post(r('weak-etag:x')), post(r('weak-etag:x')), ['incomparable']],
    ['weak ETags as HTTP writes them', post(r('etag:W/"x"')), post(r('etag:W/"x"')), ['incomparable']],
    ['shortened digests', post(r('sha256:abc')), post(r('sha256:abc')), ['incomparable']],
    ['counters without epochs', post(r('row-version:1')), post(r('row-version:1')), ['incomparable']],
    [
      'counters with one epoch',
      post(r('generation:1', { epoch: 'e' })),
      post(r('generation:1')),
      ['incomparable'],
    ],
    [
      'counters of unlike epochs',
      post(r('row-version:1', { epoch: 'e' })),
      post(r('row-version:1', { epoch: 'f' })),
      ['incomparable', 'epoch-differs'],
    ],
  ] as const)('%s', async (_, recorded, replayed, reasons) => {
    const call = await judge(recorded, replayed);
    expect(call).toMatchObject({ verdict: 'audit-incomplete', reasons });
    expect(call.states[0]?.equal).toBeUndefined();
  });

  test('counters of one epoch, and strong ETags, are compared', async () => {
    const version = (value: string): object => post(r(`row-version:${value}`, { epoch: 'e' }));
    expect((await judge(version('1'), version('1'))).verdict).toBe('faithful');
    expect(await judge(version('1'), version('2'))).toMatchObject({ reasons: ['effect-differs'] });
    expect((await judge(post(r('etag:"1"')), post(r('etag:"1"')))).verdict).toBe('faithful');
  });

  test('the epoch of a written content hash is shown, not compared', async () => {
    const call = await judge(post(r(A, { epoch: 'e' })), post(r(A, { epoch: 'f' })));
    expect(call.verdict).toBe('faithful');
    expect(call.states[0]).toMatchObject({ recorded: { epoch: 'e' }, replayed: { epoch: 'f' } });
    expect((await judge({ effects: 'write', ...post(r(A, { epoch: 'e' })) }, post(r(A)))).verdict).toBe(
      'faithful',
    );
  });

  test("a read's recorded epoch must be answered by the same one", async () => {
    const read = (epoch?: string): object => ({
      effects: 'read',
      ...post(r(A, epoch === undefined ? {} : { epoch })),
    });
    expect((await judge(read('e'), read('e'))).verdict).toBe('faithful');
    expect(await judge(read('e'), read('f'))).toMatchObject({
      verdict: 'audit-incomplete',
      reasons: ['incomparable', 'epoch-differs'],
    });
    expect(await judge(read('e'), read())).toMatchObject({
      verdict: 'audit-incomplete',
      reasons: ['incomparable'],
    });
    expect((await judge(read(), read('f'))).verdict).toBe('faithful');
    const none = { effects: 'none', ...post(r(A, { epoch: 'e' })) };
    expect(await judge(none, post(r(A, { epoch: 'f' })))).toMatchObject({ verdict: 'audit-incomplete' });
    const differs = await judge(read('e'), { effects: 'read', ...post(r(B, { epoch: 'f' })) });
    expect(differs).toMatchObject({ verdict: 'divergent', reasons: ['effect-differs', 'epoch-differs'] });
  });
});

describe('pre-states and the cause', () => {
  test('a recorded pre-state must be answered by an equal one', async () => {
    const recorded = { ...pre(r(C)), ...post(r(A)) };
    expect((await judge(recorded, recorded)).verdict).toBe('faithful');
    expect(await judge(recorded, post(r(A)))).toMatchObject({ reasons: ['pre-state-unverified'] });
    expect(await judge(recorded, { ...pre(r('etag:1')), ...post(r(A)) })).toMatchObject({
      reasons: ['pre-state-unverified'],
    });
    expect(await judge(recorded, { ...pre(r(B)), ...post(r(A)) })).toMatchObject({
      reasons: ['pre-state-differs'],
    });
    expect((await judge(post(r(A)), recorded)).verdict).toBe('faithful');
  });

  test('environment, tool, unknown', async () => {
    const recorded = { ...pre(r(C)), ...post(r(A)) };
    expect(await judge(recorded, { ...pre(r(B)), ...post(r('d'.repeat(64))) })).toMatchObject({
      cause: 'environment',
    });
    expect(await judge(recorded, { ...pre(r(C)), ...post(r(B)) })).toMatchObject({
      verdict: 'divergent',
      cause: 'tool',
    });
    expect(await judge(recorded, post(r(B)))).toMatchObject({ verdict: 'divergent', cause: 'unknown' });
    const partial = { ...recorded, coverage: 'partial' };
    expect(await judge(partial, { ...pre(r(C)), ...post(r(B)) })).toMatchObject({ cause: 'unknown' });
    expect(await judge(post(r(A)), post(r(B)))).toMatchObject({ verdict: 'divergent', cause: 'unknown' });
  });
});

describe('whether it ran', () => {
  const keyed = (key: string | undefined, more: object = {}): object => ({
    ...post(r(A)),
    ...more,
    ...(key === undefined ? {} : { idempotency_key: key }),
  });
  const changed = { ...pre(r(C)), ...post(r(A)) };

  test('a cache hit on either side leads over everything', async () => {
    const hit = { served_from_idempotency_cache: true };
    expect(await judge(post(r(A)), { ...post(r(A)), ...hit })).toMatchObject({
      verdict: 'not-reexecuted',
      reasons: ['cache-hit'],
    });
    expect(await judge({ ...post(r(A)), ...hit }, post(r(A)))).toMatchObject({ verdict: 'not-reexecuted' });
    const both = await judge(post(r(A)), { ...post(r(B)), output: 'no', ...hit });
    expect(both).toMatchObject({ verdict: 'not-reexecuted', cause: undefined });
    expect(both.reasons).toEqual(['cache-hit', 'effect-differs', 'output-differs']);
  });

  test('an equal key without a visible effect is reuse; with one, the key is still not answered', async () => {
    expect(await judge(keyed('k'), keyed('k'))).toMatchObject({
      verdict: 'not-reexecuted',
      reasons: ['key-reused'],
    });
    expect(await judge(keyed('k'), keyed('k', changed))).toMatchObject({
      verdict: 'audit-incomplete',
      reasons: ['key-unverified'],
    });
    expect((await judge(keyed('k'), keyed('l'))).verdict).toBe('faithful');
    expect(await judge(keyed('k'), keyed(undefined))).toMatchObject({ reasons: ['key-unverified'] });
    expect((await judge(keyed(undefined), keyed('k'))).verdict).toBe('faithful');
  });

  test('a bypassed cache answers the key, and an equal key is no reuse', async () => {
    const bypassed = { replayed: { idempotency: 'bypassed' } };
    expect((await judge(keyed('k'), keyed('k'), bypassed)).verdict).toBe('faithful');
    expect((await judge(keyed('k'), keyed(undefined), bypassed)).verdict).toBe('faithful');
  });

  test('a header that says the keys were reused is believed', async () => {
    const reused = { replayed: { idempotency: 'reused' } };
    expect(await judge(keyed('k'), keyed(undefined), reused)).toMatchObject({ reasons: ['key-reused'] });
  });

  test('nothing changed where the recording changed, and nothing shows that it ran', async () => {
    const still = { ...pre(r(A)), ...post(r(A)) };
    expect(await judge(changed, still)).toMatchObject({
      verdict: 'not-reexecuted',
      reasons: ['no-effect-on-replay', 'pre-state-differs'],
    });
    expect(
      await judge({ ...changed, idempotency_key: 'k' }, { ...still, idempotency_key: 'l' }),
    ).toMatchObject({
      verdict: 'audit-incomplete',
      reasons: ['pre-state-differs'],
    });
    expect(await judge(changed, still, { replayed: { idempotency: 'bypassed' } })).toMatchObject({
      reasons: ['pre-state-differs'],
    });
    // salted keys are a promise about keys, and show of no call that it ran
    expect(await judge(changed, still, { replayed: { idempotency: 'salted' } })).toMatchObject({
      verdict: 'not-reexecuted',
    });
    const unmoved = { ...pre(r(C)), ...post(r(C)) };
    expect(await judge(changed, unmoved)).toMatchObject({
      verdict: 'not-reexecuted',
      reasons: ['no-effect-on-replay', 'effect-differs'],
    });
    const elsewhere = {
      ...pre(r(C), { resource: 's', fingerprint: A }),
      ...post(r(C), { resource: 's', fingerprint: B }),
    };
    expect(await judge(changed, elsewhere)).toMatchObject({
      verdict: 'divergent',
      reasons: ['effect-differs'],
    });
  });
});
