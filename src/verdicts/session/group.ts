import type { CallLog } from '../../model/call.ts';
import { type Problem, problem } from '../../model/problem.ts';
import type { Evidence, SessionGroup } from '../../model/session.ts';
import type { WalFile } from '../../model/wal.ts';
import { type TraceOfTable, tracesOf } from './conversation.ts';
import { alteredFiles, deriveFileProblems } from './file-problems.ts';
import { type ManifestEntry, nameFiles } from './manifest-paths.ts';
import { resolveContents } from './resolve-contents.ts';
import { assignRoles } from './roles.ts';
import { createDisjointSets } from './union-find.ts';

/** The sessions of a bundle, and what was found wrong while they were put together. */
export interface Grouping {
  /** In the order of their ids: the order of files changes nothing. */
  readonly groups: readonly SessionGroup[];
  /** Problems of files, roles, contents and joins. They are not among `evidence.problems`. */
  readonly problems: readonly Problem[];
}

/** A piece of evidence that is never split: a trace, the call logs of one id, a write-ahead log. */
interface Unit {
  readonly trace?: TraceOfTable;
  readonly logs?: readonly CallLog[];
  readonly wal?: WalFile;
  readonly files: readonly number[];
  /** The manifest's word; it stands above every id. */
  readonly claimed: string | undefined;
  /** A conversation or session id. */
  readonly named: string | undefined;
}

/**
 * Puts evidence together into sessions (design.md 3.2): by the manifest's word, else by conversation or session id,
 * else by trace id. Call logs of one id, or of none, are one session and join the trace that their trace or span ids
 * name; a single session of call logs, or a single log of decisions, beside a single trace session joins it with a
 * problem; every other write-ahead log is a session of its own.
 */
export function groupSessions(evidence: Evidence): Grouping {
  const problems: Problem[] = [...deriveFileProblems(evidence)];
  const { entryOf } = nameFiles(evidence);
  const claimOf = (file: number): string | undefined => {
    const entry = entryOf.get(file);
    return entry === undefined ? undefined : (entry.session ?? evidence.manifest?.session);
  };
  const resolved = resolveContents(evidence);
  const assigned = assignRoles(resolved.logs, evidence, entryOf);
  problems.push(...resolved.problems, ...assigned.problems);

  const units: Unit[] = [
    ...traceUnits(evidence, claimOf),
    ...logUnits(assigned.logs, claimOf),
    ...evidence.wals.map((wal) => ({ wal, files: [wal.file], claimed: claimOf(wal.file), named: undefined })),
  ];
  const sets = createDisjointSets(units.length);
  joinById(units, sets, evidence);
  problems.push(...joinByBundle(units, sets, evidence));

  const members = new Map<number, Unit[]>();
  units.forEach((unit, i) => {
    const root = sets.find(i);
    members.set(root, [...(members.get(root) ?? []), unit]);
  });
  const groups = [...members.values()].map((own) => toGroup(own, evidence, entryOf));
  return { groups: nameApart(withClaimedFiles(groups, evidence, entryOf)), problems };
}

function traceUnits(evidence: Evidence, claimOf: (file: number) => string | undefined): Unit[] {
  return tracesOf(evidence.spans).map((trace) => {
    const files = [...new Set(trace.rows.map((row) => evidence.spans.file[row] ?? 0))];
    const claims = [...new Set(files.map(claimOf))].filter((claim) => claim !== undefined);
    return {
      trace,
      files,
      claimed: claims.length === 1 ? claims[0] : undefined,
      named: trace.conversationId,
    };
  });
}

/** "Call logs of one session id, or of none, are one session"; one without joins the only one that has an id. */
function logUnits(logs: readonly CallLog[], claimOf: (file: number) => string | undefined): Unit[] {
  const byId = new Map<string, { claimed: string | undefined; named: string | undefined; logs: CallLog[] }>();
  const without: CallLog[] = [];
  for (const log of logs) {
    const claimed = claimOf(log.file);
    if (claimed === undefined && log.sessionId === undefined) {
      without.push(log);
      continue;
    }
    const key = JSON.stringify(claimed === undefined ? ['id', log.sessionId] : ['manifest', claimed]);
    const known = byId.get(key) ?? { claimed, named: log.sessionId, logs: [] };
    known.logs.push(log);
    byId.set(key, known);
  }
  const sessions = [...byId.values()];
  const [only] = sessions;
  if (sessions.length === 1 && only !== undefined) only.logs.push(...without);
  else if (without.length > 0) sessions.push({ claimed: undefined, named: undefined, logs: without });
  return sessions.map((session) => ({
    ...session,
    files: [...new Set(session.logs.map((log) => log.file))],
  }));
}

type Sets = ReturnType<typeof createDisjointSets>;

/** Joins what one id names; never two sessions that the manifest keeps apart. */
function joinById(units: readonly Unit[], sets: Sets, evidence: Evidence): void {
  const firstOf = new Map<string, number>();
  const joinUnder = (key: string, unit: number): void => {
    const first = firstOf.get(key);
    if (first === undefined) firstOf.set(key, unit);
    else sets.join(first, unit);
  };
  // What the manifest claims is joined by its word alone; an id equal to a claimed session's names that session.
  units.forEach((unit, i) => {
    const id = unit.claimed ?? unit.named;
    if (id !== undefined) joinUnder(id, i);
  });

  const unitOfTrace = new Map<string, number>();
  units.forEach(({ trace }, i) => {
    if (trace !== undefined) unitOfTrace.set(trace.traceId, i);
  });
  units.forEach((unit, i) => {
    if (unit.logs === undefined) return;
    for (const target of tracesNamedBy(unit.logs, evidence, unitOfTrace)) {
      const other = units[target];
      if (unit.claimed !== undefined && other?.claimed !== undefined && unit.claimed !== other.claimed)
        continue;
      sets.join(i, target);
    }
  });
}

/** Traces that the calls of a log name by trace id, or by a span id that only one trace has. */
function tracesNamedBy(
  logs: readonly CallLog[],
  evidence: Evidence,
  unitOfTrace: ReadonlyMap<string, number>,
): ReadonlySet<number> {
  const found = new Set<number>();
  const spanIds = new Set<string>();
  for (const call of logs.flatMap((log) => log.calls)) {
    const unit = call.traceId === undefined ? undefined : unitOfTrace.get(call.traceId);
    if (unit !== undefined) found.add(unit);
    else if (call.traceId === undefined && call.spanId !== undefined) spanIds.add(call.spanId);
  }
  if (spanIds.size === 0) return found;
  const { spans } = evidence;
  const unitsOf = new Map<number, Set<number>>();
  spans.strings.forEach((text, number) => {
    if (spanIds.has(text)) unitsOf.set(number, new Set());
  });
  for (let row = 0; row < spans.count; row++) {
    const units = unitsOf.get(spans.spanId[row] ?? 0);
    const unit = unitOfTrace.get(spans.strings[spans.traceId[row] ?? 0] ?? '');
    if (units !== undefined && unit !== undefined) units.add(unit);
  }
  for (const units of unitsOf.values()) if (units.size === 1) for (const unit of units) found.add(unit);
  return found;
}

/** A single session of call logs, or a single write-ahead log, beside a single trace session (design.md 3.2). */
function joinByBundle(units: readonly Unit[], sets: Sets, evidence: Evidence): readonly Problem[] {
  const sessionsWith = (has: (unit: Unit) => boolean): number[] => [
    ...new Set(units.flatMap((unit, i) => (has(unit) ? [sets.find(i)] : []))),
  ];
  const [trace, ...otherTraces] = sessionsWith((unit) => unit.trace !== undefined);
  if (trace === undefined || otherTraces.length > 0) return [];
  const claimsIn = (root: number): ReadonlySet<string> =>
    new Set(
      units.flatMap((unit, i) => (sets.find(i) === root && unit.claimed !== undefined ? [unit.claimed] : [])),
    );
  const problems: Problem[] = [];
  const tryJoin = (candidates: readonly number[], what: string): void => {
    const [single, ...more] = candidates;
    if (single === undefined || more.length > 0 || sets.find(single) === sets.find(trace)) return;
    const [left, right] = [claimsIn(sets.find(trace)), claimsIn(single)];
    // the manifest says that they are two
    if (left.size > 0 && right.size > 0 && ![...left].some((claim) => right.has(claim))) return;
    const joined = units.filter((_, i) => sets.find(i) === single).flatMap((unit) => unit.files);
    sets.join(trace, single);
    for (const path of pathsOf(evidence, joined)) {
      problems.push(
        problem(
          'joined-by-bundle',
          path,
          `${path} was joined to the one session of traces because it is the only ${what} in the bundle; no id and no manifest says so.`,
          { hint: 'Give both one session id, or name them in incident.json with one session.' },
        ),
      );
    }
  };
  const logSessions = sessionsWith((unit) => unit.logs !== undefined);
  if (!units.some((unit) => unit.logs !== undefined && namesAbsentTraces(unit.logs, units))) {
    tryJoin(logSessions, 'session of call logs');
  }
  if (units.filter((unit) => unit.wal !== undefined).length === 1) {
    tryJoin(
      sessionsWith((unit) => unit.wal !== undefined),
      'write-ahead log',
    );
  }
  return problems;
}

/** Calls that name their trace, and none of the traces is here: an id says that they belong elsewhere. */
function namesAbsentTraces(logs: readonly CallLog[], units: readonly Unit[]): boolean {
  const named = new Set(logs.flatMap((log) => log.calls).flatMap((call) => call.traceId ?? []));
  return named.size > 0 && !units.some(({ trace }) => trace !== undefined && named.has(trace.traceId));
}

const pathsOf = (evidence: Evidence, files: readonly number[]): string[] =>
  evidence.files.filter((file) => files.includes(file.index)).map((file) => file.path);

function toGroup(
  own: readonly Unit[],
  evidence: Evidence,
  entryOf: ReadonlyMap<number, ManifestEntry>,
): SessionGroup {
  const traces = own.flatMap((unit) => unit.trace ?? []);
  const logs = own.flatMap((unit) => unit.logs ?? []).sort((a, b) => byPath(evidence, a.file, b.file));
  const wals = own.flatMap((unit) => unit.wal ?? []).sort((a, b) => byPath(evidence, a.file, b.file));
  const files = [...new Set([...own.flatMap((unit) => unit.files), ...stateFilesOf(logs, evidence)])];
  const rows = Uint32Array.from(traces.flatMap((trace) => trace.rows)).sort();
  return {
    id: idOf(own, wals, evidence),
    title: files.some((file) => entryOf.has(file)) ? evidence.manifest?.title : undefined,
    traceIds: traces.map((trace) => trace.traceId),
    rows,
    recorded: logs.filter((log) => log.role !== 'replayed'),
    replayed: logs.filter((log) => log.role === 'replayed'),
    wals,
    files: files.sort((a, b) => a - b),
  };
}

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
  const homeless = [...alteredFiles(evidence)].filter((file) => !drawn.has(file));
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
