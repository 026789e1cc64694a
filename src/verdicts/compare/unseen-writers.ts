import type { CallRecord, StateRecord } from '../../model/call.ts';
import type { OrderReading, Step } from '../../model/order.ts';
import type { CallVerdict } from '../../model/verdict.ts';
import { callsByStep } from '../downstream/calls-by-step.ts';
import { createStepOrder, isAffordable, type StepOrder } from '../downstream/step-order.ts';
import { compareState } from './fingerprints.ts';
import { byResource } from './states.ts';

/** Somebody wrote a resource between two calls of the recording that follow each other on it, and no call tells of it. */
export interface UnseenWriter {
  readonly resource: string | undefined;
  /** Step ids. */
  readonly after: string;
  readonly before: string;
  /** What the earlier call left, and what the later one found. */
  readonly left: StateRecord;
  readonly found: StateRecord;
}

/** What a recorded call says of one resource. */
export interface Access {
  readonly step: Step;
  readonly pre: StateRecord | undefined;
  readonly post: StateRecord | undefined;
}

/**
 * "The post-state of one is not the pre-state of the next on one resource" proves a writer that nobody recorded. Only
 * calls that are ordered, with no other call on the resource that may have come between them, prove it.
 */
export function findUnseenWriters(
  order: OrderReading,
  calls: readonly CallVerdict[],
): readonly UnseenWriter[] {
  const accesses = new Map<string | undefined, Access[]>();
  for (const { step, calls: judged } of callsByStep(order, calls)) {
    const record = judged[0]?.recorded;
    if (record !== undefined) addAccesses(accesses, step, record);
  }
  const steps = createStepOrder(order);
  return [...accesses].flatMap(([resource, own]) => unseenWritersOf(resource, own, steps));
}

/** The same of one resource. @param own every recorded call that lists it, in any order. */
export function unseenWritersOf(
  resource: string | undefined,
  own: readonly Access[],
  steps: StepOrder,
): readonly UnseenWriter[] {
  // the short form's unnamed resource need not be one and the same in two calls
  if (resource === undefined || own.length < 2) return [];
  const chain = chainOf(own, steps);
  if (chain === undefined && !isAffordable(steps, own.length)) return [];
  const found: UnseenWriter[] = [];
  for (const [i, access] of (chain ?? own).entries()) {
    const next = chain === undefined ? nextOf(access, own, steps) : chain[i + 1];
    if (next?.pre === undefined || access.post === undefined) continue;
    if (compareState(access.post, next.pre, false).equal !== false) continue;
    found.push({
      resource,
      after: access.step.id,
      before: next.step.id,
      left: access.post,
      found: next.pre,
    });
  }
  return found;
}

/** The calls one after the other, where each of them is ordered before the next; undefined where some are not. */
function chainOf(own: readonly Access[], steps: StepOrder): readonly Access[] | undefined {
  const rank = steps.rank();
  if (rank === undefined) return undefined;
  const sorted = [...own].sort((a, b) => (rank[a.step.index] as number) - (rank[b.step.index] as number));
  const isChain = sorted.every((access, i) => {
    const next = sorted[i + 1];
    return next === undefined || steps.reaches(access.step.index, next.step.index);
  });
  return isChain ? sorted : undefined;
}

/** The one call on the resource that comes next: after this one, before all others after it, and none is unordered. */
function nextOf(access: Access, own: readonly Access[], steps: StepOrder): Access | undefined {
  const after = steps.after(access.step.index).slice();
  const before = steps.before(access.step.index).slice();
  const later = own.filter((other) => after[other.step.index] === 1);
  const unordered = own.some(
    (other) => other !== access && after[other.step.index] !== 1 && before[other.step.index] !== 1,
  );
  if (unordered) return undefined;
  return later.find((candidate) => {
    const follows = steps.after(candidate.step.index);
    return later.every((other) => other === candidate || follows[other.step.index] === 1);
  });
}

function addAccesses(accesses: Map<string | undefined, Access[]>, step: Step, record: CallRecord): void {
  const pre = byResource(record.preState ?? []);
  const post = byResource(record.postState ?? []);
  for (const resource of new Set([...pre.keys(), ...post.keys()])) {
    const list = accesses.get(resource) ?? [];
    list.push({ step, pre: pre.get(resource), post: post.get(resource) });
    accesses.set(resource, list);
  }
}
