import type { ProblemCode } from '../../model/problem.ts';
import type { Evidence, EvidenceFile } from '../../model/session.ts';
import { type NamedFiles, nameFiles } from './manifest-paths.ts';

/** What every session asks of the files of a bundle; found once, since a corpus holds tens of thousands of both. */
export interface EvidenceIndex {
  readonly fileOf: ReadonlyMap<number, EvidenceFile>;
  readonly named: NamedFiles;
  /** Files whose SHA-256 is not the one that the manifest states (design.md 3). */
  readonly altered: ReadonlySet<number>;
  /** Files of which something that stood in them is not among the records. */
  readonly lossy: ReadonlySet<number>;
  /** Something was lost of which nobody knows to which session it belonged. */
  readonly lossyAnywhere: boolean;
}

/** Problems that say that something which stood in the evidence is not among the records. */
const LOSSES: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'archive-damaged',
  'duplicate-entry',
  'file-unreadable',
  'limit-hit',
  'encrypted',
  'newer-version',
  'malformed',
  'truncated',
  'log-refused',
  'partial-export',
  'bytes-lost',
  'too-deep',
  'span-rejected',
  'record-malformed',
]);

const known = new WeakMap<Evidence, EvidenceIndex>();

export function indexEvidence(evidence: Evidence): EvidenceIndex {
  const found = known.get(evidence) ?? buildIndex(evidence);
  known.set(evidence, found);
  return found;
}

function buildIndex(evidence: Evidence): EvidenceIndex {
  const named = nameFiles(evidence);
  const altered = new Set<number>();
  for (const file of evidence.files) {
    const stated = named.entryOf.get(file.index)?.sha256;
    if (file.altered || (stated !== undefined && stated !== file.sha256)) altered.add(file.index);
  }
  const told = filesWithRecords(evidence);
  const indexOf = new Map(evidence.files.map((file) => [file.path, file.index]));
  const lossy = new Set<number>();
  let lossyAnywhere = named.missing.some((entry) => entry.role !== 'state');
  for (const { code, file } of evidence.problems) {
    if (!LOSSES.has(code)) continue;
    const index = indexOf.get(file);
    // an archive that could not be unpacked, or a file that gave no record at all
    if (index === undefined || !told.has(index)) lossyAnywhere = true;
    else lossy.add(index);
  }
  const fileOf = new Map(evidence.files.map((file) => [file.index, file]));
  return { fileOf, named, altered, lossy, lossyAnywhere };
}

function filesWithRecords(evidence: Evidence): ReadonlySet<number> {
  const files = new Set<number>();
  for (const log of evidence.callLogs) files.add(log.file);
  for (const wal of evidence.wals) files.add(wal.file);
  for (const trace of evidence.causalTraces) files.add(trace.file);
  for (const { at } of evidence.otherSeals) files.add(at.file);
  for (let row = 0; row < evidence.spans.count; row++) files.add(evidence.spans.file[row] ?? 0);
  return files;
}
