import { FORMATS } from '../../formats/registry.ts';
import type { InputDocument } from '../../model/findings.ts';
import { PROBLEM_CODES, type Problem, type ProblemCode } from '../../model/problem.ts';
import { readSessions } from '../case-reader.ts';
import type { Assumed, InputSummary, Overview } from '../messages.ts';
import { shareEqual } from '../share-equal.ts';
import type { Asking } from './asking.ts';
import { sessionCard } from './session-card.ts';

/** More are a corpus (`corpus.ts`). */
const SESSIONS_TOLD = 200;

/** The triage screen: inputs, sessions, counts. */
export async function answerOverview(assumed: Assumed, asking: Asking): Promise<Overview> {
  const { reader, held, documents, pace } = asking;
  const { length } = reader.groups;
  // of a corpus only the first is told here; the others are asked for as rows, and one by one
  const told = length > SESSIONS_TOLD ? 1 : length;
  const sessions = await readSessions(reader, assumed, held, pace, told);
  const problems = await reader.problems(assumed, held);
  const once = shareEqual();
  return {
    inputs: documents.inputs(reader.evidence, problems).map(withoutProblems),
    problemCounts: countBySeverity(problems),
    problemKinds: countKinds(problems),
    sessions: sessions.map((told) => {
      const card = sessionCard(told, reader.evidence);
      return { ...card, reasons: card.reasons.map(once), quarantine: card.quarantine.map(once) };
    }),
    sessionCount: length,
    keyIds: held.keys.map(({ keyId }) => keyId),
    formats: FORMATS.map(({ id, label }) => ({ id, label })),
  };
}

const withoutProblems = ({ problems, ...input }: InputDocument): InputSummary => ({
  ...input,
  problemCounts: countBySeverity(problems),
  altered: problems.some(({ code }) => code === 'file-altered'),
});

function countKinds(problems: readonly Problem[]): Overview['problemKinds'] {
  const counts = new Map<ProblemCode, number>();
  for (const { code } of problems) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts]
    .map(([code, count]) => {
      const [severity, means] = PROBLEM_CODES[code];
      return { code, means, severity, count };
    })
    .sort((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1));
}

function countBySeverity(problems: readonly Pick<Problem, 'severity'>[]): Overview['problemCounts'] {
  const counts = { error: 0, warning: 0, info: 0 };
  for (const { severity } of problems) counts[severity]++;
  return counts;
}
