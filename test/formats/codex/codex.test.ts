import { describe, expect, it } from 'vitest';
import { lines, readEvidence } from '../read-evidence.ts';

const item = (payload: Record<string, unknown>) => ({
  timestamp: '2026-09-01T10:00:00Z',
  type: 'response_item',
  payload,
});
const meta = { timestamp: '2026-09-01T10:00:00Z', type: 'session_meta', payload: { id: 'cx-1', cwd: '/w' } };
const call = (id: string, name: string, args = '{}') =>
  item({ type: 'function_call', call_id: id, name, arguments: args });
const output = (id: string, text: unknown) =>
  item({ type: 'function_call_output', call_id: id, output: text });

describe('sessions of Codex', () => {
  it('gives consecutive calls one turn, and each call its result', async () => {
    const { format, callLogs, problems } = await readEvidence(
      lines(
        meta,
        item({ type: 'message', role: 'user', content: [] }),
        call('c1', 'shell', '{"command":["ls"]}'),
        {
          timestamp: 't',
          type: 'event_msg',
          payload: { type: 'exec_command_end', call_id: 'c1', stdout: 'again' },
        },
        call('c2', 'shell'),
        output('c2', '{"output":"two","metadata":{"exit_code":0}}'),
        output('c1', 'one'),
        item({ type: 'custom_tool_call', call_id: 'c3', name: 'apply_patch', input: '*** Begin Patch' }),
        item({ type: 'custom_tool_call_output', call_id: 'c3', output: 'ok' }),
      ),
    );
    expect(format).toBe('codex');
    expect(problems).toEqual([]);
    expect(callLogs).toMatchObject([
      {
        sessionId: 'cx-1',
        calls: [
          {
            turnIndex: 0,
            callIndex: 0,
            callId: 'c1',
            tool: 'shell',
            input: { content: { kind: 'json' } },
            output: { content: { kind: 'text', bytes: 3 } },
          },
          { turnIndex: 0, callIndex: 1, callId: 'c2', output: { content: { bytes: 3 } } },
          {
            turnIndex: 1,
            callIndex: 0,
            callId: 'c3',
            tool: 'apply_patch',
            input: { content: { kind: 'text' } },
          },
        ],
      },
    ]);
  });

  it('a repeated id is told, and results go in the order of the file', async () => {
    const { callLogs, codes } = await readEvidence(
      lines(meta, call('c', 'a'), call('c', 'b'), output('c', 'one'), output('c', 'two!')),
    );
    expect(callLogs[0]?.calls.map(({ tool, output: given }) => [tool, given.content?.bytes])).toEqual([
      ['a', 3],
      ['b', 4],
    ]);
    expect(codes).toEqual(['call-twice']);
  });

  it('keeps the whole record where a half one stands before it (codex #24425)', async () => {
    const whole = JSON.stringify(call('c1', 'a'));
    const { callLogs, codes } = await readEvidence(`${lines(meta)}${whole.slice(0, 60)}${whole}\n`);
    expect(callLogs[0]?.calls.map(({ callId }) => callId)).toEqual(['c1']);
    expect(codes).toEqual(['bytes-lost']);
  });

  it('reads older rollouts, whose items have no envelope', async () => {
    const { format, callLogs } = await readEvidence(
      lines(
        { id: 'cx-0', timestamp: '2025-05-01T00:00:00Z', instructions: null },
        { type: 'function_call', call_id: 'c1', name: 'shell', arguments: '{}' },
        { type: 'function_call_output', call_id: 'c1', output: 'x' },
      ),
    );
    expect(format).toBe('codex');
    expect(callLogs).toMatchObject([
      { sessionId: 'cx-0', calls: [{ callId: 'c1', output: { content: { kind: 'text' } } }] },
    ]);
  });
});
