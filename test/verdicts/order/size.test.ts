import { describe, expect, test } from 'vitest';
import { countOf, type Drawn, orderOf, pin } from '../../draw.ts';

/** `n` spans, one millisecond each, one after the other in one process, tools unless `more` says otherwise. */
const spans = (n: number, more: (i: number) => Partial<Drawn> = () => ({})): readonly Drawn[] =>
  Array.from({ length: n }, (_, i) => ({
    id: `s${i}`,
    parent: undefined,
    name: 'step',
    kind: 'tool',
    start: i,
    end: i + 1,
    words: [],
    ...more(i),
  }));

describe('large sessions', () => {
  test('a chain of 200,000 spans, each the child of the one before', () => {
    const order = orderOf(
      spans(200_000, (i) => ({
        kind: i % 1_000 === 0 ? 'model' : 'span',
        parent: i === 0 ? undefined : `s${i - 1}`,
        end: 400_000 - i,
      })),
    );
    expect(order.steps).toHaveLength(200);
    expect(order.bucket).toBe('witnessed');
    expect(countOf(order)).toBe('1');
  });

  test('10,000 steps in a row of two processes: cut at what a witness orders, so that nothing is lost', () => {
    const order = orderOf(
      spans(10_000, (i) => ({
        words: ['process', i % 2 ? 'p' : 'q', ...(i > 0 ? ['link', `s${i - 1}=caused_by`] : [])],
      })),
    );
    expect(order.bucket).toBe('witnessed');
    expect(order.linearization).toHaveLength(10_000);
    expect(order.edges).toHaveLength(9_999);
  });

  test('9,000 steps of a turn each, four in parallel', () => {
    const order = orderOf(spans(9_000, (i) => ({ words: ['turn', String(i >> 2)], end: i + 9 })));
    expect(order.questionCount).toBe((9_000 / 4) * 6);
    expect(countOf(order)).toBe(String(24n ** 2_250n));
  });

  test('9,000 unordered steps: every pair is counted, some are listed, and what was not asked is said', () => {
    const order = orderOf(spans(9_000, (i) => ({ words: ['process', String(i)] })));
    expect(order.questionCount).toBe((9_000 * 8_999) / 2);
    expect(order.questions).toHaveLength(10_000);
    expect(countOf(order)).toBe('>0');
    expect(order.remarks.map(({ said }) => said)).toEqual([
      '9000 steps that belong together are too many to be asked pair by pair: they were asked in 9000 parts, and between the parts neither clock nor pin orders anything. Fewer pairs are ordered than the evidence may order, never more.',
    ]);
  });

  test('moments of one process cut nothing that ties', () => {
    // pairs of empty spans at one moment, each pair after the one before
    const order = orderOf(spans(600, (i) => ({ start: i >> 1, end: i >> 1 })));
    expect(order.questionCount).toBe(300);
    expect(countOf(order)).toBe(String(2n ** 300n));
  });

  test('3,000 open steps are put in order by 2,999 pins', () => {
    const open = spans(3_000, () => ({ start: 0, end: 10 }));
    const pins = open
      .slice(1)
      .map(({ id }, i) => pin(`s${i}`, id, `2026-01-01T00:00:00.${String(i).padStart(4, '0')}Z`));
    const order = orderOf(open, { pins });
    expect([order.questionCount, order.pinned, countOf(order)]).toEqual([0, true, '1']);
    // the last one fights all the others
    const fought = orderOf(open, { pins: [...pins, pin('s2999', 's0', '2026-01-02')] });
    expect(fought.remarks.at(0)?.said).toContain('contradicts the evidence or an earlier pin');
    expect(fought.questionCount).toBe(0);
  });

  test('4,500 calls of as many agents on one resource, tied by what they left and found', () => {
    const calls = Array.from({ length: 4_500 }, (_, i) => ({
      at: { file: 0, line: i, offset: 0, length: 0 },
      source: 'log' as const,
      spanId: `t${i}`,
      tool: 'step',
      input: {},
      output: {},
      servedFromCache: false,
      derived: false,
      preState: [{ resource: 'r', fingerprint: { scheme: 'etag' as const, value: `${i}` }, absent: false }],
      postState: [
        { resource: 'r', fingerprint: { scheme: 'etag' as const, value: `${i + 1}` }, absent: false },
      ],
    }));
    const order = orderOf(
      spans(4_500, () => ({ kind: 'agent' })).flatMap((agent, i): readonly Drawn[] => [
        agent,
        { ...agent, id: `t${i}`, parent: agent.id, kind: 'tool' },
      ]),
      { calls },
    );
    expect(order.questionCount).toBe(0);
    expect(order.bucket).toBe('single-clock');
  });
});
