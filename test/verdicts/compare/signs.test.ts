import { describe, expect, test } from 'vitest';
import type { Edge, OrderReading } from '../../../src/model/order.ts';
import { deriveCacheSigns, findEchoes } from '../../../src/verdicts/compare/cache-signs.ts';
import { findRespelledResources } from '../../../src/verdicts/compare/respelled-resources.ts';
import { findUnseenWriters } from '../../../src/verdicts/compare/unseen-writers.ts';
import { end, header, lines, readDrawing, readOne, WITNESSED } from '../../bundle.ts';
import { madeStep } from '../made-step.ts';

const call = (turn_index: number, members: object): object => ({
  record: 'call',
  tool: 't',
  turn_index,
  output: 'ok',
  ...members,
});
const log = (members: object, ...calls: object[]): string =>
  lines(header(members), ...calls, end(calls.length));

describe('cache signs', () => {
  test('flags, keys of the recording, of other calls, of other attempts', async () => {
    const session = await readOne({
      files: {
        a: log({ role: 'recorded' }, call(0, { idempotency_key: 'k0' }), call(1, { idempotency_key: 'k1' })),
        b: log(
          { role: 'replayed', attempt: 'r1' },
          call(0, { idempotency_key: 'k0' }),
          call(1, { idempotency_key: 'x' }),
        ),
        c: log(
          { role: 'replayed', attempt: 'r2' },
          call(0, { idempotency_key: 'k1', served_from_idempotency_cache: true }),
          call(1, { idempotency_key: 'x' }),
        ),
      },
    });
    expect(deriveCacheSigns(session.calls)).toEqual([
      [{ is: 'key-of-recording', key: 'k0' }],
      [
        { is: 'flag', side: 'replayed' },
        { is: 'key-of-other-call', key: 'k1', turn: 1 },
      ],
      [{ is: 'key-of-attempt', key: 'x', attempt: 'r2' }],
      [{ is: 'key-of-attempt', key: 'x', attempt: 'r1' }],
    ]);
  });

  test('echoes of times and request ids', () => {
    const recorded = '{"at":"2026-11-30T10:00:00.123Z","request_id":"req-0a1b2c3d","n":7}';
    expect(findEchoes(recorded, recorded)).toEqual([
      { is: 'echo', what: 'time', text: '2026-11-30T10:00:00.123Z' },
      { is: 'echo', what: 'request-id', text: 'req-0a1b2c3d' },
    ]);
    expect(
      findEchoes(recorded, '{"at":"2026-11-30T10:00:09.000Z","request_id":"req-ffffffff","n":7}'),
    ).toEqual([]);
    expect(findEchoes('', '')).toEqual([]);
  });
});

describe('unseen writers', () => {
  const A = 'a'.repeat(64);
  const B = 'b'.repeat(64);
  const C = 'c'.repeat(64);
  const states = (pre: string, post: string): object => ({
    pre_state: [{ resource: 'r', fingerprint: pre }],
    post_state: [{ resource: 'r', fingerprint: post }],
  });
  const edge = (from: number, to: number): Edge => ({
    from,
    to,
    basis: 'sequence',
    order: 'observation',
    why: '',
  });
  const order = (steps: number, ...edges: Edge[]): OrderReading => ({
    ...WITNESSED,
    edges,
    steps: Array.from({ length: steps }, (_, index) => madeStep(index)),
  });
  const writers = async (reading: OrderReading, ...calls: object[]): Promise<readonly string[]> => {
    const session = await readOne({
      files: { a: log({ role: 'recorded' }, ...calls.map((one, turn) => call(turn, one))) },
    });
    return findUnseenWriters(reading, session.calls).map(
      ({ after, before, resource }) => `${after} ${resource} ${before}`,
    );
  };

  test('a pre-state that is not what the call before left', async () => {
    expect(await writers(order(2, edge(0, 1)), states(A, B), states(C, A))).toEqual(['c0 r c1']);
    expect(await writers(order(2, edge(0, 1)), states(A, B), states(B, A))).toEqual([]);
  });

  test('is no proof where another call may have come between', async () => {
    expect(await writers(order(2), states(A, B), states(C, A))).toEqual([]);
    expect(await writers(order(3, edge(0, 1)), states(A, B), states(C, A), states(B, C))).toEqual([]);
    expect(await writers(order(3, edge(0, 1), edge(1, 2)), states(A, B), states(B, C), states(A, A))).toEqual(
      ['c1 r c2'],
    );
  });
});

describe('respelled resources', () => {
  test('are flagged and never merged', async () => {
    expect(
      findRespelledResources(['file:///etc/A', '/etc/a', 'db:x', 'db:y', '/b/', '/b', '/c%20d', '/c d']),
    ).toEqual([
      { one: '/b', other: '/b/' },
      { one: '/c d', other: '/c%20d' },
      { one: '/etc/a', other: 'file:///etc/A' },
    ]);
    const state = (resource: string): object =>
      call(0, { post_state: [{ resource, fingerprint: 'a'.repeat(64) }] });
    const { problems, sessions } = await readDrawing({
      files: { a: log({ role: 'recorded' }, state('/etc/a')), b: log({ role: 'replayed' }, state('/etc/A')) },
    });
    expect(problems.map(({ code, file }) => [code, file])).toEqual([['resource-respelled', 'a']]);
    expect(sessions[0]?.calls[0]?.reasons).toEqual(['effect-differs', 'replay-post-state-missing']);
  });
});
