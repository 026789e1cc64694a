import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadHashes, sha256Hex } from '../../../src/lib/hash.ts';
import type { Verdict } from '../../../src/model/verdict.ts';
import { readOne } from '../../bundle.ts';

beforeAll(loadHashes);

interface Recorded {
  readonly turn_index: number;
  readonly tool: string;
  readonly output: string;
  readonly post_state_fingerprint: string | null;
}
interface Replayed {
  readonly turn_index: number;
  readonly tool: string;
  readonly replayed_output: string;
  readonly replayed_state: string;
  readonly served_from_idempotency_cache: boolean;
}

/**
 * The rule that the design started from, with its one deliberate deviation: an output that differs is a proven
 * mismatch and leads over a missing fingerprint (design.md 4).
 */
function referenceRule(recorded: Recorded, replayed: Replayed): Verdict {
  if (replayed.served_from_idempotency_cache) return 'not-reexecuted';
  if (recorded.output !== replayed.replayed_output) return 'divergent';
  if (recorded.post_state_fingerprint === null) return 'audit-incomplete';
  return sha256Hex(replayed.replayed_state) === recorded.post_state_fingerprint ? 'faithful' : 'divergent';
}

const word = fc.constantFrom('ok', 'ok ', 'OK', '', '\u00e9', 'e\u0301', '{"a":1}');
const pair = fc.record({
  tool: fc.constantFrom('write', 'read', '__proto__'),
  output: word,
  replayedOutput: fc.option(word, { nil: undefined }),
  state: word,
  recordedState: fc.option(word, { nil: null }),
  sameState: fc.boolean(),
  cached: fc.boolean(),
});

describe('the reference rule', () => {
  test('holds on thousands of random recordings in the short form', async () => {
    let calls = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(pair, { minLength: 1, maxLength: 30 }), async (drawn) => {
        const recorded = drawn.map(
          (one, turn_index): Recorded => ({
            turn_index,
            tool: one.tool,
            output: one.output,
            post_state_fingerprint:
              one.recordedState === null ? null : sha256Hex(one.sameState ? one.state : one.recordedState),
          }),
        );
        const replayed = drawn.map(
          (one, turn_index): Replayed => ({
            turn_index,
            tool: one.tool,
            replayed_output: one.replayedOutput ?? one.output,
            replayed_state: one.state,
            served_from_idempotency_cache: one.cached,
          }),
        );
        const session = await readOne({
          files: { 'a.json': JSON.stringify(recorded), 'b.json': JSON.stringify(replayed) },
        });
        expect(session.calls.map(({ verdict }) => verdict)).toEqual(
          recorded.map((one, i) => referenceRule(one, replayed[i] as Replayed)),
        );
        calls += drawn.length;
      }),
      { numRuns: 500 },
    );
    expect(calls).toBeGreaterThan(2000);
  });
});
