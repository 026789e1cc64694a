import { FORMATS } from '../../formats/registry.ts';
import type { ToldSession } from '../../model/document-writers.ts';
import type { InputDocument } from '../../model/findings.ts';
import type { Problem } from '../../model/problem.ts';
import type { Assumed, InputSummary, Overview } from '../messages.ts';
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
  const sessions: ToldSession[] = [];
  for (let at = 0; at < told; at++) {
    await pace.turn();
    sessions.push(await reader.session(at, assumed, held));
  }
  const problems = await reader.problems(assumed, held);
  const once = shareEqual();
  return {
    inputs: documents.inputs(reader.evidence, problems).map(withoutProblems),
    problemCounts: countBySeverity(problems),
    sessions: sessions.map((told) => {
      const card = sessionCard(told, reader.evidence);
      return { ...card, reasons: card.reasons.map(once), quarantine: card.quarantine.map(once) };
    }),
    sessionCount: length,
    keyIds: held.keys.map(({ keyId }) => keyId),
    formats: FORMATS.map(({ id, label }) => ({ id, label })),
  };
}

/**
 * Equal words become one object: structuredClone copies an object once, so that the page's thread does not unpack the
 * same sentences for each of thousands of sessions.
 */
function shareEqual(): <T extends object>(words: T) => T {
  const known = new Map<string, object>();
  return <T extends object>(words: T): T => {
    const key = JSON.stringify(words);
    const first = known.get(key);
    if (first === undefined) known.set(key, words);
    return (first ?? words) as T;
  };
}

const withoutProblems = ({ problems, ...input }: InputDocument): InputSummary => ({
  ...input,
  problemCounts: countBySeverity(problems),
  altered: problems.some(({ code }) => code === 'file-altered'),
});

function countBySeverity(problems: readonly Pick<Problem, 'severity'>[]): Overview['problemCounts'] {
  const counts = { error: 0, warning: 0, info: 0 };
  for (const { severity } of problems) counts[severity]++;
  return counts;
}
