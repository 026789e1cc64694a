import { describe, expect, test } from 'vitest';
import type { OrderReading } from '../../../src/model/order.ts';
import type { DecisionReading, LogReading } from '../../../src/model/seal.ts';
import type { SessionReading } from '../../../src/model/session.ts';
import type { SpanRecord } from '../../../src/model/span.ts';
import { groupSessions } from '../../../src/verdicts/session/group.ts';
import {
  type Drawing,
  drawEvidence,
  end,
  header,
  judgedSession,
  lines,
  readOne,
  span,
  WITNESSED,
} from '../../bundle.ts';

const A = 'a'.repeat(64);
const snapshot = { id: 'snap', epoch: 'e' };
const call = (turn: number, more: object = {}): object => ({
  record: 'call',
  turn_index: turn,
  tool: 't',
  input: { n: turn },
  output: 'ok',
  post_state: [{ resource: 'r', fingerprint: A }],
  ...more,
});
const recorded = (...calls: object[]): string =>
  lines(header({ role: 'recorded', snapshot }), ...calls, end(calls.length));
const REPLAY = {
  role: 'replayed',
  attempt: 'r1',
  snapshot: { ...snapshot, pinned: true },
  idempotency: 'salted',
};
const replayed = (members: object, ...calls: object[]): string =>
  lines(header({ ...REPLAY, ...members }), ...calls, end(calls.length));
const GOOD = { a: recorded(call(0), call(1)), b: replayed({}, call(0), call(1)) };

const read = (files: Drawing['files'], reading?: OrderReading): Promise<SessionReading> =>
  readOne({ ...(files === undefined ? {} : { files }) }, reading);

describe('admissible', () => {
  test('when everything holds, and only then without reasons', async () => {
    expect(await read(GOOD)).toMatchObject({
      outcome: 'admissible',
      reasons: [],
      authenticity: 'unsealed',
      replay: 'faithful',
      completeness: 'complete',
      conditions: { fingerprinted: true, pinned: true, salted: true, compared: true },
    });
  });

  test('two attempts are two comparisons of one recording', async () => {
    const session = await read({ ...GOOD, c: replayed({ attempt: 'r2' }, call(0), call(1)) });
    expect(session.calls.map(({ turn, attempt }) => [turn, attempt])).toEqual([
      [0, 'r1'],
      [0, 'r2'],
      [1, 'r1'],
      [1, 'r2'],
    ]);
    expect(session.outcome).toBe('admissible');
    const worse = await read({ ...GOOD, c: replayed({ attempt: 'r2' }, call(0)) });
    expect(worse).toMatchObject({ outcome: 'hypothesis', replay: 'unmatched' });
  });

  test('one attempt told by two files is one comparison', async () => {
    const session = await read({ a: GOOD.a, b: replayed({}, call(0)), c: replayed({}, call(1)) });
    expect(session.calls.map(({ verdict }) => verdict)).toEqual(['faithful', 'faithful']);
  });
});

describe('what bars it', () => {
  test.each([
    [
      'no replay',
      { a: GOOD.a },
      ['no-replay', 'replay-missing', 'condition-pinned', 'condition-salted', 'condition-compared'],
    ],
    [
      'a call without its replay',
      { a: GOOD.a, b: replayed({}, call(0)) },
      ['replay-missing', 'condition-compared'],
    ],
    [
      'a call too many',
      { a: GOOD.a, b: replayed({}, call(0), call(1), call(2)) },
      ['recorded-missing', 'condition-fingerprinted', 'condition-compared'],
    ],
    [
      'no input recorded',
      { a: recorded(call(0, { input: undefined })), b: replayed({}, call(0)) },
      ['condition-fingerprinted', 'condition-compared'],
    ],
    ['snapshot not pinned', { a: GOOD.a, b: replayed({ snapshot }, call(0), call(1)) }, ['condition-pinned']],
    [
      'another epoch pinned',
      { a: GOOD.a, b: replayed({ snapshot: { id: 'snap', epoch: 'f', pinned: true } }, call(0), call(1)) },
      ['condition-pinned'],
    ],
    [
      'an unrecorded snapshot',
      { a: lines(header({ role: 'recorded' }), call(0), end(1)), b: replayed({}, call(0)) },
      ['condition-pinned'],
    ],
    [
      'keys not salted',
      { a: GOOD.a, b: replayed({ idempotency: undefined }, call(0), call(1)) },
      ['condition-salted'],
    ],
    [
      'keys reused, as the header says',
      { a: GOOD.a, b: replayed({ idempotency: 'reused' }, call(0), call(1)) },
      ['condition-salted'],
    ],
    [
      'no end record',
      { a: lines(header({ role: 'recorded', snapshot }), call(0)), b: replayed({}, call(0)) },
      ['completeness-end-missing'],
    ],
    [
      'another count',
      { a: lines(header({ role: 'recorded', snapshot }), call(0), end(2)), b: replayed({}, call(0)) },
      ['completeness-count-differs'],
    ],
    [
      'a torn log',
      { a: GOOD.a.slice(0, -10), b: GOOD.b },
      ['completeness-end-missing', 'completeness-torn-tail', 'completeness-records-lost'],
    ],
    [
      'a record that could not be read',
      { a: `${recorded(call(0))}{"record":"call"}\n`, b: replayed({}, call(0)) },
      ['completeness-records-lost'],
    ],
  ] as const)('%s', async (_, files, reasons) => {
    const session = await read(files);
    expect(session).toMatchObject({ outcome: 'hypothesis', reasons });
  });

  test.each([
    ['conflicting', [], ['order-conflicting']],
    ['orphaned', [], ['order-orphaned']],
    ['partial-order', [], ['order-partial-order']],
    ['not-a-trajectory', [], ['order-not-a-trajectory']],
    ['single-clock', ['one-process'], ['one-process']],
    ['single-clock', [], []],
    ['witnessed', ['append-in-issue-order'], []],
    ['witnessed', ['one-process'], []],
  ] as const)('an order that is %s, assuming %j', async (bucket, assumes, reasons) => {
    const session = await read(GOOD, { ...WITNESSED, bucket, assumes, pinned: true });
    expect(session).toMatchObject({ outcome: reasons.length === 0 ? 'admissible' : 'hypothesis', reasons });
  });

  test('an orphan, and a traced call that is not recorded', async () => {
    const orphan = { row: 0, missingParentId: 'f', said: '' };
    expect(await read(GOOD, { ...WITNESSED, orphans: [orphan] })).toMatchObject({
      completeness: 'unknown',
      reasons: ['completeness-orphan'],
    });
  });

  test('nothing at all', async () => {
    const session = await readOne({
      wals: { w: { is: 'read', header: new Map(), records: [], complete: true, torn: false } },
    });
    expect(session).toMatchObject({ outcome: 'hypothesis', replay: undefined, calls: [] });
    expect(session.reasons.slice(0, 2)).toEqual(['no-calls', 'no-replay']);
    expect(Object.values(session.conditions)).toEqual([false, false, false, false]);
  });
});

describe('conditions', () => {
  test('verified pre-states pin a replay as well as its header does', async () => {
    const from = { pre_state: [{ resource: 'r', fingerprint: A }] };
    const session = await read({
      a: recorded(call(0, from)),
      b: replayed({ snapshot: undefined }, call(0, from)),
    });
    expect(session.conditions.pinned).toBe(true);
    const empty = await read({
      a: recorded(call(0, { pre_state: [] })),
      b: replayed({ snapshot: undefined }, call(0, { pre_state: [] })),
    });
    expect(empty.conditions.pinned).toBe(false);
    const pure = { pre_state: [], post_state: [] };
    const none = await read({
      a: recorded(call(0, pure)),
      b: replayed({ snapshot: undefined }, call(0, pure)),
    });
    expect(none.conditions.pinned).toBe(true);
  });

  test('every keyed call needs another key, or the cache bypassed', async () => {
    const keyed = (key: string): object => call(0, { idempotency_key: key });
    const salted = async (members: object, ...calls: object[]): Promise<boolean> =>
      (await read({ a: recorded(keyed('k'), call(1)), b: replayed(members, ...calls) })).conditions.salted;
    expect(await salted({ idempotency: undefined }, keyed('l'), call(1))).toBe(true);
    expect(await salted({}, keyed('k'), call(1))).toBe(false);
    expect(await salted({ idempotency: 'reused' }, keyed('l'), call(1))).toBe(false);
    expect(await salted({}, call(0), call(1))).toBe(false);
    expect(await salted({}, call(1))).toBe(false);
    expect(await salted({ idempotency: 'bypassed' }, keyed('k'), call(1))).toBe(true);
  });

  test('a cache hit was not compared; a difference was', async () => {
    const hit = await read({
      a: recorded(call(0)),
      b: replayed({}, call(0, { served_from_idempotency_cache: true })),
    });
    expect(hit.conditions.compared).toBe(false);
    const differs = await read({ a: recorded(call(0)), b: replayed({}, call(0, { output: 'no' })) });
    expect(differs).toMatchObject({
      outcome: 'divergent',
      replay: 'divergent',
      conditions: { compared: true },
    });
  });
});

describe('altered files', () => {
  const manifest = (path: string): string =>
    JSON.stringify({
      witnessmark: 1,
      files: ['a', 'b'].map((name) => ({ path: name, ...(name === path ? { sha256: '0'.repeat(64) } : {}) })),
    });

  test('refuse the session; what stands in them is not read', async () => {
    for (const path of ['a', 'b']) {
      const session = await read({ ...GOOD, 'incident.json': manifest(path) });
      expect(session).toMatchObject({ outcome: 'refused', authenticity: 'refused', replay: 'refused' });
      expect(session.reasons[0]).toBe('file-altered');
      expect(session.calls.map(({ verdict, reasons, states }) => [verdict, reasons, states])).toEqual([
        ['refused', ['file-altered'], []],
        ['refused', ['file-altered'], []],
      ]);
      for (const one of session.calls) expect(path === 'a' ? one.recorded : one.replayed).toBeUndefined();
    }
  });

  test('a file of no session refuses them all', async () => {
    const files = {
      ...GOOD,
      'x.txt': 'no evidence',
      'incident.json': JSON.stringify({
        witnessmark: 1,
        files: [{ path: 'a' }, { path: 'b' }, { path: 'x.txt', sha256: '0'.repeat(64) }],
      }),
    };
    expect(await read(files)).toMatchObject({ outcome: 'refused', replay: 'faithful' });
  });
});

describe('states in files of the bundle', () => {
  const state = (fingerprint: string | undefined, path: string): object => ({
    post_state: [{ resource: 'r', content: { path }, ...(fingerprint === undefined ? {} : { fingerprint }) }],
  });
  // SHA-256 of "abc"
  const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
  const withState = (fingerprint: string | undefined, path: string): Promise<SessionReading> =>
    read({
      a: recorded(call(0, state(fingerprint, path))),
      b: replayed({}, call(0, { post_state: [{ resource: 'r', fingerprint: ABC }] })),
      'states/a.yaml': 'abc',
    });

  test('are hashed, must fit, and stand for a fingerprint that is not stated', async () => {
    expect((await withState(ABC, 'states/a.yaml')).calls[0]?.verdict).toBe('faithful');
    expect((await withState(undefined, './states/a.yaml')).calls[0]?.verdict).toBe('faithful');
    expect((await withState(A, 'states/a.yaml')).calls[0]?.reasons).toEqual(['post-state-missing']);
    expect((await withState(undefined, 'states/b.yaml')).calls[0]?.reasons).toEqual(['post-state-missing']);
  });

  test('belong to the session that names them', async () => {
    const session = await withState(ABC, 'states/a.yaml');
    expect(session.group.files).toEqual([0, 1, 2]);
  });
});

describe('calls of a trace', () => {
  const step = (index: number, more: object = {}): OrderReading['steps'][number] => ({
    index,
    id: `s${index}`,
    row: index,
    spanId: `${index + 1}`.repeat(16),
    name: 't',
    kind: 'tool',
    agent: undefined,
    turn: undefined,
    callIndex: undefined,
    callId: undefined,
    context: 0,
    start: undefined,
    end: undefined,
    listed: true,
    ...more,
  });
  const traces = { 't.json': [0, 1].map((digit) => span({ spanId: `${digit + 1}`.repeat(16) })) };

  test('are unmatched without a replay', async () => {
    const session = await readOne({ traces }, { ...WITNESSED, steps: [step(0), step(1)] });
    expect(session.calls).toMatchObject(
      [0, 1].map((digit) => ({
        source: 'trace',
        spanId: `${digit + 1}`.repeat(16),
        verdict: 'unmatched',
        reasons: ['replay-missing'],
        attempt: undefined,
      })),
    );
    expect(session).toMatchObject({ outcome: 'hypothesis', replay: undefined, completeness: 'unknown' });
  });

  test('are compared with those of a replay that was traced, by input and output only', async () => {
    const output = (equalityKey: string): SpanRecord['facts'] => ({
      toolOutput: { kind: 'text', equalityKey, fingerprint: `sha256:${A}`, bytes: 1 },
    });
    const evidence = await drawEvidence({
      files: {
        'incident.json': JSON.stringify({
          witnessmark: 1,
          files: [{ path: 't.json' }, { path: 'u.json', role: 'replayed-calls', attempt: 'r1' }],
        }),
      },
      traces: {
        't.json': [1, 2].map((digit) => span({ spanId: `${digit}`.repeat(16), facts: output('ok') })),
        'u.json': [3, 4].map((digit) =>
          span({
            spanId: `${digit}`.repeat(16),
            traceId: 'f'.repeat(32),
            facts: output(digit === 3 ? 'ok' : 'no'),
          }),
        ),
      },
    });
    const { groups } = groupSessions(evidence);
    const [group] = groups;
    if (group === undefined || groups.length > 1) throw new Error(`${groups.length} sessions`);
    const session = judgedSession(
      group,
      evidence,
      { order: { ...WITNESSED, steps: [step(0, { turn: 0 }), step(1, { turn: 1 })] }, logs: [] },
      [step(2, { turn: 0 }), step(3, { turn: 1 })],
    );
    expect(session.calls.map(({ attempt, verdict, reasons }) => [attempt, verdict, reasons])).toEqual([
      ['r1', 'audit-incomplete', ['post-state-missing']],
      ['r1', 'divergent', ['output-differs', 'post-state-missing']],
    ]);
    expect(session.outcome).toBe('divergent');
  });

  test("are merged with the log's record of the same span", async () => {
    const named = (digit: number): object => call(digit, { span_id: `${digit + 1}`.repeat(16) });
    const files = { a: recorded(named(0), named(1)), b: replayed({}, call(0), call(1)) };
    const session = await readOne({ files, traces }, { ...WITNESSED, steps: [step(0), step(1)] });
    expect(session.calls.map(({ source, verdict }) => [source, verdict])).toEqual([
      ['log', 'faithful'],
      ['log', 'faithful'],
    ]);
    expect(session.outcome).toBe('admissible');
    const partly = { a: recorded(named(0)), b: replayed({}, call(0)) };
    const missing = await readOne({ files: partly, traces }, { ...WITNESSED, steps: [step(0), step(1)] });
    expect(missing.completenessReasons).toEqual(['completeness-call-not-recorded']);
    expect(missing.calls.map(({ source }) => source)).toEqual(['log', 'trace']);
  });
});

describe('seals', () => {
  const decision = (members: Partial<DecisionReading>): DecisionReading => ({
    at: { file: 0, offset: 0, length: 0 },
    crossing: ['c', 0],
    sealed: true,
    verified: true,
    link: undefined,
    reason: undefined,
    revlReason: '',
    refusedAtRun: undefined,
    decision: undefined,
    reproducible: undefined,
    missingUnderEngagement: false,
    keyNotTheLogs: false,
    ...members,
  });
  const readSealed = async (...decisions: DecisionReading[]): Promise<SessionReading> => {
    const evidence = await drawEvidence({ files: GOOD });
    const [group] = groupSessions(evidence).groups;
    if (group === undefined) throw new Error('no session');
    const log: LogReading = {
      file: 0,
      complete: true,
      torn: false,
      decisions,
      present: {
        modelDecisions: true,
        sealedEvidence: true,
        responseText: false,
        promptDigest: false,
        toolCalls: false,
        seedsAndClock: false,
        liveComponent: false,
      },
      modes: [],
    };
    return judgedSession(group, evidence, { order: WITNESSED, logs: [log] });
  };

  test.each([
    ['none', [], 'unsealed', 'admissible', []],
    ['all verified', [{}], 'verified', 'admissible', []],
    ['none sealed', [{ sealed: false, verified: undefined }], 'unsealed', 'admissible', []],
    ['not checked', [{ verified: undefined }], 'unchecked', 'hypothesis', ['seal-unchecked']],
    [
      'another key',
      [{ verified: false, keyNotTheLogs: true }],
      'unchecked',
      'hypothesis',
      ['seal-unchecked', 'key-not-the-logs'],
    ],
    ['broken', [{}, { verified: false, link: 'signature' }], 'refused', 'refused', ['seal-broken']],
    [
      'one missing',
      [{}, { sealed: false, verified: undefined, missingUnderEngagement: true }],
      'mixed',
      'hypothesis',
      ['missing-under-engagement'],
    ],
  ] as const)('%s', async (_, decisions, authenticity, outcome, reasons) => {
    const session = await readSealed(...decisions.map(decision));
    expect(session).toMatchObject({ authenticity, outcome, reasons });
    // a broken seal in the write-ahead log refuses the session, and its calls keep their verdicts
    expect(session.calls.map(({ verdict }) => verdict)).toEqual(['faithful', 'faithful']);
  });
});
