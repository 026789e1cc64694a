import { describe, expect, test } from 'vitest';
import { groupAttempts } from '../../../src/verdicts/compare/attempts.ts';
import { touchesOf } from '../../../src/verdicts/compare/touches.ts';
import { end, header, lines, readOne } from '../../bundle.ts';

const log = (head: object, ...calls: object[]): string =>
  lines(header(head), ...calls.map((call) => ({ record: 'call', tool: 't', ...call })), end(calls.length));
const at = (turn_index: number, more: object = {}): object => ({ turn_index, call_index: 0, ...more });

async function grouped(files: Readonly<Record<string, string>>) {
  const { calls } = await readOne({ files });
  const table = groupAttempts(calls);
  return {
    ...table,
    /** "turn attempt" of each call, by slot. */
    slotted: Array.from({ length: table.slots }, (_, slot) =>
      calls.flatMap((call, i) => (table.slotOf[i] === slot ? [`${call.turn} ${table.attemptOf[i]}`] : [])),
    ),
    calls,
  };
}

describe('groupAttempts', () => {
  test('puts the attempts of one recorded call into one slot, in the order of their labels', async () => {
    const replay = (attempt: string): string => log({ role: 'replayed', attempt }, at(0), at(1));
    const found = await grouped({
      'r10.jsonl': replay('r10'),
      'r2.jsonl': replay('r2'),
      'a.jsonl': log({ role: 'recorded' }, at(0), at(1)),
    });
    expect(found.attempts.map(({ label }) => label)).toEqual(['r2', 'r10']);
    expect(found.slotted.map((slot) => [...slot].sort())).toEqual([
      ['0 0', '0 1'],
      ['1 0', '1 1'],
    ]);
  });

  test('tells logs apart that state no attempt, also by calls that the recording lacks', async () => {
    const found = await grouped({
      'a.jsonl': log({ role: 'recorded' }, at(0)),
      'b.jsonl': log({ role: 'replayed' }, at(0), at(5)),
      'c.jsonl': log({ role: 'replayed' }, at(0), at(5), at(6)),
    });
    expect(found.attempts).toEqual([
      { label: undefined, file: 1 },
      { label: undefined, file: 2 },
    ]);
    expect(found.slotted).toEqual([['0 0', '0 1'], ['5 0', '5 1'], ['6 1']]);
  });

  test('has one attempt without a replay, and one for a replay that answers nothing', async () => {
    const alone = await grouped({ 'a.jsonl': log({ role: 'recorded' }, at(0), at(1)) });
    expect(alone.attempts).toEqual([{ label: undefined, file: undefined }]);
    expect(alone.slotted).toEqual([['0 0'], ['1 0']]);
    const other = await grouped({
      'a.jsonl': log({ role: 'recorded' }, at(0)),
      'b.jsonl': log({ role: 'replayed' }, at(9)),
    });
    expect(other.attempts).toEqual([{ label: undefined, file: 1 }]);
    expect(other.slotted).toEqual([['0 0'], ['9 0']]);
  });

  test('counts tries by key, by id and by place, never by equal inputs', async () => {
    const { tryOf, tries } = await grouped({
      'a.jsonl': log(
        { role: 'recorded' },
        at(0, { idempotency_key: 'k' }),
        at(1, { idempotency_key: 'k' }),
        at(2, { call_id: 'c' }),
        at(3, { call_id: 'c' }),
        at(4, { call_id: 'x' }),
        at(5, { input: 'same' }),
        at(6, { input: 'same' }),
        at(7),
        at(7),
      ),
    });
    expect([...tryOf].map((one, slot) => `${one}/${tries[slot]}`)).toEqual([
      '1/2',
      '2/2',
      '1/2',
      '2/2',
      '1/1',
      '1/1',
      '1/1',
      '1/2',
      '2/2',
    ]);
  });
});

describe('touchesOf', () => {
  const r = (resource: string, digit: string): object => ({ resource, fingerprint: digit.repeat(64) });
  const touched = async (members: object, replay?: object): Promise<unknown> => {
    const { calls } = await grouped({
      'a.jsonl': log({ role: 'recorded' }, at(0, members)),
      ...(replay === undefined ? {} : { 'b.jsonl': log({ role: 'replayed' }, at(0, replay)) }),
    });
    return Object.fromEntries(calls[0] === undefined ? [] : touchesOf(calls[0]));
  };

  test('effects that are not stated count as a write, a listed pre-state alone as a read', async () => {
    expect(await touched({ pre_state: [r('a', 'a'), r('b', 'b')], post_state: [r('a', 'a')] })).toEqual({
      a: 'write',
      b: 'read',
    });
    expect(await touched({ effects: 'read', post_state: [r('a', 'a')] })).toEqual({ a: 'read' });
  });

  test('a read whose own states show a change is a write, and so is what only the replay wrote', async () => {
    expect(await touched({ effects: 'read', pre_state: [r('a', 'a')], post_state: [r('a', 'b')] })).toEqual({
      a: 'write',
    });
    expect(
      await touched(
        { effects: 'read', post_state: [r('a', 'a')] },
        { effects: 'write', post_state: [r('b', 'b')] },
      ),
    ).toEqual({ a: 'read', b: 'write' });
  });
});
