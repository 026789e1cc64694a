import type { ProblemCode } from '../../model/problem.ts';
import type { DecisionReading, LogReading, Mode, Requirement } from '../../model/seal.ts';
import type { SessionReading } from '../../model/session.ts';
import type { WalFile } from '../../model/wal.ts';
import { deriveModes, derivePresent } from '../../verdicts/readiness/planner.ts';
import { groupOfRecord, RECORD_GROUPS, type RecordGroup } from '../../verdicts/seal/record-words.ts';
import { SUSPICION_CODES } from '../../verdicts/seal/suspicions.ts';
import type { DecisionsView, Question } from '../messages.ts';
import { type Asking, groupOf, sessionOf } from './asking.ts';
import { causalTraceViews } from './causal-traces.ts';

type BareLog = Omit<DecisionsView['logs'][number], 'records' | 'suspicions' | 'suspicionCount' | 'elsewhere'>;

/** The logs of a session: each crossing with its seal, each mode with what it lacks, per log and per crossing. */
export async function answerDecisions(
  question: Extract<Question, { is: 'decisions' }>,
  asking: Asking,
): Promise<DecisionsView> {
  const { reading } = await sessionOf(question, asking);
  const { reader } = asking;
  const pathOf = (file: number): string => reader.evidence.files[file]?.path ?? '';
  const problems = await reader.problems(question.assumed, asking.held);
  const elsewhere = inputsElsewhere(groupOf(question, asking), reading, asking);
  const wals = reading.group.wals;
  const suspicionsOf = (path: string) => {
    const found = problems.filter(({ file, code }) => file === path && SUSPICIONS.has(code));
    return {
      suspicions: found.slice(0, SUSPICIONS_TOLD).map(asking.documents.problem),
      suspicionCount: found.length,
    };
  };
  return {
    logs: reading.logs.map((log) => ({
      ...logView(log, asking),
      records: countRecords(wals.find(({ file }) => file === log.file)),
      ...suspicionsOf(pathOf(log.file)),
      elsewhere,
    })),
    traces: causalTraceViews(reader.evidence.causalTraces, {
      wals,
      logs: reading.logs,
      isOnly: reader.groups.length === 1,
      pathOf,
    }),
    otherSeals: (await reader.otherSeals(asking.held)).map((one) =>
      asking.documents.otherSeal(one, reader.evidence),
    ),
  };
}

/** Every line of a log may be one. */
const SUSPICIONS_TOLD = 100;
const SUSPICIONS: ReadonlySet<ProblemCode> = new Set<ProblemCode>(SUSPICION_CODES);

function countRecords(wal: WalFile | undefined): DecisionsView['logs'][number]['records'] {
  const count = new Map<RecordGroup, number>();
  if (wal?.reading.is === 'read') {
    for (const record of wal.reading.records) {
      const group = groupOfRecord(record);
      count.set(group, (count.get(group) ?? 0) + 1);
    }
  }
  return RECORD_GROUPS.flatMap((group) => {
    const own = count.get(group);
    return own === undefined ? [] : [{ group, count: own }];
  });
}

/** Inputs that no log carries and other files of the session have (design.md 6). */
function inputsElsewhere(
  at: number,
  { group, logs }: SessionReading,
  { reader }: Asking,
): DecisionsView['logs'][number]['elsewhere'] {
  const { spans } = reader.evidence;
  const joined = reader.joined(at);
  const crossings = logs.reduce((sum, { decisions }) => sum + decisions.length, 0);
  const told = joined.filter(({ row }) => spans.facts.get(row)?.historyConvention !== undefined).length;
  const calls = group.recorded.reduce((sum, log) => sum + log.calls.length, 0);
  return [
    ...(told === 0
      ? []
      : [
          {
            requirement: 'responseText' as const,
            said: `Present outside the log: the trace holds the messages of ${told} of ${crossings} crossings.`,
          },
        ]),
    ...(calls === 0
      ? []
      : [
          {
            requirement: 'toolCalls' as const,
            said: `Present outside the log: the call log holds ${calls} tool calls with their outputs.`,
          },
        ]),
  ];
}

function logView(log: LogReading, { documents, reader }: Asking): BareLog {
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
