import { createDisjointSets } from '../../lib/disjoint-sets.ts';
import type { CallLog } from '../../model/call.ts';
import type { Problem } from '../../model/problem.ts';
import type { Evidence, SessionGroup } from '../../model/session.ts';
import type { WalFile } from '../../model/wal.ts';
import type { TraceOfTable } from './conversation.ts';
import { indexEvidence } from './evidence-index.ts';
import { deriveFileProblems } from './file-problems.ts';
import { joinByBundle, joinById, pathsOf } from './join-units.ts';
import type { ManifestEntry } from './manifest-paths.ts';
import { resolveContents } from './resolve-contents.ts';
import { deriveRespelledProblems } from './respelled-problems.ts';
import { assignRoles } from './roles.ts';
import { suggestMerges } from './suggest-merges.ts';
import { logUnits, traceUnits, type Unit } from './units.ts';

/** The sessions of a bundle, and what was found wrong while they were put together. */
export interface Grouping {
  /** In the order of their ids: the order of files changes nothing. */
  readonly groups: readonly SessionGroup[];
  /** Problems of files, roles, contents and joins. They are not among `evidence.problems`. */
  readonly problems: readonly Problem[];
}

/**
 * Puts evidence together into sessions (design.md 3.2): by the manifest's word, else by conversation or session id,
 * else by trace id. Call logs of one id, or of none, are one session and join the trace that their trace or span ids
 * name; a single session of call logs, or a single log of decisions, beside a single trace session joins it with a
 * problem; every other write-ahead log is a session of its own.
 */
export function groupSessions(evidence: Evidence): Grouping {
  const { entryOf } = indexEvidence(evidence).named;
  const claimOf = (file: number): string | undefined => {
    const entry = entryOf.get(file);
    return entry === undefined ? undefined : (entry.session ?? evidence.manifest?.session);
  };
  const resolved = resolveContents(evidence);
  const assigned = assignRoles(resolved.logs, evidence, entryOf);

  const units: Unit[] = [
    ...traceUnits(evidence, claimOf, (file) => entryOf.get(file)?.role === 'replayed-calls'),
    ...logUnits(assigned.logs, claimOf),
    ...evidence.wals.map((wal) => ({ wal, files: [wal.file], claimed: claimOf(wal.file), named: undefined })),
  ];
  const sets = createDisjointSets(units.length);
  const ofReplay = joinById(units, sets, evidence);
  const joins = joinByBundle(units, sets, evidence, ofReplay);
  const replayedUnits = new Set([...ofReplay].map((i) => units[i]));

  const members = new Map<number, Unit[]>();
  units.forEach((unit, i) => {
    const root = sets.find(i);
    const own = members.get(root);
    if (own === undefined) members.set(root, [unit]);
    else own.push(unit);
  });
  const built = [...members.values()].map((own) => toGroup(own, replayedUnits, evidence, entryOf));
  const groups = nameApart(withClaimedFiles(built, evidence, entryOf));
  const problems = [
    ...deriveFileProblems(evidence),
    ...resolved.problems,
    ...assigned.problems,
    ...joins,
    ...groups.flatMap((group) => deriveRespelledProblems(group, evidence)),
    ...suggestMerges(groups, evidence),
  ];
  return { groups, problems };
}

function toGroup(
  own: readonly Unit[],
  replayedUnits: ReadonlySet<Unit | undefined>,
  evidence: Evidence,
  entryOf: ReadonlyMap<number, ManifestEntry>,
): SessionGroup {
  // where every trace is of a replay there is no recording it could be kept out of
  const isReplayed = (unit: Unit): boolean =>
    replayedUnits.has(unit) && own.some((one) => !replayedUnits.has(one));
  const tracesOf = (units: readonly Unit[]): readonly TraceOfTable[] =>
    units.flatMap((unit) => unit.trace ?? []);
  const recordedTraces = tracesOf(own.filter((unit) => !isReplayed(unit)));
  const replayedTraces = tracesOf(own.filter(isReplayed));
  const logs = own.flatMap((unit) => unit.logs ?? []).sort((a, b) => byPath(evidence, a.file, b.file));
  const wals = own.flatMap((unit) => unit.wal ?? []).sort((a, b) => byPath(evidence, a.file, b.file));
  const files = [...new Set([...own.flatMap((unit) => unit.files), ...stateFilesOf(logs, evidence)])];
  return {
    id: idOf(own, wals, evidence),
    title: files.some((file) => entryOf.has(file)) ? evidence.manifest?.title : undefined,
    traceIds: tracesOf(own).map((trace) => trace.traceId),
    rows: rowsOf(recordedTraces),
    ...(replayedTraces.length === 0 ? {} : { replayedRows: rowsOf(replayedTraces) }),
    recorded: logs.filter((log) => log.role !== 'replayed'),
    replayed: logs.filter((log) => log.role === 'replayed'),
    wals,
    files: files.sort((a, b) => a - b),
  };
}

const rowsOf = (traces: readonly TraceOfTable[]): Uint32Array =>
  Uint32Array.from(traces.flatMap((trace) => trace.rows)).sort();

/** The manifest's word, else a conversation or session id, else a trace id, else the name of a log that has no id. */
function idOf(own: readonly Unit[], wals: readonly WalFile[], evidence: Evidence): string {
  const least = (ids: readonly (string | undefined)[]): string | undefined =>
    ids.filter((id) => id !== undefined).sort()[0];
  return (
    least(own.map((unit) => unit.claimed)) ??
    least(own.map((unit) => (unit.trace === undefined ? undefined : unit.named))) ??
    least(own.map((unit) => unit.named)) ??
    least(own.map((unit) => unit.trace?.traceId)) ??
    (own.some((unit) => unit.logs !== undefined) ? 'calls' : undefined) ??
    least(wals.flatMap((wal) => pathsOf(evidence, [wal.file]))) ??
    'session'
  );
}

function byPath(evidence: Evidence, a: number, b: number): number {
  if (a === b) return 0;
  const [left = '', right = ''] = [pathsOf(evidence, [a])[0], pathsOf(evidence, [b])[0]];
  return left < right ? -1 : 1;
}

function stateFilesOf(logs: readonly CallLog[], evidence: Evidence): readonly number[] {
  const named = new Set<string>();
  for (const call of logs.flatMap((log) => log.calls)) {
    for (const state of [...(call.preState ?? []), ...(call.postState ?? [])]) {
      if (state.content?.in === 'bundle') named.add(state.content.path);
    }
  }
  if (named.size === 0) return [];
  return evidence.files.filter((file) => named.has(file.path)).map((file) => file.index);
}

/**
 * A session draws on what the manifest claims for it, also where a file could not be read. An altered file that no
 * session draws on refuses them all: nobody can say to which it belonged.
 */
function withClaimedFiles(
  groups: readonly SessionGroup[],
  evidence: Evidence,
  entryOf: ReadonlyMap<number, ManifestEntry>,
): readonly SessionGroup[] {
  const extra = new Map<SessionGroup, number[]>();
  const drawn = new Set(groups.flatMap((group) => group.files));
  for (const [file, entry] of entryOf) {
    if (drawn.has(file)) continue;
    const claim = entry.session ?? evidence.manifest?.session;
    const owner = groups.find((group) => group.id === claim) ?? (groups.length === 1 ? groups[0] : undefined);
    if (owner === undefined) continue;
    extra.set(owner, [...(extra.get(owner) ?? []), file]);
    drawn.add(file);
  }
  const homeless = [...indexEvidence(evidence).altered].filter((file) => !drawn.has(file));
  return groups.map((group) => {
    const more = [...(extra.get(group) ?? []), ...homeless];
    return more.length === 0 ? group : { ...group, files: [...group.files, ...more].sort((a, b) => a - b) };
  });
}

/** Sorted by id; sessions whose ids would be equal (a trace id that is another's session id) are numbered apart. */
function nameApart(groups: readonly SessionGroup[]): readonly SessionGroup[] {
  const key = (group: SessionGroup): string => `${group.id}\n${group.traceIds.join('\n')}`;
  const sorted = [...groups].sort((a, b) => (key(a) < key(b) ? -1 : 1));
  const count = new Map<string, number>();
  return sorted.map((group) => {
    const nth = (count.get(group.id) ?? 0) + 1;
    count.set(group.id, nth);
    return nth === 1 ? group : { ...group, id: `${group.id} (${nth})` };
  });
}
