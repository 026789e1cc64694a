import { pushTo } from '../../../lib/push-to.ts';
import { type CallRecord, formatFingerprint, type StateRecord } from '../../../model/call.ts';
import type { Edge } from '../../../model/order.ts';
import { isCounter, isTruncated, isWeak } from '../../compare/fingerprints.ts';
import { findCycles } from '../cycles.ts';
import type { Steps } from '../steps.ts';

/** A call with the step it is. */
export interface StepCall {
  readonly step: number;
  readonly call: CallRecord;
}

/** Joins recorded calls to steps: by span id, else by a call id that only one step has; in a session of logs, by place. */
export function joinCalls(calls: readonly CallRecord[], { steps }: Steps): readonly StepCall[] {
  const bySpan = unique(steps.map((step) => [step.spanId, step.index]));
  const byCall = unique(steps.map((step) => [step.callId, step.index]));
  const byPlace = unique(
    steps
      .filter((step) => step.row === undefined)
      .map((step) => [placeKey(step.agent, step.turn, step.callIndex, step.name), step.index]),
  );
  return calls.flatMap((call) => {
    const step =
      (call.spanId === undefined ? undefined : bySpan.get(call.spanId)) ??
      (call.callId === undefined ? undefined : byCall.get(call.callId)) ??
      byPlace.get(placeKey(call.agent, call.turnIndex, call.callIndex, call.tool));
    return step === undefined ? [] : [{ step, call }];
  });
}

const placeKey = (...parts: readonly (string | number | undefined)[]): string =>
  JSON.stringify(parts.map((p) => p ?? null));

function unique(pairs: readonly (readonly [string | undefined, number])[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const twice = new Set<string>();
  for (const [key, value] of pairs) {
    if (key === undefined) continue;
    if (found.has(key)) twice.add(key);
    found.set(key, value);
  }
  for (const key of twice) found.delete(key);
  return found;
}

/** What a state is called when it is chained; undefined for one whose equal shows no sameness (design.md 4). */
function fingerprintOf(state: StateRecord | undefined): string | undefined {
  if (state === undefined) return undefined;
  if (state.absent) return 'absent';
  const { fingerprint, epoch } = state;
  if (fingerprint === undefined || isWeak(fingerprint) || isTruncated(fingerprint)) return undefined;
  if (!isCounter(fingerprint)) return formatFingerprint(fingerprint);
  return epoch === undefined ? undefined : `${formatFingerprint(fingerprint)} in ${epoch}`;
}

/**
 * Effects: the call that made a state before each call that found it, where only one call made it (design.md 5.2). On a
 * resource that returned to an earlier state nothing is chained through that state.
 */
export function fingerprintEdges(calls: readonly StepCall[], { steps }: Steps): readonly Edge[] {
  const makers = new Map<string, Map<string, number[]>>();
  const finders: { resource: string; value: string; step: number }[] = [];
  for (const { step, call } of calls) {
    for (const after of call.postState ?? []) {
      const { resource } = after;
      if (resource === undefined) continue;
      const before = fingerprintOf(call.preState?.find((state) => state.resource === resource));
      const made = fingerprintOf(after);
      if (before !== undefined) finders.push({ resource, value: before, step });
      if (made === undefined || before === undefined || made === before) continue;
      const byValue = makers.get(resource) ?? new Map<string, number[]>();
      pushTo(byValue, made, step);
      makers.set(resource, byValue);
    }
  }
  const edges: Edge[] = [];
  for (const { resource, value, step } of finders) {
    const [maker, ...others] = makers.get(resource)?.get(value) ?? [];
    if (maker === undefined || others.length > 0 || maker === step) continue;
    edges.push({
      from: maker,
      to: step,
      basis: 'fingerprint',
      order: 'effect',
      why: `${steps[step]?.name} found ${resource} as ${steps[maker]?.name} left it (${value}).`,
    });
  }
  return withoutReturns(edges, steps.length);
}

/** Edges among which there is a cycle say that states came back: none of those is a witness. */
function withoutReturns(edges: readonly Edge[], size: number): readonly Edge[] {
  const cycleOf = new Map(
    findCycles(size, edges).flatMap((steps, cycle) => steps.map((step) => [step, cycle])),
  );
  return edges.filter(({ from, to }) => !cycleOf.has(from) || cycleOf.get(from) !== cycleOf.get(to));
}
