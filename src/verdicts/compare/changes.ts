import type { CallRecord } from '../../model/call.ts';
import { compareState } from './fingerprints.ts';
import { byResource } from './states.ts';

/** What one side of a call shows of its own effect: its post-states against its own pre-states. */
export interface OwnChanges {
  /** Resources whose post-state is verified to differ from the pre-state of the same record. */
  readonly changed: ReadonlySet<string | undefined>;
  /** Resources whose post-state is verified to equal the pre-state of the same record. */
  readonly unchanged: ReadonlySet<string | undefined>;
}

/** Resources whose pre- or post-state is not stated, or not comparable, stand in neither set. */
export function ownChanges(call: CallRecord): OwnChanges {
  const changed = new Set<string | undefined>();
  const unchanged = new Set<string | undefined>();
  const before = byResource(call.preState ?? []);
  for (const [resource, after] of byResource(call.postState ?? [])) {
    const state = before.get(resource);
    if (state === undefined) continue;
    const { equal } = compareState(state, after, false);
    if (equal === false) changed.add(resource);
    if (equal === true) unchanged.add(resource);
  }
  return { changed, unchanged };
}
