import type { OrderReading } from '../../model/order.ts';
import type { LogReading } from '../../model/seal.ts';
import type { Evidence, SessionGroup } from '../../model/session.ts';
import type { JudgedCall } from '../compare/derive-calls.ts';
import { indexEvidence } from './evidence-index.ts';

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
  const index = indexEvidence(evidence);
  if (index.lossyAnywhere || group.files.some((file) => index.lossy.has(file))) {
    found.add('completeness-records-lost');
  }
  // without a recording no single call is missing from it
  if (group.recorded.length > 0 && calls.some(({ call }) => call.source === 'trace')) {
    found.add('completeness-call-not-recorded');
  }
  if (order.orphans.length > 0) found.add('completeness-orphan');
  return COMPLETENESS_REASONS.filter((reason) => found.has(reason));
}
