import { createDisjointSets } from '../../lib/disjoint-sets.ts';
import { pushTo } from '../../lib/push-to.ts';
import type { Edge } from '../../model/order.ts';
import { isOverBefore, type SiblingGroup } from './clock.ts';
import { cutByWitness } from './cut-by-witness.ts';
import type { Chain } from './evidence-of-order.ts';

/** Steps that come before all of the next stage, and after all of the one before it. */
export interface Stage {
  /** What puts it after the one before it. */
  readonly after: 'witness' | 'single-clock';
  /** One, unless there are too many steps to ask pair by pair: then nothing is known between one part and another. */
  readonly parts: readonly (readonly number[])[];
}

/** Fewer steps are solved at once: cutting them would save nothing. */
const WORTH_CUTTING = 256;

/** Steps that are asked pair by pair: a square of bits of them takes 8 MiB, and some ten are held. */
const MOST_TOGETHER = 8_192;

/**
 * Cuts a large context where nothing can be open across the cut, so that the work, and the memory, is that of its turns
 * and not of the square of its length: where witnesses put all that is before ahead of all that is after; else where one
 * process's clock has a moment at which everything before is over, everything after has not started, and no witness
 * points back across it. What is still too large is taken apart: fewer pairs are ordered then, never more.
 */
export function cutIntoStages(
  nodes: readonly number[],
  turns: readonly (number | undefined)[],
  groups: readonly SiblingGroup[],
  edges: readonly Edge[],
  issue: readonly Chain[],
): readonly Stage[] {
  if (nodes.length <= WORTH_CUTTING) return [{ after: 'witness', parts: [nodes] }];
  const byWitness = cutByWitness(nodes, edges, turns);
  const stages: Stage[] = [];
  for (const part of byWitness) {
    const moments = part.length <= WORTH_CUTTING ? [part] : cutByClock(part, groups, edges, issue);
    for (const [i, own] of moments.entries()) {
      const parts = own.length <= MOST_TOGETHER ? [own] : takeApart(own, edges, issue);
      stages.push({ after: i === 0 ? 'witness' : 'single-clock', parts });
    }
  }
  return stages;
}

function cutByClock(
  nodes: readonly number[],
  groups: readonly SiblingGroup[],
  edges: readonly Edge[],
  issue: readonly Chain[],
): readonly (readonly number[])[] {
  const members = siblingsThatHold(nodes, groups);
  const [first] = members;
  if (first === undefined) return [nodes];
  if (members.some((member) => member.resource !== first.resource || member.interval.start < 0))
    return [nodes];
  const memberOf = new Map<number, number>();
  for (const [i, member] of members.entries()) for (const step of member.steps) memberOf.set(step, i);
  const forbidden = forbiddenCuts(members.length, memberOf, edges, issue);
  const parts: number[][] = [];
  let part: number[] = [];
  let latest = first;
  let open = 0;
  for (const [i, member] of members.entries()) {
    open += forbidden[i] as number;
    if (part.length > 0 && open === 0 && isOverBefore(latest.interval, member.interval)) {
      parts.push(part);
      part = [];
    }
    for (const step of member.steps) part.push(step);
    if (ends(latest) < ends(member)) latest = member;
  }
  parts.push(part);
  return parts.map((own) => own.sort((a, b) => a - b));
}

/** The siblings by start, where one group of them holds every one of the steps; else none. */
function siblingsThatHold(nodes: readonly number[], groups: readonly SiblingGroup[]): SiblingGroup {
  const wanted = new Set(nodes);
  for (const group of groups) {
    let held = 0;
    const members = group.flatMap((member) => {
      const steps = member.steps.filter((step) => wanted.has(step));
      held += steps.length;
      return steps.length === 0 ? [] : [{ ...member, steps }];
    });
    if (held === nodes.length) return members.sort((a, b) => a.interval.start - b.interval.start);
  }
  return [];
}

/** A witness from a member back to an earlier one forbids every cut between them: +1 where that starts, -1 where it ends. */
function forbiddenCuts(
  members: number,
  memberOf: ReadonlyMap<number, number>,
  edges: readonly Edge[],
  issue: readonly Chain[],
): Int32Array {
  const forbidden = new Int32Array(members + 1);
  const note = (from: number, to: number): void => {
    const [a, b] = [memberOf.get(from), memberOf.get(to)];
    if (a === undefined || b === undefined || a <= b) return;
    forbidden[b + 1] = (forbidden[b + 1] as number) + 1;
    forbidden[a + 1] = (forbidden[a + 1] as number) - 1;
  };
  for (const { from, to } of edges) note(from, to);
  for (const { steps } of issue) {
    // every pair of a chain counts: its lowest member after its highest one bounds them all
    let high: number | undefined;
    for (const step of steps) {
      const member = memberOf.get(step);
      if (member === undefined) continue;
      if (high !== undefined && member < (memberOf.get(high) ?? 0)) note(high, step);
      else high = step;
    }
  }
  return forbidden;
}

/** An end that is not known is later than every other. */
const ends = (member: SiblingGroup[number]): number =>
  member.interval.surelyOver < 0 ? Number.POSITIVE_INFINITY : member.interval.surelyOver;

/** What witnesses tie to each other stays together as far as it is not itself too large. */
function takeApart(
  nodes: readonly number[],
  edges: readonly Edge[],
  issue: readonly Chain[],
): readonly (readonly number[])[] {
  const place = new Map(nodes.map((step, i) => [step, i]));
  const joining = createDisjointSets(nodes.length);
  const tie = (a: number | undefined, b: number | undefined): void => {
    const [x, y] = [place.get(a ?? -1), place.get(b ?? -1)];
    if (x !== undefined && y !== undefined) joining.join(x, y);
  };
  for (const { from, to } of edges) tie(from, to);
  for (const { steps } of issue) for (const [i, step] of steps.entries()) tie(steps[i - 1], step);
  const tied = new Map<number, number[]>();
  for (const [i, step] of nodes.entries()) {
    pushTo(tied, joining.find(i), step);
  }
  return [...tied.values()].flatMap((own) => {
    const parts: number[][] = [];
    for (let from = 0; from < own.length; from += MOST_TOGETHER)
      parts.push(own.slice(from, from + MOST_TOGETHER));
    return parts;
  });
}
