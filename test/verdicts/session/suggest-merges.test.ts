import { describe, expect, test } from 'vitest';
import type { SpanFacts } from '../../../src/model/span.ts';
import { groupSessions } from '../../../src/verdicts/session/group.ts';
import { drawEvidence, span } from '../../bundle.ts';

const trace = (digit: string): string => digit.repeat(32);
const spanId = (digit: string): string => digit.repeat(16);
const asks = (callId: string, tool = 'search'): SpanFacts => ({
  stepKind: 'model',
  outputHistory: [{ is: 'call', callId, tool }],
});
const ran = (callId: string, toolName = 'search'): SpanFacts => ({ stepKind: 'tool', callId, toolName });

/** A session of two spans that asks, and spans that are alone in their traces. */
async function suggested(asked: SpanFacts, alone: readonly SpanFacts[], more: readonly SpanFacts[] = []) {
  const evidence = await drawEvidence({
    traces: {
      'a.json': [
        span({ spanId: spanId('1'), traceId: trace('a'), facts: asked }),
        span({ spanId: spanId('2'), traceId: trace('a'), parentId: spanId('1') }),
        ...more.flatMap((facts, i) => [
          span({ spanId: spanId(`${i + 3}`), traceId: trace(`${i + 1}`), facts }),
          span({ spanId: spanId(`${i + 6}`), traceId: trace(`${i + 1}`), parentId: spanId(`${i + 3}`) }),
        ]),
      ],
      'b.json': alone.map((facts, i) =>
        span({ spanId: spanId(`${i + 1}`), traceId: trace(`${i + 5}`), facts, name: `tool ${i}` }),
      ),
    },
  });
  const { groups, problems } = groupSessions(evidence);
  return {
    sessions: groups.length,
    found: problems.filter(({ code }) => code === 'merge-suggested'),
  };
}

describe('a span that is alone in its trace', () => {
  test('is suggested for the session that asked for its call, and stays where it is', async () => {
    const { sessions, found } = await suggested(asks('c1'), [ran('c1')]);
    expect(sessions).toBe(2);
    expect(found).toMatchObject([{ file: 'b.json', severity: 'info' }]);
    expect(found[0]?.said).toBe(
      `tool 0 (${spanId('1')}) is alone in trace ${trace('5')} and carries the call id c1, which session ${trace('a')} asked for: it may belong there. Nothing was merged.`,
    );
  });

  test('several of one file and one session are one suggestion', async () => {
    const asked: SpanFacts = {
      stepKind: 'model',
      inputHistory: [
        { is: 'call', callId: 'c1' },
        { is: 'call', callId: 'c2' },
      ],
    };
    const { found } = await suggested(asked, [ran('c1'), ran('c2')]);
    expect(found).toHaveLength(1);
    expect(found[0]?.said).toContain('2 spans that are alone in their traces');
  });

  test.each([
    ['nobody asked for it', asks('other'), [ran('c1')], []],
    ['two spans carry the id', asks('c1'), [ran('c1'), ran('c1')], []],
    ['two sessions asked for it', asks('c1'), [ran('c1')], [asks('c1')]],
    ['it is another tool', asks('c1', 'fetch'), [ran('c1')], []],
    ['it has no call id', asks('c1'), [{ stepKind: 'tool', toolName: 'search' } satisfies SpanFacts], []],
  ] as const)('is suggested for none where %s', async (_, asked, alone, more) => {
    expect((await suggested(asked, alone, more)).found).toEqual([]);
  });
});
