import { describe, expect, test } from 'vitest';
import type { ClaimKind } from '../../../src/model/people.ts';
import { deriveClaim } from '../../../src/verdicts/claims/derive-claim.ts';
import { end, header, lines, readOne } from '../../bundle.ts';
import { orderOf } from '../../draw.ts';

const A = 'a'.repeat(64);
const B = 'b'.repeat(64);
const state = (fingerprint: string, resource = 'r'): object => ({ resource, fingerprint });
const wrote = { pre_state: [state(A)], post_state: [state(B)] };
const elsewhere = { post_state: [state(A, 's')] };

async function support(
  kind: ClaimKind,
  calls: readonly object[],
  claim: { readonly resource?: string; readonly calls?: readonly number[] } = { resource: 'r' },
  ended = true,
): Promise<string> {
  const records = calls.map((members, turn_index) => ({
    record: 'call',
    tool: 't',
    turn_index,
    output: 'ok',
    ...members,
  }));
  const session = await readOne({
    files: { a: lines(header({ role: 'recorded' }), ...records, ...(ended ? [end(records.length)] : [])) },
  });
  const read = deriveClaim({ kind, calls: [], ...claim }, session);
  expect(read.restsOn.length).toBeGreaterThan(0);
  return read.support;
}

describe('"it wrote r"', () => {
  test.each([
    ['its own states show it', [elsewhere, wrote], 'supported'],
    ['the recorder calls it a write', [{ effects: 'write', post_state: [state(A)] }], 'supported'],
    ['it is listed, and nothing more is said', [{ post_state: [state(A)] }], 'conditional'],
    ['it was read', [{ effects: 'read', post_state: [state(A)] }], 'refuted'],
    ['nothing lists it, and nothing is missing', [elsewhere], 'refuted'],
    ['a call does not say what it touched', [elsewhere, {}], 'not-determined'],
    ['a list is partial', [{ ...elsewhere, coverage: 'partial' }], 'not-determined'],
  ] as const)('%s', async (_, calls, expected) => {
    expect(await support('existential', calls)).toBe(expected);
  });

  test('a session that may lack calls refutes nothing', async () => {
    expect(await support('existential', [elsewhere], { resource: 'r' }, false)).toBe('not-determined');
    expect(await support('existential', [wrote], { resource: 'r' }, false)).toBe('supported');
  });
});

describe('"it never touched r"', () => {
  test.each([
    ['a call changed it', [elsewhere, wrote], 'refuted'],
    ['a call lists it', [{ post_state: [state(A)] }], 'not-determined'],
    ['it was only read', [{ effects: 'read', post_state: [state(A)] }], 'conditional'],
    ['nothing lists it, and nothing is missing', [elsewhere, { post_state: [] }], 'supported'],
    ['a call does not say what it touched', [elsewhere, { effects: 'none' }], 'not-determined'],
    ['a list is partial', [{ ...elsewhere, coverage: 'partial' }], 'not-determined'],
    ['there is no call', [], 'not-determined'],
  ] as const)('%s', async (_, calls, expected) => {
    expect(await support('universal', calls)).toBe(expected);
  });

  test('needs completeness, unless it is bound to certain calls', async () => {
    expect(await support('universal', [elsewhere], { resource: 'r' }, false)).toBe('not-determined');
    expect(await support('universal', [elsewhere], { resource: 'r', calls: [0] }, false)).toBe('supported');
    expect(await support('universal', [elsewhere, wrote], { resource: 'r', calls: [0] })).toBe('supported');
    expect(await support('universal', [elsewhere], {})).toBe('not-determined');
  });
});

describe('counterfactual claims', () => {
  test('rest on the gate, and are never more than conditional', async () => {
    expect(await support('counterfactual', [wrote], { calls: [0] })).toBe('not-determined');
    expect(await support('counterfactual', [wrote], {})).toBe('not-determined');
  });

  test.each([
    ['well-posed', [], 'every'],
    ['conditional', ['pin:a|b'], 'some'],
    ['ill-posed', ['question:a|b', 'more:3'], 'some'],
    ['ill-posed', ['question:a|b', 'modelDecisions'], 'none'],
  ] as const)('%s by %s holds in %s of the open orders', async (gate, reasons, holdsIn) => {
    const session = await readOne({
      files: {
        a: lines(
          header({ role: 'recorded' }),
          { record: 'call', tool: 't', turn_index: 0, call_id: 'c1' },
          end(1),
        ),
      },
    });
    const order = orderOf('tool t |--a--| id c1');
    const counterfactual = [{ call: 'a', gate, reasons }];
    const reading = deriveClaim(
      { kind: 'counterfactual', calls: [0] },
      { ...session, order, counterfactual },
    );
    expect(reading.holdsIn).toBe(holdsIn);
  });
});
