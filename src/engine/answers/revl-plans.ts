import { formatPythonJson } from '../../lib/json-python-text.ts';
import { buildRevlPlan, revlExitStatus } from '../../verdicts/readiness/revl-plan.ts';
import type { Question, RevlPlan } from '../messages.ts';
import type { Asking } from './asking.ts';

/** The planner's report of every write-ahead log, in revl's own words and spelling (revl-wal.md 5). */
export async function answerRevlPlans(
  { assumed, pathOf }: Extract<Question, { is: 'revl-plans' }>,
  { reader, held }: Asking,
): Promise<readonly RevlPlan[]> {
  const { files, wals } = reader.evidence;
  return Promise.all(
    wals.map(async (wal): Promise<RevlPlan> => {
      const own = files[wal.file]?.path ?? '';
      const path = pathOf[own] ?? own;
      if (wal.reading.is === 'refused') return { is: 'refused', path, said: wal.reading.said };
      const reading = await reader.log(wal, assumed, held);
      const plan = buildRevlPlan(wal, reading, path) ?? new Map();
      return {
        is: 'planned',
        path,
        text: `${formatPythonJson(plan)}\n`,
        status: revlExitStatus(wal, reading),
      };
    }),
  );
}
