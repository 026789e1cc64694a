import { describe, expect, it } from 'vitest';
import { formatPythonJson } from '../../../src/lib/json-python-text.ts';
import type { Json } from '../../../src/lib/json-value.ts';
import { MODES } from '../../../src/model/seal.ts';
import { deriveModes, derivePresent } from '../../../src/verdicts/readiness/planner.ts';
import { buildRevlPlan, revlExitStatus } from '../../../src/verdicts/readiness/revl-plan.ts';
import { readLog } from '../../../src/verdicts/seal/read-log.ts';
import { COMPLETE, decisionBody, decisionRecord, float, type Plain, seal, TEST_KEY } from '../../sealer.ts';
import { keyOf, logOf } from '../seal/log-of.ts';

const KEY = await keyOf(TEST_KEY);

async function planOf(records: readonly Plain[], mode?: (typeof MODES)[number]) {
  const wal = await logOf(records);
  const reading = await readLog(wal, [KEY], { expectSealed: false });
  const plan = buildRevlPlan(wal, reading, 'dir/run.wal', mode);
  return { plan: JSON.parse(formatPythonJson(plan as Json)), exit: revlExitStatus(wal, reading, mode) };
}

describe('the planner (revl-wal.md 5)', () => {
  it('finds no mode plannable without a decision', () => {
    const modes = deriveModes(derivePresent([]));
    expect(modes.map(({ mode }) => mode)).toEqual(MODES);
    expect(modes.every(({ plannable, blocker }) => !plannable && blocker === 'modelDecisions')).toBe(true);
  });

  it('finds the last two plannable with one, sealed or not', async () => {
    for (const evidence of [undefined, 'forged', seal(decisionBody())]) {
      const { plan, exit } = await planOf([decisionRecord(evidence)]);
      expect(plan.modes.map((mode: { plannable: boolean }) => mode.plannable)).toEqual([
        false,
        false,
        true,
        true,
      ]);
      expect(plan.modes.map((mode: { blocker: string }) => mode.blocker)).toEqual([
        'responseText',
        'responseText',
        'liveComponent',
        'liveComponent',
      ]);
      expect(exit).toBe(0);
    }
  });

  it('splits what a mode requires by what is there, in order', async () => {
    const { plan } = await planOf([decisionRecord(seal(decisionBody()))]);
    expect(plan.modes[3]).toMatchObject({
      mode: 'counterfactual',
      requires: ['modelDecisions', 'seedsAndClock', 'liveComponent'],
      recordRequires: ['modelDecisions'],
      met: ['modelDecisions'],
      missing: ['seedsAndClock', 'liveComponent'],
      executable: false,
    });
  });

  it('limits the modes and their texts, and the exit status with them', async () => {
    const exact = await planOf([decisionRecord(undefined)], 'exact');
    expect(exact.plan.modes).toHaveLength(1);
    expect(Object.keys(exact.plan.requirements)).toEqual([
      'modelDecisions',
      'responseText',
      'seedsAndClock',
      'liveComponent',
    ]);
    expect(exact.exit).toBe(1);
  });
});

describe('the report', () => {
  it('has its members in revl’s order', async () => {
    const { plan } = await planOf([decisionRecord(undefined), COMPLETE]);
    expect(Object.keys(plan)).toEqual([
      'kind',
      'wal',
      'complete',
      'torn',
      'modelDecisions',
      'decisions',
      'modes',
      'present',
      'requirements',
      'offlineNote',
      'pre3aNote',
      'decisionNote',
    ]);
    expect(plan).toMatchObject({ kind: 'revl.replay-plan', wal: 'dir/run.wal', complete: true, torn: false });
    expect(Object.keys(plan.decisions[0])).toEqual([
      'crossing',
      'sealed',
      'refusedAtRun',
      'verified',
      'link',
      'reason',
      'decision',
      'reproducible',
    ]);
  });

  it('shows host values raw and absent ones as null', async () => {
    const { plan } = await planOf([
      decisionRecord(undefined, { llm: { model: 'm', tokensIn: 'many', cost: { amount: 1 } } }),
      decisionRecord(undefined, { component: 'B', stepIndex: 3, llm: 'none', outcome: 'exhausted' }),
    ]);
    expect(plan.modelDecisions).toEqual([
      {
        component: 'Loop',
        stepIndex: 0,
        outcome: 'validated',
        model: 'm',
        tokensIn: 'many',
        tokensOut: null,
        cost: { amount: 1 },
        attempts: null,
        attemptCeiling: null,
      },
      {
        component: 'B',
        stepIndex: 3,
        outcome: 'exhausted',
        model: null,
        tokensIn: null,
        tokensOut: null,
        cost: null,
        attempts: null,
        attemptCeiling: null,
      },
    ]);
    expect(plan.decisions).toHaveLength(2);
  });

  it('keeps every digit of what was sealed', async () => {
    const sampling = {
      ...(decisionBody().sampling as Record<string, Plain>),
      seed: float('98765432109876543210'),
    };
    const wal = await logOf([decisionRecord(seal(decisionBody({ sampling })))]);
    const reading = await readLog(wal, [KEY], { expectSealed: false });
    const text = formatPythonJson(buildRevlPlan(wal, reading, 'run.wal') as Json);
    expect(text).toContain('"seed": 98765432109876543210,');
    expect(text).toContain('"top_p": 1.0');
  });

  it('is not there for a refused log', async () => {
    const wal = await logOf('{"record":"header"}\n');
    const reading = await readLog(wal, [], { expectSealed: false });
    expect(buildRevlPlan(wal, reading, 'run.wal')).toBeUndefined();
    expect(revlExitStatus(wal, reading)).toBe(1);
  });
});
