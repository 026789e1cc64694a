import { isJsonNumber, type Json } from '../lib/json-value.ts';
import { isIntegerToken } from '../lib/json-write.ts';
import type { DecisionDocument, ModeDocument } from '../model/findings.ts';
import type { Decision, DecisionReading, LogReading } from '../model/seal.ts';
import type { Evidence } from '../model/session.ts';

/** What design.md 8 prints of one write-ahead log. */
export function logDocuments(
  log: LogReading,
  evidence: Evidence,
): { readonly decisions: readonly DecisionDocument[]; readonly modes: readonly ModeDocument[] } {
  const input = evidence.files[log.file]?.path ?? '';
  return {
    decisions: log.decisions.map((reading) => decisionDocument(reading, input)),
    modes: log.modes.map(({ mode, requires, met, missing, plannable, blocker }) => ({
      input,
      mode,
      requires,
      met,
      missing,
      plannable,
      executable: false,
      blocker,
    })),
  };
}

function decisionDocument(reading: DecisionReading, input: string): DecisionDocument {
  const { decision, reproducible } = reading;
  return {
    input,
    crossing: reading.crossing,
    sealed: reading.sealed,
    verified: reading.verified ?? null,
    link: reading.link ?? null,
    reason: reading.reason ?? null,
    refusedAtRun: reading.refusedAtRun ?? null,
    decision: decision === undefined ? null : bodyDocument(decision),
    reproducible: reproducible ?? null,
    missingUnderEngagement: reading.missingUnderEngagement,
    keyNotTheLogs: reading.keyNotTheLogs,
    line: reading.at.line ?? null,
  };
}

/** The members of revl-wal.md 4.2 in its order; absent ones are null. */
function bodyDocument(decision: Decision): Readonly<Record<string, unknown>> {
  return {
    component: decision.component,
    stepIndex: integer(decision.stepIndex),
    role: decision.role,
    residence: decision.residence,
    modelDigest: decision.modelDigest,
    placementDigest: decision.placementDigest ?? null,
    promptBindingMode: decision.promptBindingMode,
    promptBinding: decision.promptBinding ?? null,
    promptSuppressionReason: decision.promptSuppressionReason ?? null,
    origins: decision.origins,
    candidates: decision.candidates,
    chosen: decision.chosen === undefined ? null : integer(decision.chosen),
    chosenDigest: decision.chosenDigest ?? null,
    outcome: decision.outcome,
    // a verified body holds the six sampling members and no others, each a number, a digest or null
    sampling: Object.fromEntries([...decision.sampling].map(([key, value]) => [key, scalar(value)])),
    policyDigest: decision.policyDigest,
    fallbackDepth: integer(decision.fallbackDepth),
    retained: decision.retained,
    keyId: decision.keyId,
    recordedAt: decision.recordedAt,
  };
}

/** A number while a reader's double holds it exactly, else its decimal digits. */
const integer = (value: bigint): number | string =>
  value >= -MAX_EXACT && value <= MAX_EXACT ? Number(value) : value.toString();

const MAX_EXACT = BigInt(Number.MAX_SAFE_INTEGER);

/** Numbers that JSON or a double cannot carry (a long seed, `Infinity`) by their token. */
function scalar(value: Json): unknown {
  if (!isJsonNumber(value)) return value;
  const { token } = value;
  if (isIntegerToken(token)) return integer(BigInt(token));
  const number = Number(token);
  return Number.isFinite(number) ? number : token;
}
