import { describe, expect, test } from 'vitest';
import { groupSessions } from '../../../src/verdicts/session/group.ts';
import { type Drawing, drawEvidence, end, header, lines, readDrawing, span } from '../../bundle.ts';

const trace = (digit: string): string => digit.repeat(32);
const spanId = (digit: string): string => digit.repeat(16);
const call = (members: object = {}): object => ({ record: 'call', turn_index: 0, tool: 't', ...members });
const log = (members: object = {}, calls: object = {}): string =>
  lines(header({ role: 'recorded', ...members }), call(calls), end(1));
const wal = { is: 'read', header: new Map(), records: [], complete: true, torn: false } as const;
const manifest = (members: object): string => JSON.stringify({ witnessmark: 1, ...members });

interface Told {
  readonly id: string;
  readonly files: readonly string[];
}
async function group(
  drawing: Drawing,
  order?: readonly string[],
): Promise<{ groups: readonly Told[]; codes: readonly string[] }> {
  const evidence = await drawEvidence(drawing, order);
  const { groups, problems } = groupSessions(evidence);
  return {
    groups: groups.map(({ id, files }) => ({
      id,
      files: files.map((file) => evidence.files[file]?.path ?? '').sort(),
    })),
    codes: problems.map(({ code, file }) => `${code} ${file}`).sort(),
  };
}
const of = (id: string, ...files: readonly string[]): Told => ({ id, files });

describe('traces', () => {
  test('by trace id, and by conversation id over several traces', async () => {
    const plain = {
      'a.json': [
        span({ spanId: spanId('1'), traceId: trace('1') }),
        span({ spanId: spanId('2'), traceId: trace('2') }),
      ],
    };
    expect((await group({ traces: plain })).groups).toEqual([
      of(trace('1'), 'a.json'),
      of(trace('2'), 'a.json'),
    ]);
    const spoken = {
      'a.json': [
        span({ spanId: spanId('1'), traceId: trace('1'), facts: { conversationId: 'c' } }),
        span({ spanId: spanId('3'), traceId: trace('1'), parentId: spanId('1') }),
      ],
      'b.json': [span({ spanId: spanId('2'), traceId: trace('2'), facts: { conversationId: 'c' } })],
    };
    expect((await group({ traces: spoken })).groups).toEqual([of('c', 'a.json', 'b.json')]);
  });

  test("a sub-agent's own conversation does not name the trace", async () => {
    const nested = [
      span({ spanId: spanId('1'), facts: { conversationId: 'outer' } }),
      span({ spanId: spanId('2'), parentId: spanId('1'), facts: { conversationId: 'inner' } }),
    ];
    expect((await group({ traces: { 'a.json': nested } })).groups).toEqual([of('outer', 'a.json')]);
  });
});

describe('call logs', () => {
  test('of one session id, or of none, are one session', async () => {
    expect(
      (await group({ files: { a: log({ session_id: 's' }), b: log({ session_id: 's', role: 'replayed' }) } }))
        .groups,
    ).toEqual([of('s', 'a', 'b')]);
    expect((await group({ files: { a: log(), b: log({ role: 'replayed' }) } })).groups).toEqual([
      of('calls', 'a', 'b'),
    ]);
    expect(
      (await group({ files: { a: log({ session_id: 's' }), b: log({ session_id: 't' }) } })).groups,
    ).toEqual([of('s', 'a'), of('t', 'b')]);
  });

  test('one without an id joins the only session that has one', async () => {
    expect((await group({ files: { a: log({ session_id: 's' }), b: log() } })).groups).toEqual([
      of('s', 'a', 'b'),
    ]);
    expect(
      (await group({ files: { a: log({ session_id: 's' }), b: log({ session_id: 't' }), c: log() } })).groups,
    ).toEqual([of('calls', 'c'), of('s', 'a'), of('t', 'b')]);
  });

  test('join the trace that their ids name, silently', async () => {
    const traces = {
      't.json': [
        span({ spanId: spanId('1'), traceId: trace('1') }),
        span({ spanId: spanId('2'), traceId: trace('2') }),
      ],
    };
    const byTrace = await group({ traces, files: { a: log({ session_id: 's' }, { trace_id: trace('2') }) } });
    expect(byTrace).toEqual({ groups: [of(trace('1'), 't.json'), of('s', 'a', 't.json')], codes: [] });
    const bySpan = await group({ traces, files: { a: log({}, { span_id: spanId('2') }) } });
    expect(bySpan.groups).toEqual([of(trace('1'), 't.json'), of(trace('2'), 'a', 't.json')]);
    const bySession = await group({
      traces: {
        't.json': [
          span({ spanId: spanId('1'), facts: { conversationId: 's' } }),
          span({ spanId: spanId('9'), traceId: trace('9') }),
        ],
      },
      files: { a: log({ session_id: 's' }) },
    });
    expect(bySession.groups).toEqual([of(trace('9'), 't.json'), of('s', 'a', 't.json')]);
  });

  test('a single session beside a single trace session joins it, and says so', async () => {
    const traces = { 't.json': [span({ spanId: spanId('1') })] };
    const joined = await group({ traces, files: { a: log(), b: log({ role: 'replayed' }) } });
    expect(joined).toEqual({
      groups: [of(span({ spanId: '' }).traceId, 'a', 'b', 't.json')],
      codes: ['joined-by-bundle a', 'joined-by-bundle b'],
    });
    expect(
      (await group({ traces, files: { a: log({ session_id: 's' }), b: log({ session_id: 't' }) } })).groups,
    ).toHaveLength(3);
    const two = {
      't.json': [span({ spanId: spanId('1') }), span({ spanId: spanId('2'), traceId: trace('2') })],
    };
    expect((await group({ traces: two, files: { a: log() } })).groups).toHaveLength(3);
    // its calls name a trace that is not here
    expect((await group({ traces, files: { a: log({}, { trace_id: trace('f') }) } })).groups).toHaveLength(2);
  });
});

describe('write-ahead logs', () => {
  test('each is a session of its own, but for a single one beside a single trace session', async () => {
    const traces = { 't.json': [span({ spanId: spanId('1') })] };
    expect((await group({ wals: { 'a.wal': wal, 'b.wal': wal } })).groups).toEqual([
      of('a.wal', 'a.wal'),
      of('b.wal', 'b.wal'),
    ]);
    const joined = await group({ traces, wals: { 'a.wal': wal } });
    expect(joined.groups).toEqual([of(span({ spanId: '' }).traceId, 'a.wal', 't.json')]);
    expect(joined.codes).toEqual(['joined-by-bundle a.wal']);
    expect((await group({ traces, wals: { 'a.wal': wal, 'b.wal': wal } })).groups).toHaveLength(3);
    expect((await group({ files: { a: log() }, wals: { 'a.wal': wal } })).groups).toHaveLength(2);
  });
});

describe('the manifest', () => {
  const traces = { 't.json': [span({ spanId: spanId('1'), facts: { conversationId: 'c' } })] };

  test('joins what it claims, above every id, and without a problem', async () => {
    const found = await group({
      files: {
        'incident.json': manifest({
          session: 's',
          files: [
            { path: 't.json', role: 'trace' },
            { path: 'a', role: 'recorded-calls' },
            { path: 'a.wal', role: 'wal' },
          ],
        }),
        a: log({ session_id: 'other' }),
      },
      traces,
      wals: { 'a.wal': wal },
    });
    expect(found).toEqual({ groups: [of('s', 'a', 'a.wal', 't.json')], codes: [] });
  });

  test('keeps apart what it claims for two sessions', async () => {
    const found = await group({
      files: {
        'incident.json': manifest({
          files: [
            { path: 't.json', session: 's1' },
            { path: 'a', session: 's2' },
          ],
        }),
        a: log({}, { span_id: spanId('1') }),
      },
      traces,
    });
    expect(found.groups).toEqual([of('s1', 't.json'), of('s2', 'a')]);
  });

  test('names roles and attempts that the logs do not; a header contradicts it and wins', async () => {
    const short = JSON.stringify([{ turn_index: 0, tool: 't', output: 'ok' }]);
    const { sessions, problems } = await readDrawing({
      files: {
        'incident.json': manifest({
          title: 'T',
          files: [
            { path: 'a', role: 'replayed-calls', attempt: 'r7' },
            { path: 'b', role: 'replayed-calls' },
          ],
        }),
        a: short,
        b: log(),
      },
    });
    expect(
      sessions.map(({ group: { title, recorded, replayed } }) => [title, recorded.length, replayed.length]),
    ).toEqual([['T', 1, 1]]);
    expect(sessions[0]?.calls[0]?.attempt).toBe('r7');
    expect(problems.map(({ code, file }) => [code, file])).toContainEqual(['role-contradicted', 'b']);
  });

  test('files that are missing, not named, altered', async () => {
    const found = await group({
      files: {
        'x/incident.json': manifest({ files: [{ path: 'gone' }, { path: 'a', sha256: '0'.repeat(64) }] }),
        'x/a': log(),
        'x/b': log({ role: 'replayed' }),
      },
    });
    expect(found.codes).toEqual(['file-altered x/a', 'file-missing x/incident.json', 'file-not-named x/b']);
  });
});

describe('stability', () => {
  test('the order of files changes nothing', async () => {
    const drawing: Drawing = {
      files: {
        a: log({ session_id: 's' }),
        b: log(),
        c: JSON.stringify([{ turn_index: 0, tool: 't', replayed_output: 'x' }]),
      },
      traces: {
        't.json': [span({ spanId: spanId('1') })],
        'u.json': [span({ spanId: spanId('2'), traceId: trace('2') })],
      },
      wals: { 'w.wal': wal },
    };
    const names = ['a', 'b', 'c', 't.json', 'u.json', 'w.wal'];
    const first = await group(drawing, names);
    for (const shift of [1, 2, 3, 4, 5]) {
      const turned = [...names.slice(shift), ...names.slice(0, shift)];
      expect(await group(drawing, turned)).toEqual(first);
      expect(await group(drawing, turned.reverse())).toEqual(first);
    }
  });

  test('an id that two sessions would have is numbered', async () => {
    const evidence = await group({ files: { a: log({ session_id: 'a.wal' }) }, wals: { 'a.wal': wal } });
    expect(evidence.groups.map(({ id }) => id)).toEqual(['a.wal', 'a.wal (2)']);
  });
});

describe('traces of a replay', () => {
  const traces = {
    't.json': [span({ spanId: spanId('1'), traceId: trace('1') })],
    'u.json': [span({ spanId: spanId('2'), traceId: trace('2') })],
  };
  const split = async (
    drawing: Drawing,
  ): Promise<readonly (readonly [readonly number[], readonly number[]])[]> => {
    const { groups } = groupSessions(await drawEvidence(drawing));
    return groups.map(({ rows, replayedRows }) => [[...rows], [...(replayedRows ?? [])]]);
  };

  test('the examiner says which is which', async () => {
    const files = {
      'incident.json': manifest({
        files: [
          { path: 't.json', role: 'recorded-calls' },
          { path: 'u.json', role: 'replayed-calls', attempt: 'r1' },
        ],
      }),
    };
    expect(await split({ files, traces })).toEqual([[[0], [1]]]);
    expect((await group({ files, traces })).codes).toEqual([]);
    expect(await split({ traces })).toEqual([
      [[0], []],
      [[1], []],
    ]);
  });

  test('a replay log names its own trace', async () => {
    const files = {
      a: log({}, { trace_id: trace('1') }),
      b: log({ role: 'replayed' }, { trace_id: trace('2') }),
    };
    expect(await split({ files, traces })).toEqual([[[0], [1]]]);
    const copied = { ...files, b: log({ role: 'replayed' }, { trace_id: trace('1') }) };
    expect(await split({ files: copied, traces })).toEqual([
      [[0], []],
      [[1], []],
    ]);
  });
});
