import { beforeAll, describe, expect, it } from 'vitest';
import type { AnswerOf, Engine } from '../../src/engine/messages.ts';
import type { CorpusBy, CorpusColumn, CorpusFilter, CorpusRow } from '../../src/model/corpus.ts';
import { otlp } from './bundles.ts';
import { CASE, NOTHING, openFiles } from './open-bundle-of.ts';

const tool = (name: string) => ({ 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': name });
const trace = (n: number): string => `ff0102030405060708090a0b0c0d0e${n.toString(16).padStart(2, '0')}`;
const span = (n: number): string => n.toString(16).padStart(16, '0');

/** One step: nothing to ask. */
const alone = (n: number): string =>
  otlp([{ id: span(n), name: `alone ${n}`, from: 0, to: 5, attributes: tool('look') }], trace(n));

/** `width` steps at once. */
const atOnce = (n: number, width: number): string =>
  otlp(
    [
      {
        id: span(n),
        name: `wide ${n}`,
        from: 0,
        to: 90,
        attributes: { 'gen_ai.operation.name': 'invoke_agent' },
      },
      ...Array.from({ length: width }, (_, i) => ({
        id: span(n + 1 + i),
        parent: span(n),
        name: 'x',
        from: 10 + i,
        to: 80,
        attributes: tool('x'),
      })),
    ],
    trace(n),
  );

/** A step whose parent is not there. */
const lost = (n: number): string =>
  otlp(
    [
      {
        id: span(n),
        name: `lost ${n}`,
        from: 0,
        to: 90,
        attributes: { 'gen_ai.operation.name': 'invoke_agent' },
      },
      { id: span(n + 1), parent: span(9_999), name: 'x', from: 10, to: 20, attributes: tool('x') },
    ],
    trace(n),
  );

describe('a corpus', () => {
  let engine: Engine;
  beforeAll(async () => {
    ({ engine } = await openFiles({
      'a.jsonl': [alone(1), atOnce(16, 3), lost(32)].join('\n'),
      'b.jsonl': [alone(48), atOnce(64, 4)].join('\n'),
    }));
  });

  const about = { caseId: CASE, assumed: NOTHING };
  const shares = (filter: CorpusFilter = {}, by: CorpusBy = 'service') =>
    engine.ask({ is: 'corpus-shares', ...about, filter, by });
  const rows = async (filter: CorpusFilter = {}, by: CorpusColumn = 'case', down = false) => {
    await shares();
    return engine.ask({ is: 'corpus', ...about, filter, sort: { by, down }, from: 0, to: 100 });
  };
  /** By the last byte of the trace id. */
  const ids = ({ rows: found }: AnswerOf['corpus']): readonly string[] =>
    found.map(({ session }) => session.slice(-2));

  it('is judged and shared out by bucket, and each group with it', async () => {
    expect(await shares()).toMatchObject({
      judged: 5,
      sessions: 5,
      passing: 5,
      quarantined: 3,
      buckets: { witnessed: 2, 'partial-order': 2, orphaned: 1 },
      groups: [{ name: 'planner', sessions: 5, buckets: { witnessed: 2, 'partial-order': 2, orphaned: 1 } }],
      groupCount: 1,
    });
  });

  it('ranks what to change by the sessions that nothing else keeps in quarantine', async () => {
    const { cures, groups } = await shares({}, 'reason');
    expect(cures.map(({ alone: only, sessions }) => [only, sessions])).toEqual(
      [...cures]
        .sort((a, b) => b.alone - a.alone || b.sessions - a.sessions)
        .map((c) => [c.alone, c.sessions]),
    );
    expect(cures[0]).toMatchObject({ sessions: 2, alone: 2 });
    // the sessions without a reason are a group too, and no cure is named for them
    expect(groups.find(({ name }) => name === '')).toMatchObject({ sessions: 2 });
    const [first] = cures;
    const cured = await rows({ cure: first?.cure ?? '' });
    expect(ids(cured)).toEqual(['10', '40']);
  });

  it('is filtered by bucket, by literal text, by path and by both', async () => {
    expect(ids(await rows({ bucket: 'orphaned' }))).toEqual(['20']);
    expect(ids(await rows({ text: '0D0E4' }))).toEqual(['40']);
    expect(ids(await rows({ text: 'b.jsonl' }))).toEqual(['30', '40']);
    expect(ids(await rows({ text: '.*' }))).toEqual([]);
    expect((await rows({ text: 'b.jsonl', bucket: 'witnessed' })).total).toBe(1);
    expect(await shares({ bucket: 'partial-order' })).toMatchObject({
      passing: 2,
      quarantined: 2,
      sessions: 5,
    });
  });

  it('is sorted by what is counted, equal ones as they stand in the case', async () => {
    expect(ids(await rows({}, 'questions', true))).toEqual(['40', '10', '01', '20', '30']);
    expect(ids(await rows({}, 'orphans', true))).toEqual(['20', '01', '10', '30', '40']);
    expect(ids(await rows({}, 'bucket'))).not.toEqual(ids(await rows({}, 'bucket', true)));
    expect(ids(await rows({}, 'case', true)).toReversed()).toEqual(ids(await rows()));
    // 24 orders are more than 6, though as a text they are less
    const [most] = ids(await rows({}, 'linearizations', true));
    expect(most).toBe('40');
  });

  it('gives a page of rows', async () => {
    await shares();
    const page = await engine.ask({
      is: 'corpus',
      ...about,
      filter: {},
      sort: { by: 'case', down: false },
      from: 1,
      to: 3,
    });
    expect([page.total, ids(page)]).toEqual([5, ['10', '20']]);
  });

  it('is exported whole, filtered as it is looked at', async () => {
    const file = await engine.ask({
      is: 'corpus-export',
      ...about,
      filter: { bucket: 'witnessed' },
      sort: { by: 'title', down: true },
      form: 'json',
    });
    const exported = JSON.parse(await file.text()) as CorpusRow[];
    expect(exported.map(({ session }) => session.slice(-2))).toEqual(['30', '01']);
    expect(exported[0]).toEqual((await rows({ text: '0d0e30' })).rows[0]);
  });
});
