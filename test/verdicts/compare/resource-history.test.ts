import { describe, expect, test } from 'vitest';
import type { Edge, OrderReading } from '../../../src/model/order.ts';
import { groupAttempts } from '../../../src/verdicts/compare/attempts.ts';
import { deriveResourceHistory, type Standing } from '../../../src/verdicts/compare/resource-history.ts';
import { callsByStep } from '../../../src/verdicts/downstream/calls-by-step.ts';
import { createStepOrder } from '../../../src/verdicts/downstream/step-order.ts';
import { end, header, lines, readOne, WITNESSED } from '../../bundle.ts';
import { madeStep } from '../made-step.ts';

const DIGITS = { A: 'a', B: 'b', C: 'c', D: 'd' } as const;
type Name = keyof typeof DIGITS;
const r = (name: Name, resource = 'r'): object => ({ resource, fingerprint: DIGITS[name].repeat(64) });
const named = (value: string | undefined): string =>
  Object.entries(DIGITS).find(([, digit]) => value === digit.repeat(64))?.[0] ?? '?';

const write = (before: Name, after: Name, more: object = {}): object => ({
  pre_state: [r(before)],
  post_state: [r(after)],
  effects: 'write',
  ...more,
});
const read = (name: Name): object => ({ pre_state: [r(name)], post_state: [r(name)], effects: 'read' });
const elsewhere: object = { post_state: [r('D', 'other')], effects: 'write' };

const edge = (from: number, to: number): Edge => ({
  from,
  to,
  basis: 'sequence',
  order: 'observation',
  why: '',
});
const chain = (steps: number): readonly Edge[] => Array.from({ length: steps - 1 }, (_, i) => edge(i, i + 1));

interface Wishes {
  readonly edges?: readonly Edge[];
  readonly replay?: readonly object[];
  readonly order?: Partial<OrderReading>;
}

/** The history of `r` as of a call of a session whose turn n is the n-th of the calls. */
async function historyAt(here: number, calls: readonly object[], wishes: Wishes = {}) {
  const log = (role: string, own: readonly object[]): string =>
    lines(
      header({ role }),
      ...own.map((call, turn_index) => ({ record: 'call', tool: 't', turn_index, ...call })),
      end(own.length),
    );
  const files = {
    a: log('recorded', calls),
    ...(wishes.replay === undefined ? {} : { b: log('replayed', wishes.replay) }),
  };
  const session = await readOne({ files });
  const order: OrderReading = {
    ...WITNESSED,
    steps: calls.map((_, i) => madeStep(i)),
    edges: wishes.edges ?? chain(calls.length),
    ...wishes.order,
  };
  const judged = callsByStep(order, session.calls);
  const history = deriveResourceHistory(
    {
      order,
      calls: session.calls,
      stepOf: (call) => judged.find(({ calls }) => calls.includes(session.calls[call] as never))?.step,
      steps: createStepOrder(order),
      attempts: groupAttempts(session.calls),
    },
    here,
    'r',
  );
  return {
    ...history,
    told: history.calls.map(
      ({ call, relation, access, unseen }) =>
        `${call} ${relation} ${access}${unseen === undefined ? '' : ' unseen'}`,
    ),
    words: { recorded: words(history.recorded), replayed: words(history.replayed) },
  };
}

const words = (standing: Standing): string =>
  standing.is === 'stated'
    ? `${named(standing.state.fingerprint?.value)} ${standing.when} ${standing.at}`
    : standing.is === 'lost'
      ? `lost ${standing.at}`
      : 'unsaid';

describe('the calls on a resource up to a call', () => {
  test('are those before it and itself, with what comes later counted', async () => {
    const found = await historyAt(2, [write('A', 'B'), elsewhere, read('B'), write('B', 'C'), read('C')]);
    expect(found.told).toEqual(['0 before write', '2 here read']);
    expect(found).toMatchObject({ later: 2, isOneOrder: true, silent: 0 });
    expect(found.words.recorded).toBe('B post 1');
  });

  test('hold those that nothing orders with it, and then no state is sure', async () => {
    const found = await historyAt(2, [write('A', 'B'), write('B', 'C'), elsewhere], { edges: [edge(0, 2)] });
    expect(found.told).toEqual(['0 before write', '1 may write']);
    expect(found.isOneOrder).toBe(false);
    // the unordered write is no word for how it stands
    expect(found.words.recorded).toBe('B post 0');
  });

  test('two writes before it that are unordered with each other leave the order open', async () => {
    const found = await historyAt(2, [write('A', 'B'), write('A', 'C'), elsewhere], {
      edges: [edge(0, 2), edge(1, 2)],
    });
    expect(found).toMatchObject({ isOneOrder: false, told: ['0 before write', '1 before write'] });
  });

  test('stand in the linearization where there is one', async () => {
    const linear = (...steps: number[]) => ({
      linearization: steps.map((one) => ({ step: one, basis: 'pin' as const })),
    });
    const calls = [write('A', 'B'), write('B', 'C'), elsewhere];
    const edges = [edge(0, 2), edge(1, 2)];
    expect((await historyAt(2, calls, { edges, order: linear(1, 0, 2) })).told).toEqual([
      '1 before write',
      '0 before write',
    ]);
  });

  test('a cycle of edges takes no order away from the others', async () => {
    const found = await historyAt(0, [read('A'), read('A'), read('A')], {
      edges: [edge(0, 1), edge(1, 2), edge(2, 1)],
    });
    expect(found).toMatchObject({ told: ['0 here read'], later: 2 });
  });
});

describe('the chain of fingerprints', () => {
  test('shows an unseen writer before a call', async () => {
    const found = await historyAt(2, [write('A', 'B'), read('C'), read('C')]);
    expect(found.told).toEqual(['0 before write', '1 before read unseen', '2 here read']);
    expect(found.unseenLater).toBeUndefined();
  });

  test('shows one that wrote before a later call, perhaps before this one', async () => {
    const found = await historyAt(1, [write('A', 'B'), elsewhere, read('C')]);
    expect(found.unseenLater).toMatchObject({ after: 'c0', before: 'c2' });
  });

  test('is long in one pass', async () => {
    const size = 3_000;
    const calls = Array.from({ length: size }, (_, i) => (i % 2 === 0 ? write('A', 'B') : write('B', 'A')));
    const found = await historyAt(size - 1, calls);
    expect(found.told).toHaveLength(size);
    expect(found.isOneOrder).toBe(true);
  });
});

describe('the state as of a call', () => {
  test('of each side is what its own last call said', async () => {
    const found = await historyAt(1, [write('A', 'B'), elsewhere], { replay: [write('A', 'C'), elsewhere] });
    expect(found.words).toEqual({ recorded: 'B post 0', replayed: 'C post 0' });
  });

  test('is lost where the last writer did not state it, and never taken from before', async () => {
    const found = await historyAt(1, [write('A', 'B'), write('B', 'C')], {
      replay: [write('A', 'B'), { effects: 'write' }],
    });
    expect(found.words).toEqual({ recorded: 'C post 1', replayed: 'lost 1' });
    const missing = await historyAt(1, [write('A', 'B'), write('B', 'C')], { replay: [write('A', 'B')] });
    expect(missing.words.replayed).toBe('lost 1');
  });

  test('stands where a side says that it wrote nothing else', async () => {
    const found = await historyAt(1, [write('A', 'B'), write('B', 'C')], {
      replay: [write('A', 'B'), { effects: 'write', post_state: [] }],
    });
    expect(found.words.replayed).toBe('B post 0');
  });

  test('counts calls that may have written it and do not list what they wrote', async () => {
    const found = await historyAt(2, [write('A', 'B'), { output: 'done' }, read('B'), { output: 'later' }]);
    expect(found.silent).toBe(1);
    expect((await historyAt(0, [read('B')])).silent).toBe(0);
  });

  test('is not said where no call up to here lists it', async () => {
    const found = await historyAt(0, [elsewhere, read('A')]);
    expect(found).toMatchObject({ calls: [], later: 1, words: { recorded: 'unsaid', replayed: 'unsaid' } });
  });
});
