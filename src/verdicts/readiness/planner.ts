import { assertNever } from '../../lib/assert-never.ts';
import {
  type DecisionReading,
  MODES,
  type Mode,
  type ModeReadiness,
  type Requirement,
} from '../../model/seal.ts';

/** What a mode needs: on the record to be planned, at execution to be run (revl-wal.md 5). */
interface Needs {
  readonly onRecord: readonly Requirement[];
  readonly atExecution: readonly Requirement[];
}

function needsOf(mode: Mode): Needs {
  switch (mode) {
    case 'exact':
      return {
        onRecord: ['modelDecisions', 'responseText', 'seedsAndClock'],
        atExecution: ['liveComponent'],
      };
    case 'tool-only':
      return { onRecord: ['modelDecisions', 'responseText', 'toolCalls'], atExecution: ['liveComponent'] };
    case 'model-substitute':
      return { onRecord: ['modelDecisions'], atExecution: ['liveComponent'] };
    case 'counterfactual':
      return { onRecord: ['modelDecisions'], atExecution: ['seedsAndClock', 'liveComponent'] };
    default:
      return assertNever(mode);
  }
}

/** What a log holds, by requirement. A write-ahead log never holds the last four. */
export function derivePresent(decisions: readonly DecisionReading[]): Record<Requirement, boolean> {
  return {
    modelDecisions: decisions.length > 0,
    sealedEvidence: decisions.some((reading) => reading.verified === true),
    responseText: false,
    promptDigest: decisions.some((reading) => reading.decision?.promptBindingMode === 'content-addressed'),
    toolCalls: false,
    seedsAndClock: false,
    liveComponent: false,
  };
}

/** Readiness of every mode, in the order of MODES. Nothing is ever executable. */
export function deriveModes(present: Readonly<Record<Requirement, boolean>>): readonly ModeReadiness[] {
  return MODES.map((mode) => {
    const { onRecord, atExecution } = needsOf(mode);
    const requires = [...onRecord, ...atExecution];
    const absent = onRecord.find((requirement) => !present[requirement]);
    return {
      mode,
      requires,
      recordRequires: onRecord,
      met: requires.filter((requirement) => present[requirement]),
      missing: requires.filter((requirement) => !present[requirement]),
      plannable: absent === undefined,
      blocker: absent ?? 'liveComponent',
    };
  });
}
