import type { FingerprintScheme } from '../model/call.ts';
import type { RecordedCall } from '../model/recorded-calls.ts';
import type { SeenState, World } from './world.ts';

/** A resource and how the recording fingerprints it. */
export interface Asked {
  readonly resource: string;
  readonly scheme: FingerprintScheme | undefined;
  /** The recording attached the content of its states: so does the replay. What it withheld stays withheld. */
  readonly isShown: boolean;
}

export interface Seen extends Asked {
  readonly state: SeenState;
}

/** The resources that a recorded call names, in its order. The short form's unnamed resource cannot be looked at. */
export function resourcesOf({ record }: RecordedCall): readonly Asked[] {
  const asked = new Map<string, Asked>();
  for (const { resource, fingerprint, content } of [
    ...(record.preState ?? []),
    ...(record.postState ?? []),
  ]) {
    if (resource === undefined) continue;
    const known = asked.get(resource);
    asked.set(resource, {
      resource,
      scheme: known?.scheme ?? fingerprint?.scheme,
      isShown: known?.isShown === true || content !== undefined,
    });
  }
  return [...asked.values()];
}

export async function lookAt(asked: readonly Asked[], world: World): Promise<readonly Seen[]> {
  const seen: Seen[] = [];
  for (const one of asked) seen.push({ ...one, state: await world.stateOf(one.resource, one.scheme) });
  return seen;
}

/** A resource that the recording does not name and that changed all the same. */
export const unasked = (resource: string): Asked => ({ resource, scheme: undefined, isShown: false });
