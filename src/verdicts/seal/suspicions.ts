import { type Problem, type ProblemCode, problem } from '../../model/problem.ts';
import type { LogReading } from '../../model/seal.ts';
import type { WalFile, WalRecord } from '../../model/wal.ts';
import { findLineSuspicions } from './line-suspicions.ts';
import { modelDecisions } from './read-decisions.ts';
import { findSealSuspicions } from './seal-suspicions.ts';

/** The codes of what is found here; the rest of a log's problems is about reading it. */
export const SUSPICION_CODES = [
  'log-line-duplicated',
  'log-gap',
  'log-moved',
  'decision-missing',
  'prompt-in-clear',
  'seal-contradicted',
  'seals-mixed',
  'seal-times',
  'seal-reused',
  'digest-unsalted',
] as const satisfies readonly ProblemCode[];

/**
 * What revl's reader cannot see (revl-wal.md 8), as problems of the ledger: lines that are duplicated, missing or moved,
 * seals that are re-used or out of time, records that contradict their seal, crossings whose seal was taken away, and
 * texts that stand in clear. None of them touches revl's own verdict, its links or its readiness.
 * Needs `loadHashes()`.
 * @param path of the log in the bundle
 */
export function findSuspicions(wal: WalFile, reading: LogReading, path: string): readonly Problem[] {
  if (wal.reading.is === 'refused') return [];
  const { records } = wal.reading;
  return [
    ...findLineSuspicions(records, path),
    ...findSealSuspicions(modelDecisions(records), reading, path),
  ];
}

/** Seals that stand in more than one log: one problem for each log after the first that holds them. */
export function findSealsSharedByLogs(
  logs: readonly { readonly wal: WalFile; readonly path: string }[],
): readonly Problem[] {
  const firstLog = new Map<string, string>();
  const problems: Problem[] = [];
  for (const { wal, path } of logs) {
    if (wal.reading.is === 'refused') continue;
    const shared = modelDecisions(wal.reading.records)
      .map((record) => ({ record, other: firstLog.get(signatureOf(record) ?? '') }))
      .filter(({ other }) => other !== undefined && other !== path);
    const [first] = shared;
    if (first !== undefined) {
      problems.push(
        problem(
          'seal-reused',
          path,
          `${counted(shared.length, 'seal stands', 'seals stand')} in another log of the bundle too, the first in line ${first.record.line}: a seal names no run, so it verifies wherever it is copied.`,
          { line: first.record.line, byte: first.record.offset },
        ),
      );
    }
    for (const record of modelDecisions(wal.reading.records)) {
      const signature = signatureOf(record);
      if (signature !== undefined && !firstLog.has(signature)) firstLog.set(signature, path);
    }
  }
  return problems;
}

/** Never shown, only compared. */
function signatureOf(record: WalRecord): string | undefined {
  const evidence = record.value.get('evidence');
  const signature = evidence instanceof Map ? evidence.get('signature') : undefined;
  return typeof signature === 'string' ? signature : undefined;
}

const counted = (count: number, one: string, many: string): string =>
  count === 1 ? `One ${one}` : `${count} ${many}`;
