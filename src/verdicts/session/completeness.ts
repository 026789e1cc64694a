import type { OrderReading } from '../../model/order.ts';
import type { ProblemCode } from '../../model/problem.ts';
import type { LogReading } from '../../model/seal.ts';
import type { Evidence, SessionGroup } from '../../model/session.ts';
import type { JudgedCall } from '../compare/derive-calls.ts';

/** Why a session is not known to be complete (design.md 7). */
export const COMPLETENESS_REASONS = [
  'completeness-no-recording',
  'completeness-end-missing',
  'completeness-count-differs',
  'completeness-torn-tail',
  'completeness-records-lost',
  'completeness-call-not-recorded',
  'completeness-orphan',
] as const;
export type CompletenessReason = (typeof COMPLETENESS_REASONS)[number];

/** Problems that say that something which stood in the evidence is not among the records. */
const LOSSES: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'file-missing',
  'archive-damaged',
  'duplicate-entry',
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
  'content-missing',
]);

/**
 * "End markers and counts agree, no torn tail, every traced call is in the recording, no orphan." Empty when complete.
 */
export function deriveCompleteness(
  group: SessionGroup,
  evidence: Evidence,
  calls: readonly JudgedCall[],
  order: OrderReading,
  logs: readonly LogReading[],
): readonly CompletenessReason[] {
  const found = new Set<CompletenessReason>();
  const callLogs = [...group.recorded, ...group.replayed];
  if (group.recorded.length === 0) found.add('completeness-no-recording');
  for (const log of callLogs) {
    if (!log.ended) found.add('completeness-end-missing');
    else if (log.endCount !== log.calls.length) found.add('completeness-count-differs');
    if (log.torn) found.add('completeness-torn-tail');
  }
  for (const { reading } of group.wals) {
    if (reading.is === 'refused') found.add('completeness-records-lost');
    else if (!reading.complete) found.add('completeness-end-missing');
    if (reading.is === 'read' && reading.torn) found.add('completeness-torn-tail');
  }
  for (const log of logs) {
    if (!log.complete) found.add('completeness-end-missing');
    if (log.torn) found.add('completeness-torn-tail');
  }
  const paths = new Set(
    evidence.files.filter((file) => group.files.includes(file.index)).map((file) => file.path),
  );
  const own = (path: string): boolean => paths.has(path) || isManifest(evidence, path);
  if (evidence.problems.some(({ code, file }) => LOSSES.has(code) && own(file))) {
    found.add('completeness-records-lost');
  }
  if (calls.some(({ call, traced }) => traced && call.source !== 'log'))
    found.add('completeness-call-not-recorded');
  if (order.orphans.length > 0) found.add('completeness-orphan');
  return COMPLETENESS_REASONS.filter((reason) => found.has(reason));
}

/** What the manifest misses, every session of the bundle may miss. */
const isManifest = (evidence: Evidence, path: string): boolean =>
  evidence.files.some((file) => file.path === path && file.role === 'manifest');
