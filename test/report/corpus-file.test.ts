import { describe, expect, it } from 'vitest';
import type { CorpusRow } from '../../src/model/corpus.ts';
import { writeCorpus } from '../../src/report/corpus-file.ts';

const row = (more: Partial<CorpusRow> = {}): CorpusRow => ({
  session: 's-1',
  title: 'limits',
  traceIds: ['t1'],
  inputs: ['a.jsonl', 'b.jsonl'],
  bucket: 'partial-order',
  order: 'pinned',
  replayable: false,
  outcome: 'hypothesis',
  replay: 'none',
  verdicts: {
    faithful: 0,
    divergent: 0,
    refused: 0,
    unmatched: 0,
    'not-reexecuted': 1,
    'audit-incomplete': 0,
  },
  spans: 3,
  steps: 2,
  calls: 1,
  questionCount: 1,
  overlapCount: 1,
  orphanCount: 0,
  conflictCount: 0,
  linearizations: '2',
  assumes: ['one clock'],
  services: ['planner'],
  producers: ['test 1.0'],
  quarantine: [
    { said: 'One.', cure: 'Number the calls.' },
    { said: 'Two.', cure: 'Number the calls.' },
  ],
  ...more,
});

const cells = (text: string): readonly string[] => text.split('\r\n')[1]?.split(',') ?? [];

describe('the table of a corpus as a file', () => {
  it('is CSV with a head, a line each, and one cure named once', () => {
    const text = writeCorpus('csv', [row(), row({ session: 's-2' })]);
    const [head = '', first = '', ...rest] = text.split('\r\n');
    expect(head.startsWith('session,title,bucket,order,outcome,')).toBe(true);
    expect(first).toBe(
      's-1,limits,partial-order,pinned,hypothesis,none,3,2,1,1,1,0,0,2,one clock,planner,test 1.0,a.jsonl; b.jsonl,One. Two.,Number the calls.',
    );
    expect(head.split(',')).toHaveLength(first.split(',').length);
    expect(rest).toHaveLength(2);
  });

  it.each(['=1+1', '+1', '-1', '@x', '\tx', '\rx', '\0x'])(
    'leaves no text that a spreadsheet would take for a formula: %j',
    (title) => {
      const text = writeCorpus('csv', [row({ title })]);
      expect(text).toContain(`'${title}`);
      expect(text).not.toMatch(/(^|,|")[=+@\t\0]/m);
    },
  );

  it('quotes commas, quotes and line breaks of evidence; a negative number would stay a number', () => {
    expect(writeCorpus('csv', [row({ title: 'a,"b"\nc' })])).toContain('"a,""b""\nc"');
    expect(cells(writeCorpus('csv', [row({ spans: -1 })]))[6]).toBe('-1');
  });

  it('is JSON that reads back as the rows', () => {
    const rows = [row(), row({ session: '__proto__', title: null })];
    expect(JSON.parse(writeCorpus('json', rows))).toEqual(rows);
    expect(JSON.parse(writeCorpus('json', []))).toEqual([]);
  });
});
