import type { StateRecord } from '../model/call.ts';
import type { RecordedCall } from '../model/recorded-calls.ts';
import { sameState } from './same-state.ts';
import type { World } from './world.ts';

export interface SnapshotCheck {
  /** Resources that are not as the recording first found them, a sentence each. */
  readonly mismatches: readonly string[];
  /** Resources of which nobody can say, a sentence each. */
  readonly unverified: readonly string[];
}

/** Holds the snapshot against the first state in which the recording found each resource. */
export async function checkSnapshot(calls: readonly RecordedCall[], world: World): Promise<SnapshotCheck> {
  const mismatches: string[] = [];
  const unverified: string[] = [];
  for (const [resource, recorded] of firstStates(calls)) {
    if (recorded === undefined) {
      unverified.push(
        `${resource}: the recording does not say how it was found, so the snapshot is not verified.`,
      );
      continue;
    }
    const sameness = sameState(recorded, await world.stateOf(resource, recorded.fingerprint?.scheme));
    if (sameness.is === 'other') {
      const { recorded: was, seen } = sameness;
      mismatches.push(`${resource}: the recording found it ${was}, in the snapshot it is ${seen}.`);
    } else if (sameness.is === 'incomparable') {
      unverified.push(`${resource}: the snapshot is not verified: ${sameness.said}.`);
    }
  }
  return { mismatches, unverified };
}

/** By resource, in the order in which they were touched: how the first call that touched it found it. */
function firstStates(calls: readonly RecordedCall[]): ReadonlyMap<string, StateRecord | undefined> {
  const first = new Map<string, StateRecord | undefined>();
  for (const { record } of calls) {
    for (const state of record.preState ?? []) {
      if (state.resource !== undefined && !first.has(state.resource)) first.set(state.resource, state);
    }
    for (const { resource } of record.postState ?? []) {
      if (resource !== undefined && !first.has(resource)) first.set(resource, undefined);
    }
  }
  return first;
}
