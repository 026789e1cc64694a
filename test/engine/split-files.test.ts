import { describe, expect, test } from 'vitest';
import { OVERLAPPING, otlp, ROOT, SEARCH } from './bundles.ts';
import { type Files, findingsOf } from './open-bundle-of.ts';

/** What a session says, apart from the files and places that it was read from. */
async function read(files: Files) {
  const { sessions, inputs } = await findingsOf(files);
  return {
    sessions: sessions.map(({ inputs: _inputs, calls, ...rest }) => ({
      ...rest,
      calls: calls.map(({ recordedAt: _recordedAt, ...call }) => call),
    })),
    from: sessions.map((session) => session.inputs),
    records: inputs.map(({ path, records }) => [path, records]),
    problems: inputs.flatMap(({ problems }) => problems.map(({ code }) => code)),
  };
}

/** The groups of a document, each span in a request of its own. */
function requestsOf(document: string): readonly string[] {
  const { resourceSpans } = JSON.parse(document) as {
    resourceSpans: { resource: object; scopeSpans: { scope: object; spans: object[] }[] }[];
  };
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ scope, spans }) =>
      spans.map((span) =>
        JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ scope, spans: [span] }] }] }),
      ),
    ),
  );
}

const [ROOT_LINE = '', SEARCH_LINE = '', FETCH_LINE = ''] = requestsOf(OVERLAPPING);

describe('a trace that is split over files', () => {
  test('is one session, the same as from one file', async () => {
    const whole = await read({ 'trace.json': OVERLAPPING });
    expect(whole.sessions).toHaveLength(1);
    expect(whole.sessions[0]?.order.overlapCount).toBe(1);
    for (const split of [
      { 'a.json': `${ROOT_LINE}\n${SEARCH_LINE}`, 'b.json': FETCH_LINE },
      // the parent stands in the file that is read last
      { 'a.json': FETCH_LINE, 'b.json': `${SEARCH_LINE}\n${ROOT_LINE}` },
    ]) {
      const found = await read(split);
      expect(found.sessions).toEqual(whole.sessions);
      expect(found.from).toEqual([['a.json', 'b.json']]);
      expect(found.problems).toEqual([]);
    }
  });

  test('shows its other half as an orphan when that file is missing', async () => {
    const { sessions } = await read({ 'b.json': `${SEARCH_LINE}\n${FETCH_LINE}` });
    expect(sessions).toHaveLength(1);
    expect(sessions[0]?.order.orphans).toHaveLength(2);
  });
});

describe('rotated files of JSON lines in a folder', () => {
  const other = otlp(
    [{ id: ROOT, name: 'invoke_agent other', from: 0, to: 5 }],
    '0f0e0d0c0b0a09080706050403020100',
  );

  test('are read as one stream, whatever their names sort to', async () => {
    const whole = await read({ 'traces/trace.jsonl': `${OVERLAPPING}\n${other}\n` });
    expect(whole.sessions).toHaveLength(2);
    const rotated = await read({
      'traces/trace-2026-11-30T23-59-58.000.jsonl': `${FETCH_LINE}\n`,
      'traces/trace-2026-12-01T00-00-01.000.jsonl': `${SEARCH_LINE}\n${other}\n`,
      'traces/trace.jsonl': `${ROOT_LINE}\n`,
    });
    expect(rotated.sessions).toEqual(whole.sessions);
    expect(rotated.records).toEqual([
      ['traces/trace-2026-11-30T23-59-58.000.jsonl', 1],
      ['traces/trace-2026-12-01T00-00-01.000.jsonl', 2],
      ['traces/trace.jsonl', 1],
    ]);
    expect(rotated.problems).toEqual([]);
  });

  test('fold a line that stands on both sides of a rotation, and say so', async () => {
    const whole = await read({ 'traces/trace.jsonl': `${OVERLAPPING}\n` });
    const rotated = await read({
      'traces/trace-1.jsonl': `${ROOT_LINE}\n${SEARCH_LINE}\n`,
      'traces/trace.jsonl': `${SEARCH_LINE}\n${FETCH_LINE}\n`,
    });
    expect(rotated.sessions).toEqual(whole.sessions);
    expect(rotated.problems).toEqual(['duplicate-folded']);
  });

  test('lose only the line that a rotation cut in two, with both halves in the ledger', async () => {
    const middle = SEARCH_LINE.indexOf('ool search');
    const rotated = await read({
      'traces/trace-1.jsonl': `${ROOT_LINE}\n${SEARCH_LINE.slice(0, middle)}`,
      'traces/trace.jsonl': `${SEARCH_LINE.slice(middle)}\n${FETCH_LINE}\n`,
    });
    expect(rotated.sessions).toHaveLength(1);
    expect(rotated.sessions[0]?.order.steps.map(({ spanId }) => spanId)).not.toContain(SEARCH);
    expect(rotated.problems).toEqual(['truncated', 'bytes-lost']);
  });
});

describe('a transcript that is split over files', () => {
  const LINES = [1, 2, 3].map((nth) =>
    JSON.stringify({
      sessionId: 's-1',
      type: 'assistant',
      uuid: `u${nth}`,
      parentUuid: null,
      isSidechain: false,
      timestamp: '2026-06-14T11:00:00.000Z',
      message: {
        role: 'assistant',
        id: `m${nth}`,
        content: [{ type: 'tool_use', id: `t${nth}`, name: 'Bash', input: { nth } }],
      },
    }),
  );

  test('orders nothing by turns that each file counts anew, and is a recording, not a trace', async () => {
    const whole = await read({ 'all.jsonl': LINES.join('\n') });
    expect(whole.sessions).toMatchObject([{ order: { bucket: 'witnessed', linearizations: '1' } }]);
    const split = await read({
      'a.jsonl': LINES.slice(0, 2).join('\n'),
      'b.jsonl': LINES.slice(2).join('\n'),
    });
    expect(split.sessions).toMatchObject([{ order: { bucket: 'partial-order', linearizations: '6' } }]);
    for (const { sessions } of [whole, split]) {
      expect(sessions[0]?.calls.map(({ source }) => source)).toEqual([
        'transcript',
        'transcript',
        'transcript',
      ]);
      expect(sessions[0]?.reasons).not.toContain('completeness-call-not-recorded');
    }
  });
});
