import type { CallRecord } from '../../model/call.ts';
import type { CallVerdict } from '../../model/verdict.ts';
import { ownChanges } from './changes.ts';

export type Access = 'write' | 'read';

/**
 * Resources that one side of a call lists, and what it did to each: a write where a state after it is listed and its
 * effects are not stated as a read or none (unstated counts as a write), or where its own states show a change.
 */
export function accessesOf(record: CallRecord): ReadonlyMap<string | undefined, Access> {
  const found = new Map<string | undefined, Access>();
  const writes = record.effects !== 'read' && record.effects !== 'none';
  for (const { resource } of record.preState ?? []) found.set(resource, 'read');
  for (const { resource } of record.postState ?? []) found.set(resource, writes ? 'write' : 'read');
  if (!writes) for (const resource of ownChanges(record).changed) found.set(resource, 'write');
  return found;
}

/** The same of both sides of a call: a write of either side is one. */
export function touchesOf({ recorded, replayed }: CallVerdict): ReadonlyMap<string | undefined, Access> {
  const found = new Map<string | undefined, Access>();
  for (const record of [recorded, replayed]) {
    if (record === undefined) continue;
    for (const [resource, access] of accessesOf(record)) {
      if (access === 'write' || !found.has(resource)) found.set(resource, access);
    }
  }
  return found;
}
