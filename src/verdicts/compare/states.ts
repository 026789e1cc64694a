import type { StateRecord } from '../../model/call.ts';
import type { StateComparison, StateSide } from '../../model/verdict.ts';
import { compareState, isBlank } from './fingerprints.ts';

/** How two lists of states compare, resource by resource. */
export interface StatesReading {
  readonly comparisons: readonly StateComparison[];
  /** A listed resource of the recording has no fingerprint that counts. */
  readonly recordedBlank: boolean;
  /** A resource of the recording that the replay does not list, or lists without a fingerprint that counts. */
  readonly replayedMissing: boolean;
  readonly replayedOnly: boolean;
  readonly differs: boolean;
  readonly incomparable: boolean;
  readonly epochDiffers: boolean;
}

/**
 * Compares two state lists by exact `resource`; the short form's unnamed resource matches only itself (design.md 4).
 *
 * @param readOnly the call is a read (or has no effect): its recorded epochs must be answered.
 * @param full the recorded coverage is full, so that a resource which only the replay lists is a difference.
 */
export function compareStates(
  recorded: readonly StateRecord[] | undefined,
  replayed: readonly StateRecord[] | undefined,
  readOnly: boolean,
  full: boolean,
): StatesReading {
  const left = byResource(recorded ?? []);
  const right = byResource(replayed ?? []);
  const comparisons: StateComparison[] = [];
  let recordedBlank = false;
  let replayedMissing = false;
  let replayedOnly = false;
  let differs = false;
  let incomparable = false;
  let epochDiffers = false;

  for (const [resource, state] of left) {
    const partner = right.get(resource);
    if (isBlank(state)) recordedBlank = true;
    if (partner === undefined || isBlank(partner)) replayedMissing = true;
    if (partner === undefined) {
      comparisons.push({ resource, recorded: sideOf(state), replayed: undefined, equal: undefined });
      continue;
    }
    const found = compareState(state, partner, readOnly);
    if (found.equal === false) differs = true;
    if (found.incomparable) incomparable = true;
    if (found.epochDiffers) epochDiffers = true;
    comparisons.push({ resource, recorded: sideOf(state), replayed: sideOf(partner), equal: found.equal });
  }
  for (const [resource, state] of right) {
    if (left.has(resource)) continue;
    replayedOnly = true;
    // Without a recorded list nothing is known to differ.
    const equal = recorded !== undefined && full ? false : undefined;
    comparisons.push({ resource, recorded: undefined, replayed: sideOf(state), equal });
  }
  return { comparisons, recordedBlank, replayedMissing, replayedOnly, differs, incomparable, epochDiffers };
}

/** A resource listed twice counts as absent: it stands in the list and states nothing. */
export function byResource(states: readonly StateRecord[]): ReadonlyMap<string | undefined, StateRecord> {
  const found = new Map<string | undefined, StateRecord>();
  for (const state of states) {
    const twice = found.has(state.resource);
    found.set(state.resource, twice ? blankState(state.resource) : state);
  }
  return found;
}

const blankState = (resource: string | undefined): StateRecord =>
  resource === undefined ? { absent: false } : { resource, absent: false };

const sideOf = (state: StateRecord): StateSide => ({
  fingerprint: state.fingerprint,
  epoch: state.epoch,
  absent: state.absent,
});
