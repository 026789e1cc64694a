import { describe, expect, it } from 'vitest';
import { sha256Hex } from '../../../src/lib/hash.ts';
import { lines, readEvidence } from '../read-evidence.ts';

const use = (id: string, name: string, input: unknown = {}) => ({ type: 'tool_use', id, name, input });
const result = (id: string, content: unknown) => ({ type: 'tool_result', tool_use_id: id, content });

let uuid = 0;
const line = (
  type: 'assistant' | 'user',
  content: unknown,
  more: Record<string, unknown> = {},
  message: Record<string, unknown> = {},
) => ({
  parentUuid: uuid === 0 ? null : `u${uuid}`,
  isSidechain: false,
  sessionId: 's-1',
  type,
  message: { role: type, content, ...message },
  uuid: `u${++uuid}`,
  timestamp: '2026-06-14T11:00:00.000Z',
  ...more,
});

describe('sessions of Claude Code', () => {
  it('gives the calls of an answer that is split over lines one turn, in the order they were asked', async () => {
    const { format, callLogs, problems } = await readEvidence(
      lines(
        { type: 'summary', summary: 'x', leafUuid: 'u9' },
        line('user', 'please'),
        line('assistant', [{ type: 'text', text: 'ok' }], {}, { id: 'm1' }),
        line('assistant', [use('t1', 'Read', { file_path: 'a' })], {}, { id: 'm1' }),
        line('assistant', [use('t2', 'Bash', { command: 'ls' })], {}, { id: 'm1' }),
        line('user', [result('t2', 'b.txt')]),
        line('user', [result('t1', [{ type: 'text', text: 'A' }])]),
        line('assistant', [use('t3', 'Bash')], {}, { id: 'm2' }),
      ),
    );
    expect(format).toBe('claude-code');
    expect(problems).toEqual([]);
    expect(callLogs).toHaveLength(1);
    expect(callLogs[0]).toMatchObject({ sessionId: 's-1', role: 'recorded', ended: false, torn: false });
    expect(callLogs[0]?.calls).toMatchObject([
      {
        source: 'transcript',
        turnIndex: 0,
        callIndex: 0,
        callId: 't1',
        tool: 'Read',
        derived: false,
        input: { content: { kind: 'json' } },
        output: { content: { kind: 'text', bytes: 1 } },
      },
      { turnIndex: 0, callIndex: 1, callId: 't2', tool: 'Bash', output: { content: { bytes: 5 } } },
      { turnIndex: 1, callIndex: 0, callId: 't3', output: {} },
    ]);
  });

  it('keeps the places of the calls', async () => {
    const text = lines(line('user', 'x'), line('assistant', [use('t1', 'Read')]));
    const { callLogs } = await readEvidence(text);
    const at = callLogs[0]?.calls[0]?.at;
    expect(at?.line).toBe(2);
    expect(text.slice(at?.offset, (at?.offset ?? 0) + (at?.length ?? 0))).toContain('"tool_use"');
  });

  it('derives the states of a file from the texts of an edit, and says that they are derived', async () => {
    const edit = (more: Record<string, unknown>) => ({
      toolUseResult: { filePath: '/w/a.yaml', originalFile: 'a: 1\nb: 1\n', ...more },
    });
    const { callLogs } = await readEvidence(
      lines(
        line('assistant', [use('t1', 'Edit'), use('t2', 'Write'), use('t3', 'Edit'), use('t4', 'Write')]),
        line('user', [result('t1', 'ok')], edit({ oldString: 'b: 1', newString: 'b: 2', replaceAll: false })),
        line('user', [result('t2', 'ok')], edit({ content: 'new' })),
        line('user', [result('t3', 'ok')], edit({ oldString: '1', newString: '2', replaceAll: false })),
        line('user', [result('t4', 'ok')], edit({ content: 'new', originalFile: null })),
      ),
    );
    const sha = (text: string) => ({ scheme: 'sha256', value: sha256Hex(text) });
    const [one, two, three, four] = callLogs[0]?.calls ?? [];
    expect(one).toMatchObject({
      derived: true,
      coverage: 'partial',
      preState: [{ resource: 'file:///w/a.yaml', fingerprint: sha('a: 1\nb: 1\n'), absent: false }],
      postState: [{ fingerprint: sha('a: 1\nb: 2\n') }],
    });
    expect(two?.postState).toMatchObject([{ fingerprint: sha('new') }]);
    // "1" stands twice and which one was edited is not told
    expect(three).toMatchObject({ derived: false });
    expect(three?.postState).toBeUndefined();
    expect(four?.preState).toEqual([{ resource: 'file:///w/a.yaml', absent: true }]);
  });

  it('keeps sessions and sub-agents apart, and folds lines that stand twice', async () => {
    const one = line('assistant', [use('t1', 'Task')]);
    const { callLogs, codes } = await readEvidence(
      lines(
        one,
        one,
        line('assistant', [use('t2', 'Read')], { isSidechain: true, agentId: 'a7' }),
        line('assistant', [use('t3', 'Read')], { sessionId: 's-2' }),
      ),
    );
    expect(
      callLogs.map(({ sessionId, calls }) => [
        sessionId,
        calls.map(({ agent, turnIndex, callId }) => [agent, turnIndex, callId]),
      ]),
    ).toEqual([
      [
        's-1',
        [
          [undefined, 0, 't1'],
          ['a7', 0, 't2'],
        ],
      ],
      ['s-2', [[undefined, 0, 't3']]],
    ]);
    expect(codes).toEqual(['duplicate-folded']);
  });

  it('reads on behind spliced lines, NUL runs, bare values and messages that fell apart', async () => {
    const text =
      `${lines(line('assistant', [use('t1', 'A')]))}{"parentUuid":null,"type":"user","message":{"content":"cut ${lines(line('assistant', [use('t2', 'B')]))}` +
      `${'\0'.repeat(300)}\n"text"\n42\n${lines({ silly: 1 }, { type: 'user', uuid: 'x', message: { '0': 'h', '1': 'i' } }, { type: 'user', uuid: 'y', message: { contents: [] } }, line('assistant', [use('t3', 'C')]))}`;
    const { callLogs, codes } = await readEvidence(text);
    expect(callLogs[0]?.calls.map(({ callId }) => callId)).toEqual(['t1', 't2', 't3']);
    expect(codes).toEqual([
      'bytes-lost',
      'nul-run',
      'record-malformed',
      'record-malformed',
      'record-unknown',
    ]);
  });

  it('a result may stand before its call, or without one', async () => {
    const { callLogs, codes } = await readEvidence(
      lines(
        line('user', [result('t1', 'early')]),
        line('assistant', [use('t1', 'A')]),
        line('user', [result('t9', 'nobody asked')]),
      ),
    );
    expect(callLogs[0]?.calls[0]?.output.content?.bytes).toBe(5);
    expect(codes).toEqual(['record-unknown']);
  });

  it('reads the web export', async () => {
    const { format, callLogs } = await readEvidence({
      loglines: [
        { type: 'assistant', timestamp: 't', message: { role: 'assistant', content: [use('t1', 'A')] } },
        { type: 'user', timestamp: 't', message: { role: 'user', content: [result('t1', 'x')] } },
      ],
    });
    expect(format).toBe('claude-code');
    expect(callLogs).toMatchObject([{ calls: [{ callId: 't1', turnIndex: 0 }] }]);
    expect(callLogs[0]?.sessionId).toBeUndefined();
  });

  it('knows a torn tail', async () => {
    const text = lines(line('assistant', [use('t1', 'A')]), line('assistant', [use('t2', 'B')]));
    const { callLogs, codes } = await readEvidence(text.slice(0, -20));
    expect(callLogs).toMatchObject([{ torn: true, calls: [{ callId: 't1' }] }]);
    expect(codes).toEqual(['truncated']);
  });
});
