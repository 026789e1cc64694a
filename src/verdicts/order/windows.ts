import type { Edge } from '../../model/order.ts';
import { isOverBefore, type SiblingGroup } from './clock.ts';
import type { Chain } from './evidence-of-order.ts';

/** A context cut into parts of which every step of one comes before every step of the next. */
export interface Windows {
  readonly parts: readonly (readonly number[])[];
  /** What orders one part before the next. */
  readonly between: 'sequence' | 'single-clock';
}

/** Fewer steps are solved at once: cutting them would save nothing. */
const WORTH_CUTTING = 256;

/**
 * Cuts a large context where nothing can be open across the cut, so that the work, and the memory, is that of its turns
 * and not of the square of its length: between turns where every step says its turn; else where one process's clock has
 * a moment at which everything before is over, everything after has not started, and no witness points back across it.
 */
export function cutIntoWindows(
  nodes: readonly number[],
  turns: readonly (number | undefined)[],
  groups: readonly SiblingGroup[],
  edges: readonly Edge[],
  issue: readonly Chain[],
): Windows {
  const whole: Windows = { parts: [nodes], between: 'sequence' };
  if (nodes.length <= WORTH_CUTTING) return whole;
  if (nodes.every((step) => turns[step] !== undefined))
    return { parts: byTurn(nodes, turns), between: 'sequence' };
  const top = groups.find(
    (group) => group.reduce((sum, member) => sum + member.steps.length, 0) === nodes.length,
  );
  if (
    top === undefined ||
    top.some((member) => member.resource !== top[0]?.resource || member.interval.start < 0)
  ) {
    return whole;
  }
  return { parts: byClock(top, edges, issue), between: 'single-clock' };
}

function byTurn(nodes: readonly number[], turns: readonly (number | undefined)[]): number[][] {
  const parts = new Map<number, number[]>();
  for (const step of nodes) {
    const turn = turns[step] as number;
    const part = parts.get(turn);
    if (part === undefined) parts.set(turn, [step]);
    else part.push(step);
  }
  return [...parts].sort(([a], [b]) => a - b).map(([, part]) => part);
}

function byClock(top: SiblingGroup, edges: readonly Edge[], issue: readonly Chain[]): number[][] {
  const members = [...top].sort((a, b) => a.interval.start - b.interval.start);
  const memberOf = new Map<number, number>();
  for (const [i, member] of members.entries()) for (const step of member.steps) memberOf.set(step, i);
  // an edge back from member j to an earlier member i forbids every cut between them
  const forbidden = new Int32Array(members.length + 1);
  const note = (from: number, to: number): void => {
    const [a, b] = [memberOf.get(from), memberOf.get(to)];
    if (a === undefined || b === undefined || a <= b) return;
    forbidden[b + 1] = (forbidden[b + 1] as number) + 1;
    forbidden[a + 1] = (forbidden[a + 1] as number) - 1;
  };
  for (const { from, to } of edges) note(from, to);
  for (const { steps } of issue) {
    // every pair of a chain counts: its lowest member after its highest one bounds them all
    for (let i = 0, high = steps[0]; i < steps.length; i++) {
      const step = steps[i] as number;
      if (high !== undefined && (memberOf.get(step) ?? 0) < (memberOf.get(high) ?? 0)) note(high, step);
      else high = step;
    }
  }
  const parts: number[][] = [];
  let part: number[] = [];
  let latest = members[0];
  let open = 0;
  for (const [i, member] of members.entries()) {
    open += forbidden[i] as number;
    if (
      part.length > 0 &&
      open === 0 &&
      latest !== undefined &&
      isOverBefore(latest.interval, member.interval)
    ) {
      parts.push(part);
      part = [];
    }
    part.push(...member.steps);
    if (latest === undefined || ends(latest) < ends(member)) latest = member;
  }
  parts.push(part);
  return parts.map((own) => own.sort((a, b) => a - b));
}

/** An end that is not known is later than every other. */
const ends = (member: SiblingGroup[number]): number =>
  member.interval.surelyOver < 0 ? Number.POSITIVE_INFINITY : member.interval.surelyOver;
