import { beforeAll, describe, expect, it } from 'vitest';
import type { CallDocument, SessionDocument } from '../../src/model/findings.ts';
import { type Checked, checkSample } from './check-sample.ts';

/** What each published sample says, asked as another program would ask. */
const only = ({ document }: Checked): SessionDocument => {
  expect(document.sessions).toHaveLength(1);
  return document.sessions[0] as SessionDocument;
};
const callsOf = (session: SessionDocument, ...verdicts: readonly string[]): readonly CallDocument[] =>
  session.calls.filter(({ verdict }) => verdicts.includes(verdict));

describe('the limits.yaml incident without its key', () => {
  let checked: Checked;
  let session: SessionDocument;
  beforeAll(async () => {
    checked = await checkSample('limits-incident.zip');
    session = only(checked);
  });

  it('is divergent, with every reason', () => {
    expect(checked.status).toBe(1);
    expect(checked.stderr).toBe('');
    expect(session).toMatchObject({
      id: 'limits-2207',
      title: 'The limits.yaml incident',
      outcome: 'divergent',
      axes: {
        authenticity: 'unchecked',
        replay: 'divergent',
        order: 'orphaned',
        completeness: 'unknown',
      },
      conditions: { fingerprinted: true, pinned: true, salted: false, compared: false },
      reasons: [
        'seal-unchecked',
        'cache-hit',
        'key-reused',
        'no-effect-on-replay',
        'effect-differs',
        'incomparable',
        'epoch-differs',
        'condition-salted',
        'condition-compared',
        'order-orphaned',
        'completeness-orphan',
      ],
    });
  });

  it('has 45 calls, of which three did not do the same', () => {
    expect(session.calls).toHaveLength(45);
    expect(callsOf(session, 'faithful')).toHaveLength(42);
    expect(callsOf(session, 'divergent', 'audit-incomplete', 'not-reexecuted')).toMatchObject([
      { turn: 17, tool: 'write_config', verdict: 'divergent', reasons: ['effect-differs'], cause: 'tool' },
      {
        turn: 19,
        tool: 'query_db',
        verdict: 'audit-incomplete',
        reasons: ['incomparable', 'epoch-differs'],
        states: [
          {
            resource: 'db:orders',
            recorded: { fingerprint: 'row-version:5120', epoch: 'pg-harbor-2026-02-11' },
            replayed: { fingerprint: 'row-version:5120', epoch: 'pg-harbor-restore-3' },
            equal: null,
          },
        ],
      },
      {
        turn: 29,
        tool: 'charge',
        verdict: 'not-reexecuted',
        reasons: ['cache-hit', 'key-reused', 'no-effect-on-replay', 'effect-differs'],
      },
    ]);
  });

  it('leaves one pair open, and one fetch without its parent', () => {
    const { order } = session;
    expect(order).toMatchObject({
      bucket: 'orphaned',
      replayable: false,
      linearizations: '2',
      questionCount: 1,
      overlapCount: 3,
      steps: [],
      conflicts: [],
      assumes: [],
    });
    const [question] = order.questions;
    expect(question).toMatchObject({ turn: 23, agent: 'planner', order: 'observation', why: 'overlap' });
    const asked = session.calls.filter(({ spanId }) => spanId === question?.a || spanId === question?.b);
    expect(asked.map(({ tool, turn, index }) => [tool, turn, index])).toEqual([
      ['fetch', 23, null],
      ['search', 23, null],
    ]);
    const [orphan] = order.orphans;
    expect(session.calls.find(({ spanId }) => spanId === orphan?.spanId)).toMatchObject({
      tool: 'fetch',
      agent: 'researcher',
      turn: 2,
    });
    expect(order.orphans).toHaveLength(1);
  });

  it('reads no decision', () => {
    expect(session.decisions).toHaveLength(44);
    for (const decision of session.decisions) {
      expect(decision).toMatchObject({ sealed: true, verified: null, link: null, decision: null });
    }
  });

  it('has nothing in its ledger but what the exporter dropped', () => {
    const problems = checked.document.inputs.flatMap(({ path, problems: own }) =>
      own.map(({ code }) => `${path} ${code}`),
    );
    expect([...problems, ...checked.document.problems]).toEqual(['trace.jsonl attribute-dropped']);
  });
});

describe('the limits.yaml incident with its key', () => {
  it('is refused for the decision that was edited, and its calls keep their verdicts', async () => {
    const checked = await checkSample('--key', 'limits-incident.key', 'limits-incident.zip');
    const session = only(checked);
    expect(checked.status).toBe(1);
    expect(session).toMatchObject({ outcome: 'refused', axes: { authenticity: 'refused' } });
    expect(session.reasons).toContain('seal-broken');
    expect(session.decisions.filter(({ verified }) => verified === true)).toHaveLength(43);
    expect(session.decisions.filter(({ verified }) => verified !== true)).toMatchObject([
      { crossing: ['planner', 17], verified: false, link: 'signature', decision: null },
    ]);
    expect(callsOf(session, 'faithful')).toHaveLength(42);
  });
});

describe('the admissible session', () => {
  it('is admissible', async () => {
    const checked = await checkSample('admissible-session.zip');
    const session = only(checked);
    expect(checked.status).toBe(0);
    expect(session).toMatchObject({
      id: 'banner-118',
      outcome: 'admissible',
      reasons: [],
      axes: { authenticity: 'unsealed', replay: 'faithful', order: 'witnessed', completeness: 'complete' },
      conditions: { fingerprinted: true, pinned: true, salted: true, compared: true },
    });
    expect(session.order).toMatchObject({
      bucket: 'witnessed',
      replayable: true,
      linearizations: '1',
      questionCount: 0,
      assumes: [],
    });
    expect(session.order.steps.map(({ name }) => name)).toEqual([
      'chat atlas-2-large',
      'execute_tool read_config',
      'execute_tool query_db',
      'chat atlas-2-large',
      'execute_tool write_config',
      'chat atlas-2-large',
      'execute_tool query_db',
      'chat atlas-2-large',
      'execute_tool read_config',
      'chat atlas-2-large',
    ]);
    expect(callsOf(session, 'faithful')).toHaveLength(5);
    expect(checked.document.inputs.flatMap(({ problems }) => problems)).toEqual([]);
  });
});
