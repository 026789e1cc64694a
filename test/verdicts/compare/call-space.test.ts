import { beforeAll, describe, expect, test } from 'vitest';
import { loadHashes } from '../../../src/lib/hash.ts';
import type { CallLog, CallRecord, Fingerprint, StatedValue, StateRecord } from '../../../src/model/call.ts';
import { contentOfText } from '../../../src/model/content.ts';
import { CALL_REASONS, type CallReason, VERDICTS, type Verdict } from '../../../src/model/verdict.ts';
import { readCallFacts } from '../../../src/verdicts/compare/call-facts.ts';
import { CALL_RULES } from '../../../src/verdicts/compare/call-rules.ts';
import { judgeCall } from '../../../src/verdicts/compare/judge-call.ts';

/**
 * The space of one paired call, enumerated: every axis is a member of design.md 3.1 with all the values that its rules
 * tell apart, and every combination of two sides is judged.
 */
type Side = Omit<CallRecord, 'at' | 'source' | 'tool' | 'derived'>;

let text: (value: string) => StatedValue;
beforeAll(async () => {
  await loadHashes();
  const known = new Map<string, StatedValue>();
  text = (value) => {
    const found = known.get(value) ?? { content: contentOfText(value) };
    known.set(value, found);
    return found;
  };
});

const sha = (digit: string): Fingerprint => ({ scheme: 'sha256', value: digit.repeat(64) });
const state = (fingerprint?: Fingerprint, epoch?: string): StateRecord => ({
  resource: 'r',
  absent: false,
  ...(fingerprint === undefined ? {} : { fingerprint }),
  ...(epoch === undefined ? {} : { epoch }),
});
const version = (value: string): Fingerprint => ({ scheme: 'row-version', value });
const extra: StateRecord = { resource: 'other', absent: false, fingerprint: sha('e') };
const gone: StateRecord = { resource: 'r', absent: true };

const VALUES: readonly (readonly [string | undefined, string | undefined])[] = [
  [undefined, undefined],
  [undefined, 'x'],
  ['x', undefined],
  ['x', 'x'],
  ['x', 'y'],
];
const KEYS: readonly (readonly [string | undefined, string | undefined])[] = [
  [undefined, undefined],
  [undefined, 'k'],
  ['k', undefined],
  ['k', 'k'],
  ['k', 'other'],
];
const HEADERS: readonly CallLog['idempotency'][] = [undefined, 'salted', 'bypassed', 'reused'];
type States = readonly StateRecord[] | undefined;
const PRE: readonly (readonly [States, States])[] = [
  [undefined, undefined],
  [undefined, [state(sha('b'))]],
  [[], undefined],
  [[], []],
  [[state(sha('a'))], undefined],
  [[state(sha('a'))], [state()]],
  [[state(sha('a'))], [state(sha('a'))]],
  [[state(sha('a'))], [state(sha('b'))]],
  [[state(sha('a'))], [state({ scheme: 'etag', value: '1' })]],
];
const RECORDED_POST: readonly States[] = [
  undefined,
  [],
  [state()],
  [state(sha('b'))],
  [state(sha('b'), 'e1')],
  [state(version('1'), 'e1')],
  [state({ scheme: 'weak-etag', value: 'w' })],
  [gone],
];
const REPLAYED_POST: readonly States[] = [
  undefined,
  [],
  [state()],
  [state(sha('a'))],
  [state(sha('b'))],
  [state(sha('b'), 'e1')],
  [state(sha('b'), 'e2')],
  [state(version('1'))],
  [state(version('1'), 'e1')],
  [state(version('1'), 'e2')],
  [state(version('2'), 'e1')],
  [state({ scheme: 'weak-etag', value: 'w' })],
  [gone],
  [state(sha('b')), extra],
];
const CACHE: readonly (readonly [boolean, boolean])[] = [
  [false, false],
  [true, false],
  [false, true],
];
type Coverage = 'full' | 'partial' | undefined;
const COVERAGE: readonly (readonly [Coverage, Coverage])[] = [
  [undefined, undefined],
  ['partial', 'full'],
  ['full', 'partial'],
];

interface Case {
  readonly recorded: CallRecord;
  readonly replayed: CallRecord;
  readonly header: CallLog['idempotency'];
}

const common = {
  at: { file: 0, offset: 0, length: 0 },
  source: 'log',
  tool: 't',
  turnIndex: 0,
  derived: false,
} as const;

function side(parts: {
  input: string | undefined;
  output: string | undefined;
  key: string | undefined;
  cache: boolean;
  pre: States;
  post: States;
  coverage: Coverage;
  effects?: 'read';
}): CallRecord {
  const members: Side = {
    input: parts.input === undefined ? {} : text(parts.input),
    output: parts.output === undefined ? {} : text(parts.output),
    servedFromCache: parts.cache,
    ...(parts.key === undefined ? {} : { idempotencyKey: parts.key }),
    ...(parts.pre === undefined ? {} : { preState: parts.pre }),
    ...(parts.post === undefined ? {} : { postState: parts.post }),
    ...(parts.coverage === undefined ? {} : { coverage: parts.coverage }),
    ...(parts.effects === undefined ? {} : { effects: parts.effects }),
  };
  return { ...common, ...members };
}

/** States, coverage and effects in full, against the rest at its two ends: all in order, or nothing stated. */
function* stateSpace(): Generator<Case> {
  for (const effects of [undefined, 'read'] as const)
    for (const recordedPost of RECORDED_POST)
      for (const replayedPost of REPLAYED_POST)
        for (const [recordedPre, replayedPre] of PRE)
          for (const [recordedCoverage, replayedCoverage] of COVERAGE)
            for (const value of ['x', undefined]) {
              const both = { input: value, output: value, key: undefined, cache: false };
              yield {
                recorded: side({
                  ...both,
                  pre: recordedPre,
                  post: recordedPost,
                  coverage: recordedCoverage,
                  ...(effects === undefined ? {} : { effects }),
                }),
                replayed: side({ ...both, pre: replayedPre, post: replayedPost, coverage: replayedCoverage }),
                header: 'salted',
              };
            }
}

/** Values, keys, headers and cache flags in full, against a few states that matter to them. */
function* executionSpace(): Generator<Case> {
  const STATES: readonly (readonly [States, States, States, States])[] = [
    [undefined, undefined, undefined, undefined],
    [undefined, undefined, [state(sha('b'))], [state(sha('b'))]],
    [undefined, undefined, [state(sha('b'))], [state(sha('c'))]],
    [[state(sha('a'))], [state(sha('a'))], [state(sha('b'))], [state(sha('b'))]],
    [[state(sha('a'))], [state(sha('b'))], [state(sha('b'))], [state(sha('b'))]],
    [[state(sha('a'))], [state(sha('a'))], [state(sha('b'))], [state(sha('a'))]],
    [[state(sha('a'))], undefined, [state(sha('b'))], [state(sha('b'))]],
  ];
  for (const [recordedInput, replayedInput] of VALUES)
    for (const [recordedOutput, replayedOutput] of VALUES)
      for (const [recordedKey, replayedKey] of KEYS)
        for (const header of HEADERS)
          for (const [recordedCache, replayedCache] of CACHE)
            for (const [recordedPre, replayedPre, recordedPost, replayedPost] of STATES)
              yield {
                recorded: side({
                  input: recordedInput,
                  output: recordedOutput,
                  key: recordedKey,
                  cache: recordedCache,
                  pre: recordedPre,
                  post: recordedPost,
                  coverage: undefined,
                }),
                replayed: side({
                  input: replayedInput,
                  output: replayedOutput,
                  key: replayedKey,
                  cache: replayedCache,
                  pre: replayedPre,
                  post: replayedPost,
                  coverage: undefined,
                }),
                header,
              };
}

const judge = ({ recorded, replayed, header }: Case): ReturnType<typeof judgeCall> =>
  judgeCall(readCallFacts(recorded, replayed, header));

function countVerdicts(space: Iterable<Case>): Record<Verdict, number> {
  const counts = Object.fromEntries(VERDICTS.map((verdict) => [verdict, 0])) as Record<Verdict, number>;
  for (const one of space) counts[judge(one).verdict]++;
  return counts;
}

/** What may be taken away: design.md 4 excepts a replay's own admissions. */
function* weakened(one: Case): Generator<Case> {
  const { replayed } = one;
  for (const member of ['preState', 'postState', 'idempotencyKey', 'effects'] as const) {
    if (replayed[member] === undefined) continue;
    const { [member]: _, ...rest } = replayed;
    yield { ...one, replayed: rest };
  }
  for (const member of ['input', 'output'] as const) {
    if (replayed[member].content !== undefined) yield { ...one, replayed: { ...replayed, [member]: {} } };
  }
  for (const list of ['preState', 'postState'] as const) {
    const states = replayed[list] ?? [];
    for (const [i, entry] of states.entries()) {
      const listed = one.recorded[list]?.some((other) => other.resource === entry.resource) === true;
      if (listed || list === 'preState') {
        yield { ...one, replayed: { ...replayed, [list]: states.filter((_, at) => at !== i) } };
      }
      const { fingerprint: _f, ...withoutFingerprint } = entry;
      const { epoch: _e, ...withoutEpoch } = entry;
      for (const less of [withoutFingerprint, withoutEpoch, { ...entry, absent: false }]) {
        yield {
          ...one,
          replayed: { ...replayed, [list]: states.map((other, at) => (at === i ? less : other)) },
        };
      }
    }
  }
}

describe('the space of one call', () => {
  test('every combination has one verdict; so many of each', () => {
    expect(countVerdicts(stateSpace())).toMatchInlineSnapshot(`
      {
        "audit-incomplete": 8892,
        "divergent": 2960,
        "faithful": 64,
        "not-reexecuted": 180,
        "refused": 0,
        "unmatched": 0,
      }
    `);
    expect(countVerdicts(executionSpace())).toMatchInlineSnapshot(`
      {
        "audit-incomplete": 1132,
        "divergent": 1284,
        "faithful": 84,
        "not-reexecuted": 8000,
        "refused": 0,
        "unmatched": 0,
      }
    `);
  });

  test('the headline is that of the first reason in the table, and reasons keep its order', () => {
    const order = Object.keys(CALL_REASONS) as CallReason[];
    for (const space of [stateSpace(), executionSpace()])
      for (const one of space) {
        const { verdict, reasons, cause } = judge(one);
        const places = reasons.map((reason) => order.indexOf(reason));
        const sorted = places.every((place, i) => i === 0 || place > (places[i - 1] ?? 0));
        const worst = VERDICTS.find((each) => reasons.some((reason) => CALL_REASONS[reason] === each));
        const right =
          verdict === (worst ?? 'faithful') && (cause !== undefined) === (verdict === 'divergent');
        if (!sorted || !right) expect.fail(JSON.stringify([one, verdict, reasons, cause]));
      }
  });

  test('removing any member of the replay never turns a call faithful', () => {
    let looked = 0;
    for (const space of [stateSpace(), executionSpace()])
      for (const one of space) {
        if (judge(one).verdict === 'faithful') continue;
        for (const less of weakened(one)) {
          looked++;
          if (judge(less).verdict === 'faithful') expect.fail(JSON.stringify([one, less]));
        }
      }
    expect(looked).toBeGreaterThan(50_000);
  });

  test('faithful means: compared, equal in everything recorded, and nothing left open', () => {
    for (const space of [stateSpace(), executionSpace()])
      for (const one of space) {
        if (judge(one).verdict !== 'faithful') continue;
        const { recorded, replayed, header } = one;
        expect(recorded.servedFromCache || replayed.servedFromCache).toBe(false);
        expect(replayed.output).toEqual(recorded.output);
        expect(recorded.output.content).toBeDefined();
        if (recorded.input.content !== undefined) expect(replayed.input).toEqual(recorded.input);
        if (recorded.preState !== undefined) expect(replayed.preState).toEqual(recorded.preState);
        expect(recorded.postState).toBeDefined();
        expect(replayed.postState).toHaveLength(recorded.postState?.length ?? -1);
        if (recorded.idempotencyKey !== undefined && header !== 'bypassed') {
          expect(replayed.idempotencyKey ?? recorded.idempotencyKey).not.toBe(recorded.idempotencyKey);
        }
      }
  });

  test('every rule is needed: each decides some verdict alone', () => {
    const alone = new Set<CallReason>();
    for (const space of [stateSpace(), executionSpace()])
      for (const one of space) {
        const { reasons } = judge(one);
        if (reasons.length === 1) for (const reason of reasons) alone.add(reason);
      }
    const sealed = readCallFacts(side(EQUAL()), side(EQUAL()), 'salted', undefined, 'broken');
    for (const reason of judgeCall(sealed).reasons) alone.add(reason);
    for (const reason of judgeCall({ ...sealed, seal: 'unchecked' }).reasons) alone.add(reason);
    // these two never come alone: what they say is part of another reason
    const together: readonly CallReason[] = ['no-effect-on-replay', 'epoch-differs'];
    const expected = CALL_RULES.map((rule) => rule.reason).filter((reason) => !together.includes(reason));
    expect([...alone].sort()).toEqual([...expected].sort());
  });
});

const EQUAL = (): Parameters<typeof side>[0] => ({
  input: 'x',
  output: 'x',
  key: undefined,
  cache: false,
  pre: undefined,
  post: [state(sha('b'))],
  coverage: undefined,
});
