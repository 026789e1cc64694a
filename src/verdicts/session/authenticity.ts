import type { LogReading } from '../../model/seal.ts';
import type { SessionGroup } from '../../model/session.ts';
import type { Authenticity } from '../../model/verdict.ts';

/** Why a session's authenticity keeps it from being admissible, or refuses it (design.md 6 and 7). */
export const AUTHENTICITY_REASONS = [
  'file-altered',
  'seal-broken',
  'seal-unchecked',
  'key-not-the-logs',
  'log-refused',
  'missing-under-engagement',
] as const;
export type AuthenticityReason = (typeof AUTHENTICITY_REASONS)[number];

export interface AuthenticityReading {
  readonly is: Authenticity;
  readonly reasons: readonly AuthenticityReason[];
}

/**
 * The session's seals in one word. A broken seal or an altered file refuses it; one seal that nobody could check
 * leaves it unchecked; where no seal names a given key the key is not the log's, and nothing was altered by that.
 */
export function deriveAuthenticity(
  group: SessionGroup,
  logs: readonly LogReading[],
  altered: ReadonlySet<number>,
): AuthenticityReading {
  const found = new Set<AuthenticityReason>();
  if (group.files.some((file) => altered.has(file))) found.add('file-altered');
  if (group.wals.some((wal) => wal.reading.is === 'refused')) found.add('log-refused');
  const decisions = logs.flatMap((log) => log.decisions);
  let verified = 0;
  let unsealed = 0;
  for (const decision of decisions) {
    if (!decision.sealed) unsealed++;
    else if (decision.keyNotTheLogs) found.add('key-not-the-logs').add('seal-unchecked');
    else if (decision.verified === undefined) found.add('seal-unchecked');
    else if (decision.verified) verified++;
    else found.add('seal-broken');
    if (decision.missingUnderEngagement) found.add('missing-under-engagement');
  }
  const reasons = AUTHENTICITY_REASONS.filter((reason) => found.has(reason));
  if (found.has('file-altered') || found.has('seal-broken')) return { is: 'refused', reasons };
  if (found.has('seal-unchecked') || found.has('log-refused')) return { is: 'unchecked', reasons };
  if (verified === 0) return { is: 'unsealed', reasons };
  return { is: unsealed === 0 ? 'verified' : 'mixed', reasons };
}
