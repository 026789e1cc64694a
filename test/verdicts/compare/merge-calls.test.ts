import { describe, expect, test } from 'vitest';
import type { CallRecord } from '../../../src/model/call.ts';
import { mergeRecording } from '../../../src/verdicts/compare/merge-calls.ts';

const base = {
  at: { file: 0, offset: 0, length: 0 },
  input: {},
  output: {},
  servedFromCache: false,
  derived: false,
} as const;
const logged = (members: Partial<CallRecord> = {}): CallRecord => ({
  ...base,
  source: 'log',
  tool: 't',
  turnIndex: 0,
  ...members,
});
const traced = (members: Partial<CallRecord> = {}): CallRecord => ({
  ...base,
  source: 'trace',
  tool: 't',
  traceId: 'T',
  ...members,
});
const content = (equalityKey: string): CallRecord['input'] => ({
  content: { kind: 'text', equalityKey, fingerprint: '', bytes: 0 },
});

function told(records: readonly CallRecord[], steps: readonly CallRecord[]): readonly (string | undefined)[] {
  const { logged: joined, tracedOnly } = mergeRecording(records, steps);
  return [...joined.map((call) => call.traced?.spanId), `+${tracedOnly.length}`];
}

describe('mergeRecording', () => {
  test('by span, by span and trace, by call id', () => {
    expect(told([logged({ spanId: 'S' })], [traced({ spanId: 'S' })])).toEqual(['S', '+0']);
    expect(
      told(
        [logged({ spanId: 'S', traceId: 'U' })],
        [traced({ spanId: 'S', traceId: 'T' }), traced({ spanId: 'S', traceId: 'U' })],
      ),
    ).toEqual(['S', '+1']);
    expect(told([logged({ spanId: 'S', traceId: 'X' })], [traced({ spanId: 'S' })])).toEqual([
      undefined,
      '+1',
    ]);
    expect(told([logged({ callId: '1' })], [traced({ spanId: 'S', callId: '1' })])).toEqual(['S', '+0']);
    expect(
      told(
        [logged({ callId: '1' })],
        [traced({ spanId: 'S', callId: '1' }), traced({ spanId: 'R', callId: '1' })],
      ),
    ).toEqual([undefined, '+2']);
  });

  test('a span id stands above a call id', () => {
    const steps = [traced({ spanId: 'S', callId: '2' }), traced({ spanId: 'R', callId: '1' })];
    expect(told([logged({ spanId: 'S', callId: '1' })], steps)).toEqual(['S', '+1']);
  });

  test('by turn, tool and call index only where the record names neither', () => {
    const place = { turnIndex: 0, callIndex: 1 };
    expect(told([logged(place)], [traced({ spanId: 'S', ...place })])).toEqual(['S', '+0']);
    expect(told([logged(place)], [traced({ spanId: 'S', turnIndex: 0 })])).toEqual([undefined, '+1']);
    expect(
      told([logged(place)], [traced({ spanId: 'S', ...place }), traced({ spanId: 'R', ...place })]),
    ).toEqual([undefined, '+2']);
    expect(told([logged({ ...place, agent: 'a' })], [traced({ spanId: 'S', ...place, agent: 'b' })])).toEqual(
      [undefined, '+1'],
    );
    expect(
      told([logged({ ...place, spanId: 'R' })], [traced({ spanId: 'S', ...place }), traced({ spanId: 'R' })]),
    ).toEqual(['R', '+1']);
  });

  test('the log tells first, the trace fills, and adds no demand to the pairing', () => {
    const {
      logged: [call],
    } = mergeRecording(
      [logged({ spanId: 'S', output: content('log') })],
      [
        traced({
          spanId: 'S',
          agent: 'root',
          callIndex: 3,
          callId: '1',
          input: content('trace'),
          output: content('trace'),
        }),
      ],
    );
    expect(call).toMatchObject({
      source: 'log',
      told: { input: 'trace', output: 'log' },
      record: {
        source: 'log',
        agent: 'root',
        callIndex: 3,
        callId: '1',
        input: content('trace'),
        output: content('log'),
      },
    });
    expect([call?.agent, call?.callIndex, call?.callId]).toEqual([undefined, undefined, undefined]);
  });
});
