import { beforeAll, describe, expect, it } from 'vitest';
import type { AnswerOf, Engine, Question } from '../../src/engine/messages.ts';
import { end, header, lines } from '../bundle.ts';
import { CASE, NOTHING, openFiles } from './open-bundle-of.ts';

type Bare<Q> = Q extends Question ? Omit<Q, 'caseId' | 'assumed'> : never;

const asker =
  (engine: Engine) =>
  <Q extends Bare<Question>>(question: Q): Promise<AnswerOf[Q['is']]> =>
    engine.ask({ ...question, caseId: CASE, assumed: NOTHING } as Question) as Promise<AnswerOf[Q['is']]>;

const FILE = 'file:///notes.txt';
const state = (text: string): object => ({ resource: FILE, content: { text } });
const call = (turn_index: number, before: string, after: string, more: object = {}): object => ({
  record: 'call',
  tool: before === after ? 'read' : 'write',
  turn_index,
  call_index: 0,
  input: {},
  output: 'ok',
  effects: before === after ? 'read' : 'write',
  pre_state: [state(before)],
  post_state: [state(after)],
  ...more,
});
const log = (head: object, ...calls: object[]): string =>
  lines(header({ session_id: 's-1', ...head }), ...calls, end(calls.length));

/** A write, a read that finds what nobody wrote, and a last write that two attempts replay, the second with another effect. */
const RECORDED = [call(0, 'a\n', 'a\nb\n'), call(1, 'x\n', 'x\n'), call(2, 'x\n', 'x\ny\n')];
const FILES = {
  'recorded.jsonl': log({ role: 'recorded' }, ...RECORDED),
  'one.jsonl': log({ role: 'replayed', attempt: 'r1' }, ...RECORDED),
  'two.jsonl': log({ role: 'replayed', attempt: 'r2' }, ...RECORDED.slice(0, 2), call(2, 'x\n', 'x\nz\n')),
};

describe('answers about several attempts', () => {
  let ask: ReturnType<typeof asker>;
  beforeAll(async () => {
    ask = asker((await openFiles(FILES)).engine);
  });

  it('the strip has a slot per recorded call and an attempt per replay', async () => {
    const strip = await ask({ is: 'call-strip', session: 's-1' });
    expect(strip.attempts.map(({ label }) => label)).toEqual(['r1', 'r2']);
    expect(strip.slots).toBe(3);
    expect([...strip.slot]).toEqual([0, 0, 1, 1, 2, 2]);
    expect(strip.resources).toEqual([FILE]);
    // written by the first and the last, read by the one between
    expect([...strip.touched]).toEqual([1, 1, 0, 0, 1, 1]);
  });

  it('a call tells what every attempt made of it', async () => {
    const { attempts } = await ask({ is: 'call', session: 's-1', call: 4 });
    expect(attempts).toMatchObject([
      { call: 4, attempt: 0, verdict: 'faithful', states: { equal: 1, differs: 0, unknown: 0 } },
      { call: 5, attempt: 1, verdict: 'divergent', states: { equal: 0, differs: 1, unknown: 0 } },
    ]);
  });

  it('a resource as of a call has a state on each side, with its content and the difference', async () => {
    const found = await ask({ is: 'resource-state', session: 's-1', call: 5, resource: FILE });
    expect(found).toMatchObject({
      calls: 3,
      unordered: 0,
      later: 0,
      recorded: { said: 'As this call left it.', call: 5, state: { content: { text: 'x\ny\n' } } },
      replayed: { said: 'As this call left it.', call: 5, state: { content: { text: 'x\nz\n' } } },
    });
    expect(found.lines?.map(({ is }) => is)).toEqual(['same', 'recorded-only', 'replayed-only', 'same']);
    expect(found.remarks).toEqual(['Somebody whom no call tells of wrote it before read of turn 1.']);
    const earlier = await ask({ is: 'resource-state', session: 's-1', call: 0, resource: FILE });
    expect(earlier).toMatchObject({ calls: 1, later: 2 });
    expect(earlier.remarks).toEqual([
      'A later call found another state than the last call up to here left: somebody whom no call tells of wrote it in between.',
    ]);
  });

  it('its calls are told by range, with the unseen writer before the one that shows it', async () => {
    const { total, rows } = await ask({
      is: 'resource-calls',
      session: 's-1',
      call: 5,
      resource: FILE,
      from: 1,
      to: 9,
    });
    expect(total).toBe(3);
    expect(rows).toMatchObject([
      { call: 3, tool: 'read', turn: 1, relation: 'before', access: 'read' },
      {
        call: 5,
        tool: 'write',
        turn: 2,
        relation: 'here',
        access: 'write',
        verdict: 'divergent',
        unseen: null,
      },
    ]);
    expect(rows[0]?.unseen).toContain('somebody wrote it in between');
    expect(rows[1]?.recorded?.post?.fingerprint).toMatch(/^sha256:[0-9a-f]{64}$/);
  });

  it('a resource that no call lists is not said, and a call that is not there is refused', async () => {
    const found = await ask({ is: 'resource-state', session: 's-1', call: 0, resource: 'db:none' });
    expect(found).toMatchObject({ calls: 0, recorded: { state: null, call: null } });
    await expect(ask({ is: 'resource-state', session: 's-1', call: 99, resource: FILE })).rejects.toThrow(
      'no call 99 of 6',
    );
  });

  it('a call has a place: what is before and after it, in the attempt in view', async () => {
    const place = await ask({ is: 'call-place', session: 's-1', call: 3 });
    expect(place).toMatchObject({
      before: [{ name: 'write', call: 1 }],
      after: [{ name: 'write', call: 5 }],
      unorderedCount: 0,
    });
    expect(place?.after[0]?.edges[0]?.basis).toBe('sequence');
  });
});
