import { describe, expect, test } from 'vitest';
import type { StatedValue, StateRecord } from '../../../src/model/call.ts';
import { compareStates } from '../../../src/verdicts/compare/states.ts';
import { compareValues } from '../../../src/verdicts/compare/values.ts';

const A: StateRecord = {
  resource: 'r',
  absent: false,
  fingerprint: { scheme: 'sha256', value: 'a'.repeat(64) },
};

describe('compareStates', () => {
  test('a resource listed twice counts as absent on its side', () => {
    expect(compareStates([A], [A, A], false, true)).toMatchObject({ replayedMissing: true, differs: false });
    expect(compareStates([A, A], [A], false, true)).toMatchObject({
      recordedBlank: true,
      replayedOnly: false,
    });
    expect(compareStates([A, A], [A], false, true).comparisons.map(({ equal }) => equal)).toEqual([
      undefined,
    ]);
  });

  test('what only the replay lists differs from a list, and from no list', () => {
    expect(compareStates([], [A], false, true).comparisons[0]?.equal).toBe(false);
    expect(compareStates([], [A], false, false).comparisons[0]?.equal).toBeUndefined();
    expect(compareStates(undefined, [A], false, true).comparisons[0]?.equal).toBeUndefined();
  });

  test('the unnamed resource of the short form matches only itself', () => {
    const { resource: _, ...unnamed } = A;
    expect(compareStates([unnamed], [unnamed], false, true).comparisons).toMatchObject([
      { resource: undefined, equal: true },
    ]);
    expect(compareStates([unnamed], [A], false, true)).toMatchObject({
      replayedMissing: true,
      replayedOnly: true,
    });
  });
});

describe('compareValues', () => {
  const text: StatedValue = {
    content: { kind: 'text', equalityKey: 'text:1', fingerprint: 'sha256:1', bytes: 1 },
  };
  const json: StatedValue = {
    content: { kind: 'json', equalityKey: 'json:1', fingerprint: 'sha256:1', bytes: 1 },
  };

  test('a text never equals JSON; told by a trace, it is no proof of another value', () => {
    expect(compareValues(text, json, true)).toBe('differs');
    expect(compareValues(text, json, false)).toBe('incomparable');
    expect(compareValues(json, json, false)).toBe('equal');
  });
});
