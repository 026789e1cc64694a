import { describe, expect, test } from 'vitest';
import type { ReachView } from '../../src/engine/messages.ts';
import { end, header, lines } from '../bundle.ts';
import { FETCH, OVERLAPPING, recordedLog, replayedLog, SEARCH } from './bundles.ts';
import { CASE, type Files, NOTHING, openFiles } from './open-bundle-of.ts';

async function reachOf(files: Files, step: number): Promise<ReachView> {
  const { engine } = await openFiles(files);
  return engine.ask({ is: 'reach', caseId: CASE, assumed: NOTHING, session: 's-1', step });
}

test('a call whose output differs reaches the calls that follow it in its context', async () => {
  const files = { 'recorded.jsonl': recordedLog(), 'replay.jsonl': replayedLog({ output: 'else' }) };
  expect((await reachOf(files, 0)).reaches).toEqual({
    must: [{ step: 1, name: 'read_config', byPin: false }],
    mustCount: 1,
    may: [],
    mayCount: 0,
    ruledOut: [],
    ruledOutCount: 0,
    cut: false,
  });
  expect((await reachOf(files, 1)).reaches).toBeNull();
});

test('the gate says in words what it lacks', async () => {
  const files = { 'recorded.jsonl': recordedLog(), 'replay.jsonl': replayedLog({ output: 'else' }) };
  expect((await reachOf(files, 1)).gate).toEqual({
    gate: 'ill-posed',
    reasons: [
      'The log does not have what it needs: modelDecisions.',
      'write_config came before it and was not replayed faithfully.',
    ],
  });
});

describe('a call that nothing orders against another', () => {
  const call = (members: object): object => ({ record: 'call', turn_index: 0, output: 'ok', ...members });
  const log = (head: object, output: string): string =>
    lines(
      header({ session_id: 's-1', ...head }),
      call({ tool: 'search', span_id: SEARCH, call_id: 'c1', output }),
      call({ tool: 'fetch', span_id: FETCH, call_id: 'c2' }),
      end(2),
    );
  const files = {
    'trace.json': OVERLAPPING,
    'recorded.jsonl': log({ role: 'recorded' }, 'found'),
    'replay.jsonl': log({ role: 'replayed', attempt: 'r1' }, 'else'),
  };
  const search = { before: SEARCH, after: FETCH };
  const fetch = { before: FETCH, after: SEARCH };

  async function reachesWith(pairs: readonly { readonly before: string; readonly after: string }[]) {
    const { engine } = await openFiles(files);
    const overview = await engine.ask({ is: 'overview', caseId: CASE, assumed: NOTHING });
    const session = overview.sessions[0]?.id ?? '';
    const pins = pairs.map((pair, i) => ({ id: `${i}`, ...pair, author: 'a', at: 't', reason: 'r' }));
    const { total, rows } = await engine.ask({
      is: 'steps',
      caseId: CASE,
      assumed: NOTHING,
      session,
      from: 0,
      to: 10,
    });
    const step = rows.find(({ id }) => id === SEARCH)?.step ?? total;
    const assumed = { ...NOTHING, pins };
    const { reaches } = await engine.ask({ is: 'reach', caseId: CASE, assumed, session, step });
    const names = (list: readonly { readonly name: string }[] = []) => list.map(({ name }) => name);
    return {
      must: reaches?.must.map(({ name, byPin }) => [name, byPin]) ?? [],
      may: names(reaches?.may),
      ruledOut: names(reaches?.ruledOut),
    };
  }

  test('reaches it in some orders; a pin makes it certain or rules it out, and says that it was the pin', async () => {
    const name = 'execute_tool fetch';
    expect(await reachesWith([])).toEqual({ must: [], may: [name], ruledOut: [] });
    expect(await reachesWith([search])).toEqual({ must: [[name, true]], may: [], ruledOut: [] });
    expect(await reachesWith([fetch])).toEqual({ must: [], may: [], ruledOut: [name] });
  });
});
