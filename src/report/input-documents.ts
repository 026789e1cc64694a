import type { FileCounts } from '../model/file-counts.ts';
import type { InputDocument } from '../model/findings.ts';
import type { Problem } from '../model/problem.ts';
import type { Evidence } from '../model/session.ts';
import { problemDocument, sortProblems } from './problem-document.ts';

/** Null: the case was stored before they were counted. */
function countMembers(counts: FileCounts | undefined): Record<keyof FileCounts, number | null> {
  const { accepted = null, folded = null, rejected = null, lostBytes = null } = counts ?? {};
  return { accepted, folded, rejected, lostBytes };
}

/** One for each evidence file, in the order of the files, each with its problems (design.md 8, `inputs`). */
export function inputDocuments(evidence: Evidence, problems: readonly Problem[]): readonly InputDocument[] {
  const problemsOf = new Map<string, Problem[]>();
  for (const problem of sortProblems(problems)) {
    const own = problemsOf.get(problem.file);
    if (own === undefined) problemsOf.set(problem.file, [problem]);
    else own.push(problem);
  }
  return evidence.files.map((file) => ({
    path: file.path,
    bytes: file.bytes,
    ...(file.decodedBytes === undefined ? {} : { decodedBytes: file.decodedBytes }),
    sha256: file.sha256,
    format: file.format ?? null,
    ...(file.detectedBy === undefined ? {} : { detectedBy: file.detectedBy }),
    role: file.role ?? null,
    records: file.records,
    ...countMembers(file.counts),
    problems: (problemsOf.get(file.path) ?? []).map(problemDocument),
  }));
}
