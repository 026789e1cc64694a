import type { CallLog, CallRole } from '../../model/call.ts';
import { type Problem, problem } from '../../model/problem.ts';
import type { Evidence } from '../../model/session.ts';
import { indexEvidence } from './evidence-index.ts';
import type { ManifestEntry } from './manifest-paths.ts';

export interface AssignedLogs {
  /** Every log has a role. */
  readonly logs: readonly CallLog[];
  readonly problems: readonly Problem[];
}

/**
 * "A call log's role is its header's, else shown by `replayed_*` members, else the manifest's, else the examiner is
 * asked (the command line names the file and reads it as recorded); never by file order or name" (design.md 3.2).
 * The attempt that a manifest names counts for a log that names none.
 */
export function assignRoles(
  logs: readonly CallLog[],
  evidence: Evidence,
  entryOf: ReadonlyMap<number, ManifestEntry>,
): AssignedLogs {
  const problems: Problem[] = [];
  const assigned = logs.map((log): CallLog => {
    const entry = entryOf.get(log.file);
    const role = log.role ?? roleOf(entry);
    if (role === undefined) {
      const path = indexEvidence(evidence).fileOf.get(log.file)?.path ?? '';
      problems.push(
        problem(
          'role-unstated',
          path,
          `Nothing says whether ${path} is the recording or a replay; it is read as recorded.`,
          { hint: 'Put "role" into the log\'s session record, or give the file a role in incident.json.' },
        ),
      );
    }
    const attempt = log.attempt ?? entry?.attempt;
    return { ...log, role: role ?? 'recorded', ...(attempt === undefined ? {} : { attempt }) };
  });
  return { logs: assigned, problems };
}

function roleOf(entry: ManifestEntry | undefined): CallRole | undefined {
  if (entry?.role === 'recorded-calls') return 'recorded';
  if (entry?.role === 'replayed-calls') return 'replayed';
  return undefined;
}
