import { describe, expect, it } from 'vitest';
import type { HistoryItem } from '../../../src/model/span.ts';
import { bundleFacts } from '../bundle-facts.ts';
import { anyValue, attr, grouped, request, span, spanId, TRACE } from './otlp-builder.ts';

const asking = span(1, { attributes: [attr('gen_ai.operation.name', 'chat')] });
const trace = request(grouped([asking]));

/** One message a record: the whole of it in the body, or its members as attributes. */
const record = (ms: number, name: string, body: Record<string, unknown>, dialect: 'body' | 'attributes') => ({
  timeUnixNano: String(1_793_000_000_000_000_000n + BigInt(ms) * 1_000_000n),
  traceId: TRACE,
  spanId: spanId(1),
  ...(dialect === 'body' ? { eventName: name, body: anyValue(body) } : {}),
  attributes: [
    ...(dialect === 'body' ? [] : [attr('event.name', name)]),
    ...(dialect === 'body'
      ? []
      : Object.entries(body).map(([key, value]) =>
          attr(key, typeof value === 'object' ? JSON.stringify(value) : value),
        )),
  ],
});
const call = (id: string) => ({
  id,
  type: 'function',
  function: { name: 'look', arguments: `{"at":"${id}"}` },
});
const conversation = (dialect: 'body' | 'attributes', times: readonly number[] = [1, 2, 3, 4, 5]) => [
  record(times[0] as number, 'gen_ai.user.message', { content: 'where?' }, dialect),
  record(times[1] as number, 'gen_ai.assistant.message', { tool_calls: [call('a'), call('b')] }, dialect),
  record(times[2] as number, 'gen_ai.tool.message', { id: 'b', content: 'here' }, dialect),
  record(times[3] as number, 'gen_ai.tool.message', { id: 'a', content: 'there' }, dialect),
  record(
    times[4] as number,
    'gen_ai.choice',
    { index: 0, finish_reason: 'tool_calls', message: { tool_calls: [call('c')] } },
    dialect,
  ),
];
const logs = (logRecords: readonly unknown[]) => ({
  resourceLogs: [{ resource: {}, scopeLogs: [{ scope: {}, logRecords }] }],
});
const told = (items: readonly HistoryItem[] | undefined) => items?.map(({ is, callId }) => `${is} ${callId}`);

describe('messages that stand in a log record each', () => {
  it.each(['body', 'attributes'] as const)(
    'become the history of their span (members in the %s)',
    async (dialect) => {
      const { facts, problems } = await bundleFacts({
        'a.json': logs(conversation(dialect)),
        'b.json': trace,
      });
      expect(problems).toEqual([]);
      const own = facts.get('span 1');
      expect(told(own?.inputHistory)).toEqual(['call a', 'call b', 'result b', 'result a']);
      expect(told(own?.outputHistory)).toEqual(['call c']);
      expect(own).toMatchObject({ historyConvention: 'gen_ai log records' });
      expect(own?.historyCut).toBeUndefined();
    },
  );

  it('are no full witness where the file mixed them', async () => {
    const mixed = logs(conversation('body', [1, 2, 4, 3, 5]));
    const { facts, problems } = await bundleFacts({ 'a.json': mixed, 'b.json': trace });
    expect(facts.get('span 1')?.historyCut).toBe(true);
    expect(problems.map(({ code }) => code)).toEqual(['attribute-cut']);
  });

  it('are told where they name no span', async () => {
    const { traceId: _, ...lost } = record(1, 'gen_ai.tool.message', { id: 'a' }, 'body');
    const { problems } = await bundleFacts({ 'a.json': logs([lost]) });
    expect(problems.map(({ said }) => said)).toEqual([
      'A log record with messages names no span; it was not read.',
    ]);
  });

  it('may stand in several files, a direction each, whichever comes first', async () => {
    const all = conversation('body');
    const [given, answered] = [logs(all.slice(0, -1)), logs(all.slice(-1))];
    for (const files of [
      { 'a.json': given, 'b.json': answered, 'c.json': trace },
      { 'a.json': trace, 'b.json': answered, 'c.json': given },
    ]) {
      const { facts, problems } = await bundleFacts(files);
      expect(problems).toEqual([]);
      const own = facts.get('span 1');
      expect(told(own?.inputHistory)).toEqual(['call a', 'call b', 'result b', 'result a']);
      expect(told(own?.outputHistory)).toEqual(['call c']);
    }
  });

  it('are left out where the files split one direction, since nothing orders the files', async () => {
    const all = conversation('body');
    const { facts, problems } = await bundleFacts({
      'a.json': logs(all.slice(0, 3)),
      'b.json': logs(all.slice(3)),
      'c.json': trace,
    });
    expect(facts.get('span 1')?.inputHistory).toBeUndefined();
    expect(problems.map(({ file, code }) => [file, code])).toEqual([
      ['a.json', 'record-unknown'],
      ['b.json', 'record-unknown'],
    ]);
  });

  it('of several choices the one numbered first counts, unless each asks for a tool of its own', async () => {
    const choice = (ms: number, index: number, id: string, finish_reason: string) =>
      record(ms, 'gen_ai.choice', { index, finish_reason, message: { tool_calls: [call(id)] } }, 'body');
    const outputOf = async (...records: readonly unknown[]) =>
      told(
        (await bundleFacts({ 'a.json': logs(records), 'b.json': trace })).facts.get('span 1')?.outputHistory,
      );
    expect(await outputOf(choice(1, 1, 'y', 'stop'), choice(2, 0, 'x', 'stop'))).toEqual(['call x']);
    expect(await outputOf(choice(1, 0, 'x', 'tool_calls'), choice(2, 1, 'y', 'tool_calls'))).toEqual([
      'call x',
      'call y',
    ]);
  });
});
