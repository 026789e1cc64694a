import { expect, test } from 'vitest';
import { OUTCOME_REASONS } from '../../../src/verdicts/session/outcome.ts';
import { reasonWords } from '../../../src/verdicts/session/reason-words.ts';
import { end, header, lines, readOne } from '../../bundle.ts';

test('every reason has a sentence and a cure', () => {
  for (const reason of OUTCOME_REASONS) {
    const { said, cure } = reasonWords(reason);
    expect(said).toMatch(/^[A-Z].*[.]$/);
    expect(cure).toMatch(/^[A-Z].*[.]$/);
  }
  expect(new Set(OUTCOME_REASONS).size).toBe(OUTCOME_REASONS.length);
});

test('the calls and the resources are named, the first three of many', async () => {
  const call = (turn_index: number, members: object): object => ({
    record: 'call',
    tool: 'write',
    turn_index,
    output: 'ok',
    ...members,
  });
  const states = (...names: string[]): object => ({
    post_state: names.map((resource) => ({ resource, fingerprint: 'a'.repeat(64) })),
  });
  const turns = [0, 1, 2, 3];
  const session = await readOne({
    files: {
      a: lines(
        header({ role: 'recorded' }),
        ...turns.map((turn) => call(turn, states(`db:${turn}`))),
        end(4),
      ),
      b: lines(header({ role: 'replayed' }), ...turns.map((turn) => call(turn, {})), end(4)),
    },
  });
  const { said, cure } = reasonWords('replay-post-state-missing', session.calls);
  expect(said).toContain('It concerns turn 0 `write`, turn 1 `write`, turn 2 `write` and 1 more.');
  expect(cure).toContain('Resources: `db:0`, `db:1`, `db:2` and 1 more.');
  expect(reasonWords('no-replay', session.calls)).toEqual(reasonWords('no-replay'));
});
