import { expect, test } from 'vitest';
import type { ReachView } from '../../src/engine/messages.ts';
import { recordedLog, replayedLog } from './bundles.ts';
import { CASE, type Files, NOTHING, openFiles } from './open-bundle-of.ts';

async function reachOf(files: Files, step: number): Promise<ReachView> {
  const { engine } = await openFiles(files);
  return engine.ask({ is: 'reach', caseId: CASE, assumed: NOTHING, session: 's-1', step });
}

test('a call whose output differs reaches the calls that follow it in its context', async () => {
  const files = { 'recorded.jsonl': recordedLog(), 'replay.jsonl': replayedLog({ output: 'else' }) };
  expect((await reachOf(files, 0)).reaches).toEqual({
    must: [{ step: 1, name: 'read_config' }],
    mustCount: 1,
    may: [],
    mayCount: 0,
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
