import { assertNever } from '../../lib/assert-never.ts';
import { formatDuration } from '../../lib/nanos.ts';
import type { OrderQuestion, OrderReading } from '../../model/order.ts';
import type { AnswerOf, Question, QuestionRow } from '../messages.ts';
import { type Asking, orderOf } from './asking.ts';
import type { OrderIndex } from './order-index.ts';
import { stepRow } from './step-row.ts';
import { indexOf } from './steps.ts';

/** A range of the open questions. */
export function answerOrderQuestions(
  question: Extract<Question, { is: 'order-questions' }>,
  asking: Asking,
): AnswerOf['order-questions'] {
  const order = orderOf(question, asking);
  const found = indexOf(question, asking);
  const from = Math.max(0, question.from);
  const rows = order.questions
    .slice(from, Math.max(from, question.to))
    .map((_, i) => questionRow(from + i, order, found));
  return { total: order.questions.length, rows };
}

/** @param at position in `order.questions`. */
export function questionRow(at: number, order: OrderReading, found: OrderIndex): QuestionRow {
  const question = order.questions[at];
  if (question === undefined) throw new RangeError(`no question ${at} of ${order.questions.length}`);
  const { a, b, overlap } = question;
  const { said, cure } = questionWords(question);
  return {
    index: at,
    a: stepRow(a, order, found),
    b: stepRow(b, order, found),
    order: question.order,
    why: question.why,
    overlapNs: overlap === undefined ? null : String(overlap),
    context: order.steps[a]?.context ?? 0,
    said,
    cure,
  };
}

function questionWords({ why, overlap, resource }: OrderQuestion): { said: string; cure: string } {
  const emitIndex =
    'Emit a call index (agent.tool.call_index) on tool spans, or record the message history of the next model call.';
  switch (why) {
    case 'overlap':
      return {
        said:
          overlap === undefined
            ? 'An end is not known, so they may overlap, and nothing says whose result was read first.'
            : `They overlap by ${formatDuration(overlap)}, and nothing says whose result was read first.`,
        cure: emitIndex,
      };
    case 'tie':
      return {
        said: 'They start at the same moment, and nothing says whose result was read first.',
        cure: emitIndex,
      };
    case 'no-witness':
      return {
        said: 'One starts after the other, which is no proof: no index, message history or single process says which came first.',
        cure: emitIndex,
      };
    case 'race':
      return {
        said: `Both touch ${resource ?? 'one resource'}, at least one of them writes, and nothing orders their effects.`,
        cure: 'Record the state of the resource before and after each call, with fingerprints that differ.',
      };
    default:
      return assertNever(why);
  }
}
