import type { Problem } from '../../model/problem.ts';
import type { AnswerOf, Question } from '../messages.ts';
import type { Asking } from './asking.ts';

type Asked = Extract<Question, { is: 'ledger' }>;

/** A range of the problems that a filter leaves, in the order of their places. */
export async function answerLedger(question: Asked, asking: Asking): Promise<AnswerOf['ledger']> {
  const { reader, held, documents } = asking;
  const problems = await reader.problems(question.assumed, held);
  const matching = documents.sorted(problems).filter((problem) => matches(problem, question));
  const from = Math.max(0, question.from);
  return {
    total: matching.length,
    rows: matching
      .slice(from, Math.max(from, question.to))
      .map((problem) => ({ ...documents.problem(problem), file: problem.file })),
  };
}

function matches({ file, severity, code, said }: Problem, question: Asked): boolean {
  if (question.file !== undefined && question.file !== file) return false;
  if (question.severity !== undefined && question.severity !== severity) return false;
  if (question.text === undefined || question.text === '') return true;
  const wanted = question.text.toLowerCase();
  return [said, code, file].some((text) => text.toLowerCase().includes(wanted));
}
