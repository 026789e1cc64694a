import { describe, expect, test } from 'vitest';
import type { Edge, OrderReading, Step } from '../../../src/model/order.ts';
import type { LogReading, ModeReadiness } from '../../../src/model/seal.ts';
import type { SessionReading } from '../../../src/model/session.ts';
import { deriveCounterfactual } from '../../../src/verdicts/downstream/derive-counterfactual.ts';
import { deriveDownstream } from '../../../src/verdicts/downstream/derive-downstream.ts';
import { drawEvidence, end, header, lines, readOne, span, WITNESSED } from '../../bundle.ts';
import { madeStep } from '../made-step.ts';

const A = 'a'.repeat(64);
const B = 'b'.repeat(64);
const r = (fingerprint: string, resource = 'r'): object => ({ resource, fingerprint });

const step = (index: number): Step => madeStep(index, { id: `call:-/${index}/-` });
const edge = (from: number, to: number, more: Partial<Edge> = {}): Edge => ({
  from,
  to,
  basis: 'sequence',
  order: 'observation',
  why: '',
  ...more,
});
const orderOf = (steps: number, edges: readonly Edge[], more: Partial<OrderReading> = {}): OrderReading => ({
  ...WITNESSED,
  steps: Array.from({ length: steps }, (_, i) => step(i)),
  edges,
  ...more,
});

/** A session whose calls are those of the given turns: recorded and replayed members of each. */
async function session(calls: readonly (readonly [object, object])[]): Promise<SessionReading> {
  const log = (role: string, side: 0 | 1): string =>
    lines(
      header({ role }),
      ...calls.map((call, turn_index) => ({
        record: 'call',
        tool: 't',
        turn_index,
        output: 'ok',
        ...call[side],
      })),
      end(calls.length),
    );
  return readOne({ files: { a: log('recorded', 0), b: log('replayed', 1) } });
}
const same = (members: object): readonly [object, object] => [members, members];
const GOOD = same({ post_state: [r(A)] });

async function downstream(
  calls: readonly (readonly [object, object])[],
  edges: readonly Edge[],
): Promise<readonly string[]> {
  const found = deriveDownstream(orderOf(calls.length, edges), (await session(calls)).calls);
  expect(found?.count).toBe(found?.pairs.length);
  return (found?.pairs ?? []).map(({ from, to, how }) => `${from.split('/')[1]} ${how} ${to.split('/')[1]}`);
}

describe('deriveDownstream', () => {
  const badOutput = [
    { output: 'a', post_state: [r(A)] },
    { output: 'b', post_state: [r(A)] },
  ] as const;
  const badEffect = [{ post_state: [r(A)] }, { post_state: [r(B)] }] as const;
  const chain = [edge(0, 1), edge(1, 2)];

  test('a faithful session has none', async () => {
    expect(await downstream([GOOD, GOOD, GOOD], chain)).toEqual([]);
  });

  test('an output that differs reaches everything after it through the context, and may reach what is unordered', async () => {
    expect(await downstream([GOOD, badOutput, GOOD], chain)).toEqual(['1 must 2']);
    expect(await downstream([badOutput, GOOD, GOOD], [edge(0, 1)])).toEqual(['0 must 1', '0 may 2']);
  });

  test('an effect behind an equal output reaches only what touches the resource', async () => {
    const other = same({ post_state: [r(A, 's')] });
    expect(await downstream([badEffect, other, GOOD], chain)).toEqual(['0 must 2']);
    expect(await downstream([badEffect, GOOD], [])).toEqual(['0 may 1']);
  });

  test('a later pre-state that was verified equal cuts the flow', async () => {
    const checked = same({ pre_state: [r(B)], post_state: [r(A)] });
    expect(await downstream([badEffect, checked], [edge(0, 1)])).toEqual([]);
    const unchecked = [{ pre_state: [r(B)], post_state: [r(A)] }, { post_state: [r(A)] }] as const;
    // the second is itself not faithful, but nothing comes after it
    expect(await downstream([badEffect, unchecked], [edge(0, 1)])).toEqual(['0 must 1']);
  });

  test('a read leaves no effect; an edge of effects carries no output', async () => {
    const read = [
      { effects: 'read', post_state: [r(A)] },
      { effects: 'read', post_state: [r(B)] },
    ] as const;
    expect(await downstream([read, GOOD], [edge(0, 1)])).toEqual([]);
    const elsewhere = same({ post_state: [r(A, 's')] });
    expect(
      await downstream([badOutput, elsewhere], [edge(0, 1, { order: 'effect', basis: 'fingerprint' })]),
    ).toEqual([]);
  });

  test('an output out of a cache is not verified', async () => {
    const cached = [
      { post_state: [r(A)] },
      { post_state: [r(A)], served_from_idempotency_cache: true },
    ] as const;
    expect(await downstream([cached, GOOD], [edge(0, 1)])).toEqual(['0 must 1']);
  });

  test('the list stops at 10,000 pairs, the count does not', async () => {
    const calls = Array.from({ length: 160 }, () => badOutput);
    const edges = calls.slice(1).map((_, i) => edge(i, i + 1));
    const found = deriveDownstream(orderOf(160, edges), (await session(calls)).calls);
    expect(found?.pairs).toHaveLength(10_000);
    expect(found?.count).toBe((160 * 159) / 2);
  });
});

describe('deriveCounterfactual', () => {
  const mode = (plannable: boolean): ModeReadiness => ({
    mode: 'counterfactual',
    requires: ['modelDecisions', 'seedsAndClock', 'liveComponent'],
    recordRequires: ['modelDecisions'],
    met: plannable ? ['modelDecisions'] : [],
    missing: plannable
      ? ['seedsAndClock', 'liveComponent']
      : ['modelDecisions', 'seedsAndClock', 'liveComponent'],
    plannable,
    blocker: plannable ? 'liveComponent' : 'modelDecisions',
  });
  const log = (plannable: boolean): LogReading => ({
    file: 0,
    complete: true,
    torn: false,
    decisions: [],
    present: {
      modelDecisions: plannable,
      sealedEvidence: false,
      responseText: false,
      promptDigest: false,
      toolCalls: false,
      seedsAndClock: false,
      liveComponent: false,
    },
    modes: [mode(plannable)],
  });
  async function gates(
    order: OrderReading,
    logs: readonly LogReading[],
    calls = [GOOD, GOOD, GOOD],
  ): Promise<readonly unknown[]> {
    const { spans } = await drawEvidence({
      traces: {
        t: [span({ spanId: '1'.repeat(16) }), span({ spanId: '2'.repeat(16), parentId: '1'.repeat(16) })],
      },
    });
    const found = deriveCounterfactual(order, (await session(calls)).calls, logs, {
      spans,
      rows: Uint32Array.from({ length: spans.count }, (_, row) => row),
    });
    return (found ?? []).map(({ gate, reasons }) => [gate, ...reasons]);
  }
  const chain = [edge(0, 1), edge(1, 2)];
  const question = { a: 0, b: 1, order: 'observation', why: 'overlap', overlap: undefined } as const;

  test('well-posed when everything is there', async () => {
    expect(await gates(orderOf(3, chain), [log(true)])).toEqual([
      ['well-posed'],
      ['well-posed'],
      ['well-posed'],
    ]);
  });

  test('ill-posed without decisions, with them named', async () => {
    for (const logs of [[], [log(false)]]) {
      expect(await gates(orderOf(3, chain), logs)).toEqual(Array(3).fill(['ill-posed', 'modelDecisions']));
    }
  });

  test('an open pair bars what it may follow, and not what comes after it', async () => {
    const edges = [edge(0, 2), edge(1, 2)];
    const order = orderOf(3, edges, { questions: [question], questionCount: 1 });
    const named = 'question:call:-/0/-|call:-/1/-';
    expect(await gates(order, [log(true)])).toEqual([
      ['ill-posed', named],
      ['ill-posed', named],
      ['well-posed'],
    ]);
  });

  test('pins make it conditional', async () => {
    const order = orderOf(3, [edge(0, 1, { basis: 'pin' }), edge(1, 2)]);
    const pin = 'pin:call:-/0/-|call:-/1/-';
    expect(await gates(order, [log(true)])).toEqual([
      ['conditional', pin],
      ['conditional', pin],
      ['well-posed'],
    ]);
  });

  test('a conflict, and a call before it that is not faithful', async () => {
    const conflicts = [{ spans: ['call:-/1/-', 'call:-/2/-'], why: '' }];
    expect(await gates(orderOf(3, chain, { conflicts, bucket: 'conflicting' }), [log(true)])).toEqual(
      Array(3).fill(['ill-posed', 'conflict:call:-/1/-|call:-/2/-']),
    );
    const bad = [{ post_state: [r(A)] }, { post_state: [r(B)] }] as unknown as typeof GOOD;
    expect(await gates(orderOf(3, chain), [log(true)], [bad, GOOD, GOOD])).toEqual([
      ['well-posed'],
      ['ill-posed', 'not-faithful:call:-/0/-'],
      ['ill-posed', 'not-faithful:call:-/0/-'],
    ]);
  });

  test('an orphan above it', async () => {
    const order = orderOf(3, chain, {
      bucket: 'orphaned',
      orphans: [{ row: 0, missingParentId: 'f', said: '' }],
    });
    const steps = order.steps.map((one) =>
      one.index === 2 ? { ...one, row: 1, spanId: '2'.repeat(16) } : one,
    );
    const { calls } = await session([GOOD, GOOD, same({ span_id: '2'.repeat(16), post_state: [r(A)] })]);
    const { spans } = await drawEvidence({
      traces: {
        t: [span({ spanId: '1'.repeat(16) }), span({ spanId: '2'.repeat(16), parentId: '1'.repeat(16) })],
      },
    });
    const found = deriveCounterfactual({ ...order, steps }, calls, [log(true)], {
      spans,
      rows: Uint32Array.from({ length: spans.count }, (_, row) => row),
    });
    expect(found?.map(({ gate, reasons }) => [gate, ...reasons])).toEqual([
      ['well-posed'],
      ['well-posed'],
      ['ill-posed', `orphan:${'1'.repeat(16)}`],
    ]);
  });
});
