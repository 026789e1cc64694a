import { expect, test } from 'vitest';
import { FINGERPRINT_SCHEMES, type StateRecord } from '../../../src/model/call.ts';
import { fingerprintEdges } from '../../../src/verdicts/order/bases/fingerprint.ts';

const sha = (letter: string): string => `sha256:${letter.repeat(64)}`;

function stateOf(text: string): StateRecord {
  const [value = '', epoch] = text.split(' in ');
  const colon = value.indexOf(':');
  const scheme = FINGERPRINT_SCHEMES.find((one) => one === value.slice(0, colon));
  if (scheme === undefined) return { resource: 'r', absent: true };
  const fingerprint = { scheme, value: value.slice(colon + 1) };
  return { resource: 'r', absent: false, fingerprint, ...(epoch === undefined ? {} : { epoch }) };
}

/** Calls a, b, c … on one resource, each as what it found and what it left; the edges between them. */
function edgesBetween(...calls: readonly (readonly [pre: string, post: string])[]): readonly string[] {
  const steps = calls.map((_, index) => ({ index, name: 'abcdef'[index] }));
  const records = calls.map(([pre, post], step) => ({
    step,
    call: { preState: [stateOf(pre)], postState: [stateOf(post)] },
  }));
  type Given = Parameters<typeof fingerprintEdges>;
  return fingerprintEdges(records as unknown as Given[0], { steps } as unknown as Given[1]).map(
    ({ from, to }) => `${steps[from]?.name} ${steps[to]?.name}`,
  );
}

test.each([
  ['full digests', sha('1'), ['a b']],
  ['a digest cut to a prefix, which many states share', 'sha256:1234abcd', []],
  ['strong etags', 'etag:"v1"', ['a b']],
  ['weak etags', 'weak-etag:v1', []],
  ['weak etags under the name of strong ones', 'etag:W/"v1"', []],
  ['counters of one epoch', 'generation:1 in e', ['a b']],
  ['counters without an epoch', 'generation:1', []],
])('a call that found what another left, by %s', (_, between, edges) => {
  expect(edgesBetween([sha('0'), between], [between, sha('2')])).toEqual(edges);
});

test('a state that is absent is one like any other', () => {
  expect(edgesBetween([sha('0'), 'absent'], ['absent', sha('2')])).toEqual(['a b']);
});

test('a state that two calls made says nothing of who found whose', () => {
  expect(edgesBetween([sha('0'), sha('2')], [sha('1'), sha('2')], [sha('2'), sha('3')])).toEqual([]);
});

test.each([
  [
    'two calls',
    [
      [sha('0'), sha('1')],
      [sha('1'), sha('0')],
    ],
  ],
  [
    'three calls',
    [
      [sha('0'), sha('1')],
      [sha('1'), sha('2')],
      [sha('2'), sha('0')],
    ],
  ],
] as const)(
  '%s that lead back to the first state order nothing: it may have been there before',
  (_, calls) => {
    expect(edgesBetween(...calls)).toEqual([]);
  },
);

test('what follows a return is ordered after the call that left it', () => {
  expect(edgesBetween([sha('0'), sha('1')], [sha('1'), sha('0')], [sha('1'), sha('2')])).toEqual(['a c']);
});
