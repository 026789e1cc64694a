import { describe, expect, test } from 'vitest';
import type { Assumed } from '../../src/engine/messages.ts';
import { otlp } from './bundles.ts';
import { CASE, findingsOf, NOTHING, openFiles } from './open-bundle-of.ts';

const FIRST = '1'.repeat(32);
const SECOND = '2'.repeat(32);

/** A run of two tools, the second of which answers as it is told. */
const run = (trace: string, answer: string): string =>
  otlp(
    ['search', 'fetch'].map((name, i) => ({
      id: `${trace[0]}${i}`.padEnd(16, '0'),
      name,
      from: i * 10,
      to: i * 10 + 5,
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': name,
        'agent.turn.index': i,
        'agent.tool.call_index': 0,
        'gen_ai.tool.call.arguments': '{"q":1}',
        'gen_ai.tool.call.result': i === 0 ? 'same' : answer,
      },
    })),
    trace,
  );
const FILES = { 'a.json': run(FIRST, 'yes'), 'b.json': run(SECOND, 'no') };
const compared = (recorded: string, replayed: string): Partial<Assumed> => ({
  comparisons: [{ id: 'k', recorded, replayed, author: 'a', at: 't' }],
});

describe('two traces that the examiner compares', () => {
  test('are one session: calls paired, what differs divergent, what agrees audit-incomplete', async () => {
    const { sessions } = await findingsOf(FILES, compared(FIRST, SECOND));
    expect(sessions.map(({ id }) => id)).toEqual([FIRST]);
    expect(sessions[0]?.calls.map(({ tool, verdict, reasons }) => [tool, verdict, reasons[0]])).toEqual([
      ['search', 'audit-incomplete', 'post-state-missing'],
      ['fetch', 'divergent', 'output-differs'],
    ]);
    expect(sessions[0]?.outcome).toBe('divergent');
    expect(sessions[0]?.traceIds).toEqual([FIRST, SECOND]);
    expect(sessions[0]?.inputs).toEqual(['a.json', 'b.json']);
  });

  test('each way round, and back again', async () => {
    expect((await findingsOf(FILES, compared(SECOND, FIRST))).sessions[0]?.id).toBe(SECOND);
    const { engine } = await openFiles(FILES);
    const ask = (assumed: Partial<Assumed>) =>
      engine.ask({ is: 'findings', caseId: CASE, assumed: { ...NOTHING, ...assumed } });
    const plain = await ask({});
    expect(plain.sessions).toHaveLength(2);
    expect((await ask(compared(FIRST, SECOND))).sessions).toHaveLength(1);
    expect(await ask({})).toEqual(plain);
  });

  test('a comparison of what is not there, or of a session with itself, changes nothing', async () => {
    const { sessions } = await findingsOf(FILES);
    expect((await findingsOf(FILES, compared(FIRST, 'gone'))).sessions).toEqual(sessions);
    expect((await findingsOf(FILES, compared(FIRST, FIRST))).sessions).toEqual(sessions);
  });
});
