import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Pairable, pairCalls } from '../../../src/verdicts/compare/pair-calls.ts';

interface Named extends Pairable {
  readonly is: string;
}
const call = (is: string, members: Partial<Pairable> = {}): Named => ({
  is,
  tool: 't',
  turnIndex: 0,
  ...members,
});

function told(recorded: readonly Named[], replayed: readonly Named[]): Record<string, readonly string[]> {
  const found = pairCalls(recorded, replayed);
  const names = (list: readonly Named[]): string[] => list.map(({ is }) => is);
  return {
    pairs: found.pairs.map((pair) => `${pair.recorded.is}-${pair.replayed.is}`).sort(),
    replayMissing: names(found.replayMissing),
    recordedMissing: names(found.recordedMissing),
    ambiguous: [...names(found.ambiguousRecorded), ...names(found.ambiguousReplayed)],
  };
}
const none = { pairs: [], replayMissing: [], recordedMissing: [], ambiguous: [] };

describe('pairCalls', () => {
  test('by agent, turn, tool and call index, as far as the recording states them', () => {
    expect(told([call('a')], [call('x', { agent: 'root', callIndex: 3 })])).toEqual({
      ...none,
      pairs: ['a-x'],
    });
    expect(
      told(
        [call('a', { callIndex: 0 }), call('b', { callIndex: 1 })],
        [call('x', { callIndex: 1 }), call('y', { callIndex: 0 })],
      ),
    ).toEqual({
      ...none,
      pairs: ['a-y', 'b-x'],
    });
    for (const stated of [{ agent: 'root' }, { callIndex: 0 }]) {
      expect(told([call('a', stated)], [call('x')])).toEqual({
        ...none,
        replayMissing: ['a'],
        recordedMissing: ['x'],
      });
    }
    expect(told([call('a')], [call('x', { turnIndex: 1 })])).toMatchObject({ replayMissing: ['a'] });
    expect(told([call('a')], [call('x', { tool: 'u' })])).toMatchObject({ replayMissing: ['a'] });
  });

  test('a traced call may lack its turn', () => {
    const traced: Named = { is: 'a', tool: 't' };
    expect(told([traced], [call('x', { turnIndex: 7 })])).toEqual({ ...none, pairs: ['a-x'] });
  });

  test('several candidates are ambiguous, on either side', () => {
    expect(told([call('a')], [call('x'), call('y')])).toEqual({ ...none, ambiguous: ['a', 'x', 'y'] });
    expect(told([call('a'), call('b')], [call('x')])).toEqual({ ...none, ambiguous: ['a', 'b', 'x'] });
  });

  test('a call id on both sides pairs its calls; ids on one side are ignored', () => {
    expect(
      told(
        [call('a', { callId: '1' }), call('b', { callId: '2' })],
        [call('x', { callId: '2' }), call('y', { callId: '1' })],
      ),
    ).toEqual({
      ...none,
      pairs: ['a-y', 'b-x'],
    });
    expect(told([call('a', { callId: '1' })], [call('x', { callId: '9' })])).toEqual({
      ...none,
      pairs: ['a-x'],
    });
    expect(
      told([call('a', { callId: '1' })], [call('x', { callId: '1' }), call('y', { callId: '9' })]),
    ).toEqual({
      ...none,
      pairs: ['a-x'],
      recordedMissing: ['y'],
    });
  });

  test('id and index that disagree are ambiguous', () => {
    for (const unlike of [{ turnIndex: 1 }, { tool: 'u' }]) {
      expect(told([call('a', { callId: '1' })], [call('x', { callId: '1', ...unlike })])).toEqual({
        ...none,
        ambiguous: ['a', 'x'],
      });
    }
    // swapped ids: each id contradicts the indices of both
    const swapped = told(
      [call('a', { callId: '1', callIndex: 0 }), call('b', { callId: '2', callIndex: 1 })],
      [call('x', { callId: '2', callIndex: 0 }), call('y', { callId: '1', callIndex: 1 })],
    );
    expect(swapped).toEqual({ ...none, ambiguous: ['a', 'b', 'x', 'y'] });
  });

  test('retries under one call id are told apart by their index', () => {
    const retries = (a: string, b: string): Named[] => [
      call(a, { callId: '1', callIndex: 0 }),
      call(b, { callId: '1', callIndex: 1 }),
    ];
    expect(told(retries('a', 'b'), retries('x', 'y'))).toEqual({ ...none, pairs: ['a-x', 'b-y'] });
    expect(
      told([call('a', { callId: '1' }), call('b', { callId: '1' })], [call('x', { callId: '1' })]),
    ).toEqual({
      ...none,
      ambiguous: ['a', 'b', 'x'],
    });
  });
});

const pairable = fc.record({
  is: fc.uuid(),
  tool: fc.constantFrom('t', 'u'),
  turnIndex: fc.nat(1),
  callIndex: fc.option(fc.nat(1), { nil: undefined }),
  callId: fc.option(fc.constantFrom('1', '2'), { nil: undefined }),
  agent: fc.option(fc.constantFrom('root', 'sub'), { nil: undefined }),
}) as fc.Arbitrary<Named>;
const list = fc.array(pairable, { maxLength: 4 });

describe('laws of pairing', () => {
  test('every call stands in exactly one list, and in at most one pair', () => {
    fc.assert(
      fc.property(list, list, (recorded, replayed) => {
        const found = pairCalls(recorded, replayed);
        const left = [
          ...found.pairs.map((pair) => pair.recorded),
          ...found.replayMissing,
          ...found.ambiguousRecorded,
        ];
        const right = [
          ...found.pairs.map((pair) => pair.replayed),
          ...found.recordedMissing,
          ...found.ambiguousReplayed,
        ];
        expect(new Set(left)).toEqual(new Set(recorded));
        expect(left).toHaveLength(recorded.length);
        expect(new Set(right)).toEqual(new Set(replayed));
        expect(right).toHaveLength(replayed.length);
      }),
      { numRuns: 2000 },
    );
  });

  test('reordering changes nothing', () => {
    const shuffled = fc
      .tuple(list, list)
      .chain(([left, right]) =>
        fc.tuple(
          fc.constant([left, right] as const),
          fc.shuffledSubarray(left, { minLength: left.length }),
          fc.shuffledSubarray(right, { minLength: right.length }),
        ),
      );
    const sorted = (found: Record<string, readonly string[]>): object =>
      Object.fromEntries(Object.entries(found).map(([key, value]) => [key, [...value].sort()]));
    fc.assert(
      fc.property(shuffled, ([[left, right], otherLeft, otherRight]) => {
        expect(sorted(told(otherLeft, otherRight))).toEqual(sorted(told(left, right)));
      }),
      { numRuns: 1000 },
    );
  });

  test('a member taken from a paired replay call never makes a pair', () => {
    fc.assert(
      fc.property(list, list, (recorded, replayed) => {
        const before = told(recorded, replayed);
        const paired = pairCalls(recorded, replayed).pairs.map((pair) => pair.replayed);
        for (const target of paired) {
          for (const member of ['agent', 'callIndex', 'callId'] as const) {
            const { [member]: _, ...rest } = target;
            const after = told(
              recorded,
              replayed.map((one) => (one === target ? (rest as Named) : one)),
            );
            for (const pair of after.pairs ?? []) expect(before.pairs).toContain(pair);
          }
        }
      }),
      { numRuns: 2000 },
    );
  });
});
