import { expect, test } from 'vitest';
import type { DecisionsView } from '../../src/engine/messages.ts';
import {
  COMPLETE,
  decisionBody,
  decisionRecord,
  float,
  HEADER,
  line,
  logText,
  type PlainObject,
  seal,
  TEST_KEY,
} from '../sealer.ts';
import { CASE, type Files, NOTHING, openFiles } from './open-bundle-of.ts';

const LLM = {
  model: 'm',
  tokensIn: 5,
  tokensOut: 7,
  latencySeconds: float('1.25'),
  attempts: 4,
  attemptCeiling: 3,
};

const effect = (seq: number, more: PlainObject = {}): PlainObject => ({
  record: 'effect',
  seq,
  component: 'Loop',
  stepIndex: seq,
  kind: 'effect',
  label: 'write',
  boundary: { class: 'in-process', referent: 'outlives-process' },
  inverse: { reconstructible: true },
  ...more,
});

const LOG = logText([
  HEADER,
  effect(0),
  decisionRecord(seal(decisionBody(), { key: TEST_KEY }), { component: 'Loop', stepIndex: 0, llm: LLM }),
  { record: 'replay-fence', seq: 0 },
  { record: 'flush-residue', seq: 0, error: 'no route' },
  { record: 'approval-consumed', requestId: 'r-9' },
  { record: 'fork-begin', parent: 'run-1', at: 3 },
  { record: 'from-the-future' },
  COMPLETE,
]);

const TRACE = [
  {
    v: 2,
    seq: 2,
    gen: 1,
    event: 'emit',
    component: 'Loop',
    cause: { kind: 'boot' },
    capability: 'Model',
    key: 'complete',
    activationId: 'Loop#g1#a1',
    llm: { ...LLM, producedSeq: [1] },
  },
  {
    v: 2,
    seq: 1,
    gen: 1,
    event: 'emit',
    component: 'Loop',
    cause: { kind: 'boot' },
    capability: 'Disk',
    key: 'write',
  },
]
  .map(line)
  .join('\n');

async function view(files: Files): Promise<{
  readonly seen: DecisionsView;
  readonly records: (from: number, to: number) => Promise<readonly string[]>;
}> {
  const { engine } = await openFiles(files);
  const { sessions } = await engine.ask({ is: 'overview', caseId: CASE, assumed: NOTHING });
  const seen = await engine.ask({
    is: 'decisions',
    caseId: CASE,
    assumed: NOTHING,
    session: sessions[0]?.id ?? '',
  });
  return {
    seen,
    records: async (from, to) => {
      const { rows } = await engine.ask({
        is: 'log-records',
        caseId: CASE,
        assumed: NOTHING,
        input: 'run.wal',
        from,
        to,
      });
      return rows.map(({ line: at, group, said }) => `${at} ${group}: ${said}`);
    },
  };
}

test('every record of a log is told as what it is, unknown kinds kept', async () => {
  const { seen, records } = await view({ 'run.wal': LOG });
  expect(await records(0, 20)).toEqual([
    '2 effect: effect write by Loop/0; it outlives the process and can be undone.',
    '3 decision: A model was asked (crossing Loop/0).',
    '4 discharge: A fence: what stands before it is not carried out again by a replay.',
    '5 discharge: Residue: what was put off could not be carried out (seq 0: no route).',
    '6 approval: An approval was used up (request r-9).',
    '7 fork: A fork of run-1 begins at 3.',
    '8 unknown: A record of a kind that is not known here: kept, and nothing is concluded from it.',
    '9 end: The activation completed: Loop.',
  ]);
  expect(await records(6, 7)).toHaveLength(1);
  expect(seen.logs[0]?.records).toContainEqual({ group: 'discharge', count: 2 });
});

test('what only another reader sees stands apart, and changes no mode', async () => {
  const clean = await view({ 'run.wal': LOG });
  const doubled = await view({ 'run.wal': LOG.replace(/^(.*"model-decision".*\n)/m, '$1$1') });
  expect(clean.seen.logs[0]?.suspicions).toEqual([]);
  expect(doubled.seen.logs[0]?.suspicions.map(({ code }) => code)).toEqual([
    'log-line-duplicated',
    'log-moved',
  ]);
  const plannable = ({ seen }: typeof clean) =>
    seen.logs[0]?.modes.map((mode) => [mode.mode, mode.plannable]);
  expect(plannable(doubled)).toEqual(plannable(clean));
});

test('hops of the causal trace are joined to the log by what both say of the completion', async () => {
  const { seen } = await view({ 'run.wal': LOG, 'run.trace': TRACE });
  expect(seen.traces).toMatchObject([
    {
      input: 'run.trace',
      events: 2,
      hops: [
        {
          seq: '2',
          crossing: 'Loop: Model',
          activation: 'Loop#g1#a1',
          tokens: '5 in, 7 out',
          latency: '1.25 s',
          produced: ['Disk write (seq 1)'],
          prompt: undefined,
          defect: '4 attempts, more than the ceiling of 3',
          decision: { input: 'run.wal', decision: 0 },
        },
      ],
    },
  ]);
});

test('a hop that a log and its altered copy both tell is joined with neither', async () => {
  const { seen } = await view({
    'run.wal': LOG,
    'copy.wal': LOG.replace('"no route"', '"no way"'),
    'run.trace': TRACE,
    'incident.json': JSON.stringify({
      witnessmark: 1,
      session: 's',
      files: [
        { path: 'run.wal', role: 'wal' },
        { path: 'copy.wal', role: 'wal' },
      ],
    }),
  });
  expect(seen.logs).toHaveLength(2);
  expect(seen.traces[0]?.hops[0]).toMatchObject({ seq: '2', decision: undefined });
});

test('a causal trace that is none from some line on is refused whole', async () => {
  const { seen } = await view({ 'run.wal': LOG, 'run.trace': `${TRACE}\n{"no":"event"}` });
  expect(seen.traces).toMatchObject([
    { refused: 'trace line 3: not a trace event; nothing in the trace is read', hops: [] },
  ]);
});
