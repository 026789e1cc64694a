import { expect, test } from 'vitest';
import { CASE, findingsOf, NOTHING, openFiles } from './open-bundle-of.ts';

const span = (id: number, name = 'a span'): string =>
  JSON.stringify({
    traceId: '1'.repeat(32),
    spanId: String(id).padStart(16, '0'),
    name,
    startTimeUnixNano: '1800000000000000000',
    endTimeUnixNano: '1800000000000000001',
  });
const list = (...spans: readonly string[]): string =>
  `{"resourceSpans":[{"scopeSpans":[{"spans":[${spans.join(',')}]}]}]}\n`;

test('what became of the records of a file is counted: read, folded, rejected, and the bytes that were lost', async () => {
  const garbage = '{"resourceSpans":[{"scopeSpans":[{"spans":[{"na';
  const file = `${list(span(1), span(2), span(1), '7', '"x"')}${garbage}\n${list(span(3))}`;
  const [input] = (await findingsOf({ 'trace.json': file })).inputs;
  expect(input).toMatchObject({ records: 4, folded: 1, rejected: 2 });
  expect(input?.lostBytes).toBeGreaterThan(0);
  expect(input?.lostBytes).toBeLessThanOrEqual(garbage.length + 1);
  expect(input?.problems.filter(({ lostBytes }) => lostBytes !== undefined)).toHaveLength(1);
});

test('records beyond those that are told one by one are counted all the same', async () => {
  const [input] = (await findingsOf({ 'trace.json': list(span(1), ...Array<string>(100).fill('0')) })).inputs;
  expect(input).toMatchObject({ records: 1, rejected: 100, lostBytes: 0 });
  const [rest] = input?.problems.filter(({ times }) => times === 75) ?? [];
  expect(rest).toMatchObject({ code: 'span-rejected', rejected: 75 });
  expect(rest?.said).toContain('75 more of the same kind');
  // the first of them has a place like the others
  expect(rest?.byte).toBeGreaterThan(0);
});

test('a record of a call log that cannot be read is rejected, and a whole file loses nothing', async () => {
  const log =
    '{"record":"session","schema":"witnessmark.calls/1","role":"recorded"}\n{"record":"call","tool":7}\n';
  const inputs = (await findingsOf({ 'calls.jsonl': log, 'trace.json': list(span(1)) })).inputs;
  expect(inputs.map(({ rejected, folded, lostBytes }) => [rejected, folded, lostBytes])).toEqual([
    [1, 0, 0],
    [0, 0, 0],
  ]);
});

test('the page is told counts; the problems of one place are asked for', async () => {
  const { engine } = await openFiles({ 'trace.json': list(span(1), '7', '8') });
  const asked = { caseId: CASE, assumed: NOTHING };
  const { inputs } = await engine.ask({ is: 'overview', ...asked });
  expect(inputs[0]).toMatchObject({ rejected: 2, problemCounts: { error: 2 }, altered: false });
  expect(inputs[0]).not.toHaveProperty('problems');
  const all = await engine.ask({ is: 'ledger', ...asked, from: 0, to: 10 });
  const rejected = all.rows.filter(({ code }) => code === 'span-rejected');
  const byte = rejected[1]?.byte ?? 0;
  const here = await engine.ask({ is: 'ledger', ...asked, file: 'trace.json', byte, from: 0, to: 10 });
  expect(here.rows).toEqual([rejected[1]]);
});

test('kinds of problems are counted, and the list is filtered by kind where the problems are', async () => {
  const { engine } = await openFiles({ 'trace.json': list(span(1), '7', '8'), 'notes.txt': 'Dear all' });
  const asked = { caseId: CASE, assumed: NOTHING };
  const { problemKinds, problemCounts } = await engine.ask({ is: 'overview', ...asked });
  expect(problemKinds.slice(0, 1)).toEqual([
    {
      code: 'span-rejected',
      means: 'a span lacks what makes it a span and was kept as a problem only',
      severity: 'error',
      count: 2,
    },
  ]);
  const sum = problemKinds.reduce((all, { count }) => all + count, 0);
  expect(sum).toBe(problemCounts.error + problemCounts.warning + problemCounts.info);
  const found = await engine.ask({ is: 'ledger', ...asked, code: 'format-unknown', from: 0, to: 10 });
  expect(found).toMatchObject({ total: 1, rows: [{ file: 'notes.txt', byte: 0, lostBytes: 8 }] });
});
