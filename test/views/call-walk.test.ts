import { describe, expect, it } from 'vitest';
import { VERDICTS, type Verdict } from '../../src/model/verdict.ts';
import type { CallStrip } from '../../src/queries/answers.ts';
import {
  callsOfSlot,
  countSlots,
  isDivergence,
  isGap,
  isOfTool,
  landOn,
  resourcesOf,
  slotOfTurn,
  slotsOf,
  stopsAt,
  touches,
  walk,
} from '../../src/views/calls/call-walk.ts';

interface MadeCall {
  readonly verdict?: Verdict;
  readonly attempt?: number;
  readonly slot: number;
  readonly tool?: number;
  readonly turn?: number;
  /** Resources, those that are written with a `!`. */
  readonly touched?: readonly string[];
}

const RESOURCES = ['a', 'b'];

function strip(calls: readonly MadeCall[]): CallStrip {
  const touchedFrom = [0];
  const touched: number[] = [];
  for (const call of calls) {
    for (const one of call.touched ?? []) {
      touched.push(2 * RESOURCES.indexOf(one.replace('!', '')) + (one.endsWith('!') ? 1 : 0));
    }
    touchedFrom.push(touched.length);
  }
  const slots = Math.max(...calls.map(({ slot }) => slot)) + 1;
  const attempts = Math.max(...calls.map(({ attempt = 0 }) => attempt)) + 1;
  return {
    verdict: Uint8Array.from(calls, ({ verdict = 'faithful' }) => VERDICTS.indexOf(verdict)),
    turn: Int32Array.from(calls, ({ turn, slot }) => turn ?? slot),
    tool: Uint32Array.from(calls, ({ tool = 0 }) => tool),
    tools: ['read', 'write'],
    agent: new Uint32Array(calls.length),
    agents: [''],
    attempt: Uint32Array.from(calls, ({ attempt = 0 }) => attempt),
    attempts: Array.from({ length: attempts }, (_, i) => ({ label: `r${i}`, stated: true })),
    slot: Uint32Array.from(calls, ({ slot }) => slot),
    slots,
    tryOf: new Uint32Array(slots).fill(1),
    tries: new Uint32Array(slots).fill(1),
    touchedFrom: Uint32Array.from(touchedFrom),
    touched: Uint32Array.from(touched),
    resources: RESOURCES,
  };
}

/** Two attempts: the second diverges alone in slot 1, and slot 2 is a call that it alone made. */
const TWO = slotsOf(
  strip([
    { slot: 0, attempt: 1, touched: ['a'] },
    { slot: 0, attempt: 0, touched: ['a'] },
    { slot: 1, attempt: 0, tool: 1, touched: ['a!', 'b'] },
    { slot: 1, attempt: 1, tool: 1, verdict: 'divergent', touched: ['a!', 'b'] },
    { slot: 2, attempt: 1, verdict: 'unmatched', touched: ['b!'] },
    { slot: 3, attempt: 0, turn: 9 },
    { slot: 3, attempt: 1, turn: 9 },
  ]),
);
const any = (): boolean => true;

describe('stepping over slots', () => {
  it('keeps to the attempt, and shows what it does not have in another', () => {
    expect([...callsOfSlot(TWO, 0)]).toEqual([1, 0]);
    expect(landOn(TWO, 0, 0)).toBe(1);
    expect(walk(TWO, 0, 1, 0, any)).toBe(2);
    expect(walk(TWO, 0, 1, 1, any)).toBe(3);
    // the extra call of the second attempt is not passed over
    expect(walk(TWO, 1, 1, 0, any)).toBe(4);
    expect(walk(TWO, 2, 1, 0, any)).toBe(5);
    expect(walk(TWO, 3, 1, 0, any)).toBeUndefined();
    expect(walk(TWO, 3, -1, 0, any)).toBe(4);
  });

  it('finds a divergence of any attempt, and a gap', () => {
    expect(walk(TWO, 0, 1, 0, isDivergence(TWO.strip))).toBe(3);
    expect(walk(TWO, 3, -1, 0, isDivergence(TWO.strip))).toBe(3);
    expect(walk(TWO, 0, 1, 0, isGap(TWO.strip))).toBe(4);
    expect(walk(TWO, 2, 1, 0, isGap(TWO.strip))).toBeUndefined();
  });

  it('finds calls of a tool, and writes or any access to a resource', () => {
    expect(walk(TWO, 0, 1, 0, isOfTool(TWO.strip, 1))).toBe(2);
    expect(walk(TWO, 1, 1, 0, isOfTool(TWO.strip, 1))).toBeUndefined();
    expect(walk(TWO, 0, 1, 0, touches(TWO.strip, 'a', true))).toBe(2);
    expect(walk(TWO, 0, 1, 0, touches(TWO.strip, 'b', true))).toBe(4);
    expect(walk(TWO, 0, 1, 0, touches(TWO.strip, 'b', false))).toBe(2);
    expect(walk(TWO, 0, 1, 0, touches(TWO.strip, 'c', false))).toBeUndefined();
    expect(resourcesOf(TWO.strip, 2)).toEqual(['a', 'b']);
  });

  it('finds a turn, or the next that has a call', () => {
    expect(slotOfTurn(TWO, 0)).toBe(0);
    expect(slotOfTurn(TWO, 5)).toBe(3);
    expect(slotOfTurn(TWO, 10)).toBeUndefined();
  });
});

describe('breakpoints', () => {
  const count = (breakpoint: Parameters<typeof stopsAt>[1]): number =>
    countSlots(TWO, stopsAt(TWO.strip, breakpoint));

  it('stop at a verdict of any attempt, at a tool, at a resource', () => {
    expect(count({ is: 'verdict', verdict: 'divergent' })).toBe(1);
    expect(count({ is: 'verdict', verdict: 'faithful' })).toBe(3);
    expect(count({ is: 'tool', tool: 'write' })).toBe(1);
    expect(count({ is: 'resource', resource: 'b', at: 'any-access' })).toBe(2);
    expect(count({ is: 'resource', resource: 'b', at: 'writes' })).toBe(1);
  });

  it('stop nowhere at what the session does not have', () => {
    expect(count({ is: 'tool', tool: 'rm' })).toBe(0);
    expect(count({ is: 'resource', resource: null, at: 'any-access' })).toBe(0);
  });
});
