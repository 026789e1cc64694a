import { describe, expect, it } from 'vitest';
import { inputDocuments } from '../../src/report/input-documents.ts';
import { bundleFacts } from '../formats/bundle-facts.ts';
import { expectCostsTold } from '../formats/ledger-law.ts';
import { findingsOf } from './open-bundle-of.ts';

const lines = (...values: readonly unknown[]): string =>
  values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join('\n');

const SESSION = { record: 'session', schema: 'witnessmark.calls/1', role: 'recorded' };
const call = (more: object = {}): object => ({ record: 'call', turn_index: 1, tool: 'read', ...more });
const WAL_HEADER = { record: 'header', walVersion: 1 };
const DECISION = { record: 'activation-complete' };
const uuid = (n: number): string => `fe8ffecb-72ce-4cd2-bdb7-${String(n).padStart(12, '0')}`;
const run = (n: number): object => ({
  id: uuid(n),
  trace_id: uuid(1),
  run_type: 'llm',
  dotted_order: `20261011T205820695375Z${uuid(n)}`,
  name: 'ask',
  start_time: '2026-10-11T20:58:20.695375+00:00',
  end_time: '2026-10-11T20:58:22.023816+00:00',
});
const answer = (id: string, tool: string): object => ({
  type: 'assistant',
  uuid: `u-${id}`,
  sessionId: 's',
  parentUuid: null,
  message: { id: `m-${id}`, role: 'assistant', content: [{ type: 'tool_use', id, name: tool, input: {} }] },
});
const result = (id: string): object => ({
  type: 'user',
  uuid: `r-${id}`,
  sessionId: 's',
  parentUuid: null,
  message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'done' }] },
});

type Row = readonly [
  what: string,
  file: string,
  counts: { accepted: number; folded: number; rejected: number; lostBytes: number },
];

const torn = '{"record":"call","turn_index":2,"to';
const damaged = '{"record":"call",,}';
const tornLine = '{"record":"ste';

const ROWS: readonly Row[] = [
  [
    'a call log: a member of a wrong type, an unknown kind, a line that is no record, a damaged line, a torn tail',
    lines(SESSION, call(), call({ tool: 7 }), { record: 'thought' }, '7', damaged, call(), torn),
    { accepted: 2, folded: 0, rejected: 3, lostBytes: damaged.length + torn.length },
  ],
  [
    'a call of which only a state contradicts itself is kept',
    lines(
      SESSION,
      call({ post_state: [{ resource: 'a', absent: true, fingerprint: `sha256:${'0'.repeat(64)}` }] }),
      { record: 'end', calls: 1 },
    ),
    { accepted: 1, folded: 0, rejected: 0, lostBytes: 0 },
  ],
  [
    'a write-ahead log with a torn tail',
    lines(WAL_HEADER, DECISION, tornLine),
    { accepted: 1, folded: 0, rejected: 0, lostBytes: tornLine.length },
  ],
  [
    'a write-ahead log that is refused: nothing in it is read',
    lines(WAL_HEADER, tornLine, DECISION),
    { accepted: 0, folded: 0, rejected: 0, lostBytes: lines(WAL_HEADER, tornLine, DECISION).length },
  ],
  [
    'what no format reads',
    'Dear all, the incident is closed.',
    { accepted: 0, folded: 0, rejected: 0, lostBytes: 33 },
  ],
  [
    'lines of a transcript that a resumed session copied, a line of another kind, a result of no call',
    lines(answer('c1', 'ls'), result('c1'), answer('c1', 'ls'), result('c1'), { x: 1 }, result('c9')),
    { accepted: 1, folded: 1, rejected: 2, lostBytes: 0 },
  ],
  [
    'runs that were posted twice, an entry that is none, a run without its id',
    JSON.stringify({ post: [run(1), run(2), run(2), 7, { run_type: 'llm' }], patch: [run(1)] }),
    { accepted: 2, folded: 1, rejected: 2, lostBytes: 0 },
  ],
  [
    'a document that no reader of LangSmith knows between lines of runs',
    lines(run(1), { nothing: 1 }, run(2)),
    { accepted: 2, folded: 0, rejected: 1, lostBytes: 0 },
  ],
];

describe('what became of the records of a file', () => {
  it.each(ROWS)('%s', async (_what, file, counts) => {
    const facts = await bundleFacts({ evidence: file });
    expect(facts.files[0]?.counts).toEqual(counts);
    expectCostsTold(facts, 'evidence');
  });

  it('is in the findings', async () => {
    const [input] = (await findingsOf({ evidence: ROWS[0]?.[1] ?? '' })).inputs;
    expect(input).toMatchObject({ records: 2, ...ROWS[0]?.[2] });
  });

  it('is unknown, not zero, in a case that was stored before it was counted', async () => {
    const { files, problems, ...rest } = await bundleFacts({ evidence: ROWS[0]?.[1] ?? '' });
    const old = files.map(({ counts: _, ...file }) => file);
    const evidence = { ...rest, files: old, problems } as unknown as Parameters<typeof inputDocuments>[0];
    expect(inputDocuments(evidence, problems)[0]).toMatchObject({
      records: 2,
      accepted: null,
      folded: null,
      rejected: null,
      lostBytes: null,
    });
  });
});
