import type { DisjointSets } from '../../lib/disjoint-sets.ts';
import type { CallLog } from '../../model/call.ts';
import { type Problem, problem } from '../../model/problem.ts';
import type { Evidence } from '../../model/session.ts';
import { indexEvidence } from './evidence-index.ts';
import type { Unit } from './units.ts';

/**
 * Joins what one id names; never two sessions that the manifest keeps apart.
 * @returns the units that are traces of a replay.
 */
export function joinById(
  units: readonly Unit[],
  sets: DisjointSets,
  evidence: Evidence,
): ReadonlySet<number> {
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
  const ofReplay = new Set<number>();
  units.forEach((unit, i) => {
    if (unit.replayed === true) ofReplay.add(i);
    if (unit.logs === undefined) return;
    const byRecording = tracesNamedBy(recordedOf(unit.logs), evidence, unitOfTrace);
    const byReplay = tracesNamedBy(
      unit.logs.filter((log) => log.role === 'replayed'),
      evidence,
      unitOfTrace,
    );
    for (const target of new Set([...byRecording, ...byReplay])) {
      const other = units[target];
      if (unit.claimed !== undefined && other?.claimed !== undefined && unit.claimed !== other.claimed)
        continue;
      sets.join(i, target);
      // a replay that was traced names its own trace, which is no part of the recording
      if (!byRecording.has(target) && byRecording.size > 0) ofReplay.add(target);
    }
  });
  joinReplayedTraces(units, sets, ofReplay);
  return ofReplay;
}

const recordedOf = (logs: readonly CallLog[]): readonly CallLog[] =>
  logs.filter((log) => log.role !== 'replayed');

/** "Two traces may also be compared … when the examiner says which is which": a replay's trace joins the one recording. */
function joinReplayedTraces(units: readonly Unit[], sets: DisjointSets, ofReplay: ReadonlySet<number>): void {
  const recordings = new Set(
    units.flatMap((unit, i) => (ofReplay.has(i) || unit.wal !== undefined ? [] : [sets.find(i)])),
  );
  const [recording, ...others] = recordings;
  if (recording === undefined || others.length > 0) return;
  const claim = units.find((unit, i) => sets.find(i) === recording && unit.claimed !== undefined)?.claimed;
  for (const i of ofReplay) {
    const own = units[i]?.claimed;
    if (own === undefined || claim === undefined || own === claim) sets.join(recording, i);
  }
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
export function joinByBundle(
  units: readonly Unit[],
  sets: DisjointSets,
  evidence: Evidence,
  ofReplay: ReadonlySet<number>,
): readonly Problem[] {
  const sessionsWith = (has: (unit: Unit, i: number) => boolean): number[] => [
    ...new Set(units.flatMap((unit, i) => (has(unit, i) ? [sets.find(i)] : []))),
  ];
  const [trace, ...otherTraces] = sessionsWith((unit, i) => unit.trace !== undefined && !ofReplay.has(i));
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
  if (!units.some((unit) => unit.logs !== undefined && namesAbsentTraces(recordedOf(unit.logs), units))) {
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

/** In the order of the indices. */
export const pathsOf = (evidence: Evidence, files: readonly number[]): string[] => {
  const { fileOf } = indexEvidence(evidence);
  return [...new Set(files)].sort((a, b) => a - b).flatMap((file) => fileOf.get(file)?.path ?? []);
};
