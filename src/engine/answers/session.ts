import { countEdges } from '../../model/session-facts.ts';
import { NONE } from '../../model/span-table.ts';
import type { AnswerOf, Question } from '../messages.ts';
import { type Asking, sessionOf } from './asking.ts';
import { sessionCard } from './session-card.ts';

type Asked = Extract<Question, { is: 'session' }>;

/** A broken export may have as many as it has spans. */
const ORPHANS_TOLD = 100;

/** One session in full: contexts, orphans, conflicts, remarks. */
export async function answerSession(question: Asked, asking: Asking): Promise<AnswerOf['session']> {
  const told = await sessionOf(question, asking);
  const { evidence } = asking.reader;
  const { order } = told.reading;
  const { spans } = evidence;
  const open = new Uint32Array(order.contexts.length);
  for (const { a, b } of order.questions) {
    const [left, right] = [order.steps[a]?.context, order.steps[b]?.context];
    // an effect race may stand between two contexts, and is open in both
    for (const context of new Set([left, right])) {
      if (context !== undefined) open[context] = (open[context] ?? 0) + 1;
    }
  }
  const text = (column: Uint32Array, row: number): string => spans.strings[column[row] ?? NONE] ?? '';
  return {
    card: sessionCard(told, evidence),
    bucket: order.bucket,
    contexts: order.contexts.map(({ index, label, steps }) => ({
      label,
      steps: steps.length,
      open: open[index] ?? 0,
    })),
    orphans: order.orphans.slice(0, ORPHANS_TOLD).map(({ row, missingParentId, said }) => ({
      row,
      spanId: text(spans.spanId, row),
      name: text(spans.name, row),
      missingParentId,
      said,
    })),
    conflicts: order.conflicts.map(({ spans: between, why }) => ({ spans: between, why })),
    remarks: order.remarks.map(({ said, steps }) => ({ said, steps })),
    edgeCounts: countEdges(order),
  };
}
