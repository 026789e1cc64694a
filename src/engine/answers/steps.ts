import type { AnswerOf, Question } from '../messages.ts';
import { type Asking, groupOf, orderOf } from './asking.ts';
import { indexOrder, type OrderIndex } from './order-index.ts';
import { questionRow } from './order-questions.ts';
import { answerSpan } from './span.ts';
import { edgeRow, stepRow } from './step-row.ts';

type Asked<Is extends Question['is']> = Extract<Question, { is: Is }>;

export const indexOf = (
  question: Asked<'steps' | 'step' | 'order-questions' | 'call-place'>,
  asking: Asking,
): OrderIndex => {
  const { evidence, groups } = asking.reader;
  const rows = groups[groupOf(question, asking)]?.rows ?? new Uint32Array(0);
  return indexOrder(orderOf(question, asking), evidence.spans, rows);
};

/** A range of the tree grid. */
export function answerSteps(question: Asked<'steps'>, asking: Asking): AnswerOf['steps'] {
  const order = orderOf(question, asking);
  const found = indexOf(question, asking);
  const steps = found.tree.step.subarray(Math.max(0, question.from), Math.max(0, question.to));
  return {
    total: found.tree.step.length,
    rows: Array.from(steps, (step) => stepRow(step, order, found)),
  };
}

/** Neighbours and questions of one step that are told; as many as somebody reads. */
const STEP_LIST_CAP = 100;

/** One step with its neighbours, its open questions and its span. */
export async function answerStep(question: Asked<'step'>, asking: Asking): Promise<AnswerOf['step']> {
  const order = orderOf(question, asking);
  const found = indexOf(question, asking);
  const row = stepRow(question.step, order, found);
  const spanRow = order.steps[question.step]?.row;
  const [before, after] = [found.into(question.step), found.outOf(question.step)];
  const questions = found.questionsOf(question.step);
  return {
    row,
    before: before.slice(0, STEP_LIST_CAP).map((edge) => edgeRow(edge, 'from', order)),
    beforeCount: before.length,
    after: after.slice(0, STEP_LIST_CAP).map((edge) => edgeRow(edge, 'to', order)),
    afterCount: after.length,
    questions: questions.slice(0, STEP_LIST_CAP).map((at) => questionRow(at, order, found)),
    questionCount: questions.length,
    span: spanRow === undefined ? null : await answerSpan(spanRow, asking),
  };
}
