import type { ByteSource } from '../intake/byte-source.ts';
import type { CallLog } from '../model/call.ts';
import type { Evidence, EvidenceFile, FileRole, Manifest } from '../model/session.ts';
import { findByPath, folderOf } from '../verdicts/session/manifest-paths.ts';

/** Files that the manifest calls states: content, whatever it looks like. */
export function statedStates(
  manifest: Manifest | undefined,
  manifestFile: number | undefined,
  sources: readonly ByteSource[],
): ReadonlySet<number> {
  const files = asFiles(sources);
  const folder = folderOf(sources[manifestFile ?? -1]?.path ?? '');
  const found = new Set<number>();
  for (const entry of manifest?.files ?? []) {
    const file = entry.role === 'state' ? findByPath(files, entry.path, folder) : undefined;
    if (file !== undefined && file.index !== manifestFile) found.add(file.index);
  }
  return found;
}

/** Files that the calls of a log name as the content of a state. */
export function statesOfCalls(logs: readonly CallLog[], sources: readonly ByteSource[]): ReadonlySet<number> {
  const files = asFiles(sources);
  const found = new Set<number>();
  for (const log of logs) {
    const folder = folderOf(sources[log.file]?.path ?? '');
    const named = new Set<string>();
    for (const call of log.calls) {
      for (const { content } of [...(call.preState ?? []), ...(call.postState ?? [])]) {
        if (content?.in === 'bundle') named.add(content.path);
      }
    }
    for (const path of named) {
      const file = findByPath(files, path, folder);
      if (file !== undefined) found.add(file.index);
    }
  }
  return found;
}

/** A file's role by what was read out of it, else by the manifest's word. */
export function rolesOf(
  evidence: Evidence,
): (file: number, stated: FileRole | undefined) => FileRole | undefined {
  const logOf = new Map(evidence.callLogs.map((log) => [log.file, log]));
  const wals = new Set(evidence.wals.map((wal) => wal.file));
  const traces = new Set(evidence.spans.file);
  const causal = new Set(evidence.causalTraces.map((trace) => trace.file));
  return (file, stated) => {
    const isReplay = stated === 'replayed-calls';
    const log = logOf.get(file);
    if (log !== undefined) {
      // read as recorded where nothing says what it is (design.md 3.2)
      const role = log.role ?? (isReplay ? 'replayed' : 'recorded');
      return role === 'replayed' ? 'replayed-calls' : 'recorded-calls';
    }
    if (wals.has(file)) return 'wal';
    if (causal.has(file)) return 'trace';
    // two traces may be compared as recorded and replayed when the examiner says which is which
    if (traces.has(file)) return isReplay || stated === 'recorded-calls' ? stated : 'trace';
    return stated;
  };
}

/** What finding a path needs to know of a file. */
const asFiles = (sources: readonly ByteSource[]): readonly EvidenceFile[] =>
  sources.map(({ path, size }, index) => ({
    index,
    path,
    bytes: size,
    sha256: '',
    format: undefined,
    role: undefined,
    records: 0,
    altered: false,
  }));
