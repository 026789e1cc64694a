import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SessionReading } from '../../../src/model/session.ts';
import { end, header, lines, readDrawing, readOne } from '../../bundle.ts';

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
type Record = { readonly [key: string]: Json };

const A = 'a'.repeat(64);
const B = 'b'.repeat(64);

const state = fc.record(
  {
    resource: fc.constantFrom('r', 's'),
    fingerprint: fc.constantFrom(A, A, A, A, B, 'row-version:1', 'weak-etag:x'),
    epoch: fc.constantFrom('e', 'f'),
    absent: fc.constantFrom(false, false, false, true),
  },
  { requiredKeys: ['resource', 'fingerprint'] },
);
const states = fc.uniqueArray(state, { maxLength: 2, selector: (one) => one.resource });
const members = fc.record(
  {
    agent: fc.constant('root'),
    call_index: fc.nat(1),
    call_id: fc.constantFrom('1', '2', '3'),
    input: fc.constantFrom<Json>(1, '1', null),
    output: fc.constantFrom<Json>('ok', 'ok', 'no', null),
    effects: fc.constantFrom('none', 'read', 'write'),
    coverage: fc.constantFrom('full', 'full', 'full', 'full', 'partial'),
    pre_state: states,
    post_state: states,
    idempotency_key: fc.constantFrom('k', 'l'),
    served_from_idempotency_cache: fc.constantFrom(false, false, false, false, true),
  },
  { requiredKeys: ['output', 'post_state', 'input'] },
);
/** A recorded call and its replay: the same but for a few members. */
const pair = fc.record({
  turn: fc.nat(4),
  recorded: members,
  changes: members,
  changed: fc.array(
    fc.constantFrom(
      'agent',
      'call_index',
      'call_id',
      'input',
      'output',
      'effects',
      'coverage',
      'pre_state',
      'post_state',
      'idempotency_key',
      'served_from_idempotency_cache',
    ),
    { maxLength: 1 },
  ),
  dropped: fc.boolean(),
});
const drawn = fc.array(pair, { minLength: 1, maxLength: 3 });
const headers = fc.record({
  idempotency: fc.constantFrom('salted', 'salted', 'bypassed', 'reused'),
  pinned: fc.constantFrom(true, true, false),
});

interface Bundle {
  readonly recorded: readonly Record[];
  readonly replayed: readonly Record[];
  readonly idempotency: string;
  readonly pinned: boolean;
}

const bundle = fc.tuple(drawn, headers).map(
  ([pairs, head]): Bundle => ({
    recorded: pairs.map(
      (one) => ({ record: 'call', tool: 't', turn_index: one.turn, ...one.recorded }) as Record,
    ),
    replayed: pairs
      .filter((one) => !one.dropped || pairs.length === 1)
      .map((one) => {
        const replay: { [key: string]: Json } = {
          record: 'call',
          tool: 't',
          turn_index: one.turn,
          ...(one.recorded as Record),
        };
        if (typeof replay.idempotency_key === 'string') replay.idempotency_key += '#r1';
        for (const key of one.changed) {
          const value = (one.changes as Record)[key];
          if (value === undefined) delete replay[key];
          else replay[key] = value;
        }
        return replay;
      }),
    ...head,
  }),
);

const snapshot = { id: 'snap', epoch: 'e' };
function read({ recorded, replayed, idempotency, pinned }: Bundle): Promise<SessionReading> {
  return readOne({
    files: {
      a: lines(header({ role: 'recorded', snapshot }), ...recorded, end(recorded.length)),
      b: lines(
        header({ role: 'replayed', attempt: 'r1', snapshot: { ...snapshot, pinned }, idempotency }),
        ...replayed,
        end(replayed.length),
      ),
    },
  });
}

/** Faithful calls by the line their recorded call stands in. */
const faithful = (session: SessionReading): ReadonlySet<number> =>
  new Set(
    session.calls.flatMap((call) => (call.verdict === 'faithful' ? (call.recorded?.at.line ?? []) : [])),
  );

/** Every record with one member less, at any depth; entries of lists count as members. */
function* without(
  value: Json,
  path: readonly (string | number)[] = [],
): Generator<{ path: readonly (string | number)[]; value: Json }> {
  if (Array.isArray(value)) {
    for (const [i, entry] of value.entries()) {
      yield { path: [...path, i], value: value.filter((_, at) => at !== i) };
      for (const less of without(entry, [...path, i]))
        yield { path: less.path, value: value.map((other, at) => (at === i ? less.value : other)) };
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, entry] of Object.entries(value)) {
      const { [key]: _, ...rest } = value as Record;
      yield { path: [...path, key], value: rest };
      for (const less of without(entry, [...path, key]))
        yield { path: less.path, value: { ...value, [key]: less.value } };
    }
  }
}

/** A contradiction within itself: one resource twice, or absent with a fingerprint. */
function contradicts(list: Json | undefined): boolean {
  const states = (list ?? []) as readonly Record[];
  const twice = new Set(states.map((one) => one.resource)).size < states.length;
  return twice || states.some((one) => one.absent === true && one.fingerprint !== undefined);
}

/** The replay's own admissions, which design.md 4 excepts. */
function isExcepted(
  path: readonly (string | number)[],
  replayed: Record,
  recorded: Record | undefined,
): boolean {
  const [member, index, part] = path;
  if (member === 'served_from_idempotency_cache' || member === 'coverage') return true;
  if ((member === 'post_state' || member === 'pre_state') && contradicts(replayed[member])) return true;
  if ((member === 'post_state' || member === 'pre_state') && typeof index === 'number') {
    const list = replayed[member] as readonly Record[];
    const resource = list[index]?.resource;
    const listed = (recorded?.[member] as readonly Record[] | undefined)?.some(
      (one) => one.resource === resource,
    );
    return part === undefined && listed !== true;
  }
  return false;
}

describe('the laws of design.md 4', () => {
  test('taking away a member of a paired replay record, or the partner of a call, helps nobody', async () => {
    let looked = 0;
    let faithfulOnes = 0;
    await fc.assert(
      fc.asyncProperty(bundle, async (one) => {
        const before = await read(one);
        const good = faithful(before);
        faithfulOnes += good.size;
        for (const call of before.calls) {
          if (call.recorded === undefined || call.replayed === undefined) continue;
          const at = (call.replayed.at.line ?? 0) - 2;
          const replay = one.replayed[at];
          if (replay === undefined) throw new Error('no such record');
          const recorded = one.recorded[(call.recorded.at.line ?? 0) - 2];
          const less = [...without(replay)]
            .filter(({ path }) => !isExcepted(path, replay, recorded))
            .map(({ value }) => value as Record);
          const weaker = [
            ...less.map((record) => one.replayed.map((other, i) => (i === at ? record : other))),
            one.replayed.filter((_, i) => i !== at),
          ];
          for (const replayed of weaker) {
            looked++;
            const after = await read({ ...one, replayed });
            for (const line of faithful(after))
              if (!good.has(line)) expect.fail(JSON.stringify({ one, replayed }));
            if (after.outcome === 'admissible' && before.outcome !== 'admissible')
              expect.fail(JSON.stringify({ one, replayed }));
          }
        }
      }),
      { numRuns: 150 },
    );
    expect(looked).toBeGreaterThan(1000);
    expect(faithfulOnes).toBeGreaterThan(20);
  });

  test('renaming ids consistently and reordering files and records change nothing', async () => {
    const told = (session: SessionReading): object => ({
      outcome: session.outcome,
      reasons: session.reasons,
      conditions: session.conditions,
      completeness: session.completeness,
      calls: session.calls
        .map(({ turn, index, verdict, reasons, cause }) =>
          JSON.stringify([turn, index, verdict, reasons, cause]),
        )
        .sort(),
    });
    await fc.assert(
      fc.asyncProperty(bundle, async (one) => {
        const expected = told(await read(one));
        const rename = (records: readonly Record[]): readonly Record[] =>
          records.map((record) => {
            const id = record.call_id;
            return typeof id === 'string' ? { ...record, call_id: `renamed-${id}` } : record;
          });
        expect(
          told(await read({ ...one, recorded: rename(one.recorded), replayed: rename(one.replayed) })),
        ).toEqual(expected);
        expect(
          told(
            await read({
              ...one,
              recorded: [...one.recorded].reverse(),
              replayed: [...one.replayed].reverse(),
            }),
          ),
        ).toEqual(expected);
      }),
      { numRuns: 100 },
    );
  });

  test('a session is admissible in one order of its files iff it is in another', async () => {
    const files = {
      a: lines(
        header({ role: 'recorded' }),
        { record: 'call', turn_index: 0, tool: 't', output: 'x' },
        end(1),
      ),
      b: lines(
        header({ role: 'replayed', attempt: 'r1' }),
        { record: 'call', turn_index: 0, tool: 't', output: 'x' },
        end(1),
      ),
      c: lines(
        header({ role: 'replayed', attempt: 'r2' }),
        { record: 'call', turn_index: 0, tool: 't', output: 'y' },
        end(1),
      ),
    };
    const told = async (order: readonly string[]): Promise<object[]> =>
      (await readDrawing({ files }, { order })).sessions.map((session) => ({
        outcome: session.outcome,
        reasons: session.reasons,
        calls: session.calls.map(({ attempt, verdict, reasons }) => [attempt, verdict, reasons]),
      }));
    const first = await told(['a', 'b', 'c']);
    for (const order of [
      ['a', 'c', 'b'],
      ['b', 'a', 'c'],
      ['b', 'c', 'a'],
      ['c', 'a', 'b'],
      ['c', 'b', 'a'],
    ]) {
      expect(await told(order)).toEqual(first);
    }
  });
});
