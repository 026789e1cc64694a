import { describe, expect, test } from 'vitest';
import { lines, readEvidence } from '../read-evidence.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const ask = (id: unknown, name: string, args: object = {}, meta?: object) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args, ...(meta === undefined ? {} : { _meta: meta }) },
});
const answer = (id: unknown, text: string) => ({
  jsonrpc: '2.0',
  id,
  result: { content: [{ type: 'text', text }] },
});
const wrapped = (direction: string, message: object) => ({ ts: '2026-09-01T10:00:00Z', direction, message });

describe('MCP traffic', () => {
  test('gives each tool call its answer; what was sent together is one turn', async () => {
    const { format, callLogs, problems } = await readEvidence(
      lines(
        { jsonrpc: '2.0', id: 0, method: 'initialize', params: {} },
        { jsonrpc: '2.0', id: 0, result: { protocolVersion: '1' } },
        { jsonrpc: '2.0', method: 'notifications/initialized' },
        ask(1, 'search', { q: 'a' }, { traceparent: `00-${TRACE}-00f067aa0ba902b7-01` }),
        ask(2, 'fetch'),
        answer(2, 'two'),
        answer(1, 'one'),
        ask(3, 'write'),
        { jsonrpc: '2.0', id: 3, error: { code: -32000, message: 'no' } },
      ),
    );
    expect(format).toBe('mcp');
    expect(problems).toEqual([]);
    expect(callLogs).toHaveLength(1);
    expect(callLogs[0]?.calls).toMatchObject([
      { tool: 'search', turnIndex: 0, callIndex: 0, traceId: TRACE, source: 'transcript' },
      { tool: 'fetch', turnIndex: 0, callIndex: 1 },
      { tool: 'write', turnIndex: 1, callIndex: 0 },
    ]);
    // a number of the connection is no call id of a model
    expect(callLogs[0]?.calls.every(({ callId }) => callId === undefined)).toBe(true);
    expect(callLogs[0]?.calls.every(({ output }) => output.content !== undefined)).toBe(true);
  });

  test('each side counts its own ids: the server’s request of the same number is no answer', async () => {
    const { callLogs, problems } = await readEvidence(
      lines(
        wrapped('client', ask(1, 'search')),
        wrapped('server', { jsonrpc: '2.0', id: 1, method: 'sampling/createMessage', params: {} }),
        wrapped('client', { jsonrpc: '2.0', id: 1, result: { role: 'assistant' } }),
        wrapped('server', answer(1, 'found')),
      ),
    );
    expect(problems).toEqual([]);
    const content = callLogs[0]?.calls[0]?.output.content;
    expect(content?.kind).toBe('json');
    expect(content?.bytes).toBe(JSON.stringify(answer(1, 'found').result).length);
  });

  test('the number 1 and the text 1 are different ids; sessions are kept apart', async () => {
    const { callLogs } = await readEvidence(
      lines(
        { session_id: 's-1', msg: ask(1, 'a') },
        { session_id: 's-2', msg: ask(1, 'b') },
        { session_id: 's-1', msg: answer('1', 'not its own') },
        { session_id: 's-2', msg: answer(1, 'yes') },
      ),
    );
    expect(
      callLogs.map(({ sessionId, calls }) => [
        sessionId,
        calls[0]?.tool,
        calls[0]?.output.content === undefined,
      ]),
    ).toEqual([
      ['s-1', 'a', true],
      ['s-2', 'b', false],
    ]);
  });

  test('a damaged line does not end the file, and other JSON-RPC is not taken for it', async () => {
    const { callLogs, codes } = await readEvidence(
      `${lines(ask(1, 'a'))}{"jsonrpc":"2.0","id":\n${lines(answer(1, 'x'))}`,
    );
    expect(callLogs[0]?.calls[0]?.output.content).toBeDefined();
    expect(codes.length).toBeGreaterThan(0);
    expect(
      (await readEvidence(lines({ jsonrpc: '2.0', id: 1, method: 'eth_call', params: [] }))).format,
    ).toBeUndefined();
  });
});
