import { type Problem, problem } from '../../model/problem.ts';
import type { Evidence, FileRole } from '../../model/session.ts';
import { indexEvidence } from './evidence-index.ts';

/**
 * What the manifest and the bundle say differently (design.md 3): a file named but missing, a file present but not
 * named, a file whose SHA-256 is another, a file whose content shows another role than the manifest gives it.
 */
export function deriveFileProblems(evidence: Evidence): readonly Problem[] {
  const { manifest } = evidence;
  if (manifest === undefined) return [];
  const { altered, named } = indexEvidence(evidence);
  const { entryOf, missing } = named;
  const problems: Problem[] = [];
  const manifestPath = evidence.files.find((file) => file.role === 'manifest')?.path ?? 'incident.json';
  for (const { path } of missing) {
    problems.push(
      problem('file-missing', manifestPath, `The manifest names ${path}, which is not in the bundle.`, {
        hint: 'Add the file to the bundle, or take it out of the manifest.',
      }),
    );
  }
  const shown = shownRoles(evidence);
  for (const file of evidence.files) {
    if (file.role === 'manifest') continue;
    const entry = entryOf.get(file.index);
    if (entry === undefined) {
      problems.push(
        problem(
          'file-not-named',
          file.path,
          `${file.path} is in the bundle and the manifest does not name it.`,
          {
            hint: 'Name it in incident.json with its role.',
          },
        ),
      );
    }
    if (altered.has(file.index)) {
      const stated = entry?.sha256 === undefined ? '' : ` is ${entry.sha256}`;
      problems.push(
        problem(
          'file-altered',
          file.path,
          `The SHA-256 that the manifest states for ${file.path}${stated}; that of the file is ${file.sha256}. Nothing is concluded from it.`,
          { hint: 'Find the original file, or make the manifest anew and say why.' },
        ),
      );
    }
    const own = shown.get(file.index);
    if (entry?.role !== undefined && own !== undefined && !own.has(entry.role)) {
      problems.push(
        problem(
          'role-contradicted',
          file.path,
          `The manifest calls ${file.path} ${article(entry.role)}; the file itself is ${article([...own][0])}. What the file says counts.`,
          { hint: 'Correct the role in incident.json.' },
        ),
      );
    }
  }
  return problems;
}

/** The roles that a file's own content allows; files that were not read show none. */
function shownRoles(evidence: Evidence): ReadonlyMap<number, ReadonlySet<FileRole>> {
  const shown = new Map<number, Set<FileRole>>();
  const allow = (file: number, roles: readonly FileRole[]): void => {
    const set = shown.get(file) ?? new Set<FileRole>();
    for (const role of roles) set.add(role);
    shown.set(file, set);
  };
  const EITHER: readonly FileRole[] = ['recorded-calls', 'replayed-calls'];
  for (const log of evidence.callLogs) {
    if (log.role === undefined) allow(log.file, EITHER);
    else allow(log.file, [log.role === 'recorded' ? 'recorded-calls' : 'replayed-calls']);
  }
  for (const wal of evidence.wals) allow(wal.file, ['wal']);
  for (const trace of evidence.causalTraces) allow(trace.file, ['trace']);
  const files = new Set(evidence.spans.file);
  // the examiner may say which of two traces is the recording and which the replay (design.md 3.2)
  for (const file of files) allow(file, ['trace', ...EITHER]);
  return shown;
}

const ROLE_WORDS: Readonly<Record<FileRole, string>> = {
  manifest: 'a manifest',
  trace: 'a trace',
  wal: 'a write-ahead log',
  'recorded-calls': 'a log of recorded calls',
  'replayed-calls': 'a log of replayed calls',
  state: 'a state',
};
const article = (role: FileRole | undefined): string =>
  role === undefined ? 'something else' : ROLE_WORDS[role];
