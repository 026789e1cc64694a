import type { Problem } from '../../model/problem.ts';
import { readSessions } from '../case-reader.ts';
import type { Assumed, Overview } from '../messages.ts';
import type { Asking } from './asking.ts';
import { sessionCard } from './session-card.ts';

/** The triage screen: inputs, sessions, counts. */
export async function answerOverview(assumed: Assumed, asking: Asking): Promise<Overview> {
  const { reader, held, documents, pace } = asking;
  const sessions = await readSessions(reader, assumed, held, pace);
  const problems = await reader.problems(assumed, held);
  return {
    inputs: documents.inputs(reader.evidence, problems),
    problemCounts: countBySeverity(problems),
    sessions: sessions.map((told) => sessionCard(told, reader.evidence)),
    keyIds: held.keys.map(({ keyId }) => keyId),
  };
}

function countBySeverity(problems: readonly Problem[]): Overview['problemCounts'] {
  const counts = { error: 0, warning: 0, info: 0 };
  for (const { severity } of problems) counts[severity]++;
  return counts;
}
