import type { Comparison } from '../../model/people.ts';
import type { SessionGroup } from '../../model/session.ts';

/**
 * Sessions that the examiner compares: the one is the recording, the other its replay, and both are one session from
 * then on, under the id of the recording (design.md 3.2). A session is compared once; a comparison that names a session
 * which is not there, or one that is used up, changes nothing.
 */
export function compareSessions(
  groups: readonly SessionGroup[],
  comparisons: readonly Pick<Comparison, 'recorded' | 'replayed'>[],
): readonly SessionGroup[] {
  const byId = new Map(groups.map((group) => [group.id, group]));
  const used = new Set<string>();
  for (const { recorded, replayed } of comparisons) {
    const [first, second] = [byId.get(recorded), byId.get(replayed)];
    if (first === undefined || second === undefined || first === second) continue;
    if (used.has(recorded) || used.has(replayed)) continue;
    used.add(recorded).add(replayed);
    byId.set(recorded, asRecordingAndReplay(first, second));
    byId.delete(replayed);
  }
  return [...byId.values()];
}

function asRecordingAndReplay(recording: SessionGroup, replay: SessionGroup): SessionGroup {
  const ofReplay = [...replay.recorded, ...replay.replayed];
  return {
    ...recording,
    traceIds: [...recording.traceIds, ...replay.traceIds],
    replayedRows: Uint32Array.from([...(recording.replayedRows ?? []), ...replay.rows]).sort(),
    replayed: [...recording.replayed, ...ofReplay.map((log) => ({ ...log, role: 'replayed' as const }))],
    wals: [...recording.wals, ...replay.wals],
    files: [...new Set([...recording.files, ...replay.files])].sort((a, b) => a - b),
  };
}
