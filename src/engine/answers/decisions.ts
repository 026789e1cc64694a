import type { DecisionReading, LogReading, Mode, Requirement } from '../../model/seal.ts';
import { deriveModes, derivePresent } from '../../verdicts/readiness/planner.ts';
import type { DecisionsView, Question } from '../messages.ts';
import { type Asking, sessionOf } from './asking.ts';

type LogView = DecisionsView['logs'][number];

/** The logs of a session: each crossing with its seal, each mode with what it lacks, per log and per crossing. */
export async function answerDecisions(
  question: Extract<Question, { is: 'decisions' }>,
  asking: Asking,
): Promise<DecisionsView> {
  const { reading } = await sessionOf(question, asking);
  return { logs: reading.logs.map((log) => logView(log, asking)) };
}

function logView(log: LogReading, { documents, reader }: Asking): LogView {
  const written = documents.log(log, reader.evidence);
  const lacks = log.decisions.map(lacksOf);
  return {
    input: reader.evidence.files[log.file]?.path ?? '',
    complete: log.complete,
    torn: log.torn,
    decisions: written.decisions.map((decision, i) => {
      const own = log.decisions[i] as DecisionReading;
      const { file, offset, length, line } = own.at;
      return {
        ...decision,
        said: stateWords(own),
        line: line ?? null,
        at: { file, offset, length },
        keyNotTheLogs: own.keyNotTheLogs,
        lacks: lacks[i] as Readonly<Record<Mode, readonly Requirement[]>>,
      };
    }),
    modes: written.modes.map((mode) => ({
      ...mode,
      said: modeWords(mode.plannable, mode.missing),
      crossings: {
        ready: lacks.filter((one) => one[mode.mode].length === 0).length,
        of: log.decisions.length,
      },
    })),
  };
}

/** What must stand on the record and does not, were this crossing the only one. */
function lacksOf(decision: DecisionReading): Readonly<Record<Mode, readonly Requirement[]>> {
  const modes = deriveModes(derivePresent([decision]));
  const lacking = (mode: Mode): readonly Requirement[] => {
    const own = modes.find((one) => one.mode === mode);
    return own?.missing.filter((need) => own.recordRequires.includes(need)) ?? [];
  };
  return {
    exact: lacking('exact'),
    'tool-only': lacking('tool-only'),
    'model-substitute': lacking('model-substitute'),
    counterfactual: lacking('counterfactual'),
  };
}

/** The state of one crossing in a sentence (revl-wal.md 4.3). */
function stateWords(decision: DecisionReading): string {
  const { sealed, verified, refusedAtRun, missingUnderEngagement, keyNotTheLogs, link } = decision;
  if (!sealed && refusedAtRun !== undefined) {
    return `The run itself refused to seal this decision (${refusedAtRun.link}) and stopped there.`;
  }
  if (!sealed) {
    return missingUnderEngagement
      ? 'Not sealed where a seal was due: it may have been taken off.'
      : 'Not sealed: nothing vouches for this record.';
  }
  if (keyNotTheLogs) return 'Sealed, and not checked: no seal of this log names a key that was given.';
  if (verified === undefined) return 'Sealed, and not checked: no key was given.';
  if (verified) return 'Sealed, and verified by someone who holds this key.';
  return `The seal was checked and refused (${link ?? 'unknown'}): nothing is read out of it.`;
}

function modeWords(plannable: boolean, missing: readonly Requirement[]): string {
  if (plannable) {
    return `The log supports planning it; nothing is ever executed from a log alone (missing at execution: ${missing.join(', ')}).`;
  }
  return `It cannot be planned from this log; missing: ${missing.join(', ')}.`;
}
