import type { Problem } from '../../model/problem.ts';
import type { AnswerOf, Question } from '../messages.ts';
import { createRecentOf } from '../recent.ts';
import type { Asking } from './asking.ts';

type Asked = Extract<Question, { is: 'ledger' }>;

/** Of each list of problems the last few ways to look at it: scrolling asks page after page of one. */
const VIEWS_KEPT = 4;
const views = createRecentOf<readonly Problem[], readonly Problem[]>(VIEWS_KEPT);

/** A range of the problems that a filter leaves, in the order of their places. */
export async function answerLedger(question: Asked, asking: Asking): Promise<AnswerOf['ledger']> {
  const { reader, held, documents } = asking;
  const problems = await reader.problems(question.assumed, held);
  const { file, severity, code, byte, text } = question;
  const matching = views(problems).get(JSON.stringify([file, severity, code, byte, text]), () =>
    documents.sorted(problems.filter((problem) => matches(problem, question))),
  );
  const from = Math.max(0, question.from);
  return {
    total: matching.length,
    rows: matching
      .slice(from, Math.max(from, question.to))
      .map((problem) => ({ ...documents.problem(problem), file: problem.file })),
  };
}

function matches({ file, severity, code, said, byte = 0 }: Problem, question: Asked): boolean {
  if (question.file !== undefined && question.file !== file) return false;
  if (question.severity !== undefined && question.severity !== severity) return false;
  if (question.code !== undefined && question.code !== code) return false;
  if (question.byte !== undefined && question.byte !== byte) return false;
  if (question.text === undefined || question.text === '') return true;
  const wanted = question.text.toLowerCase();
  return [said, code, file].some((text) => text.toLowerCase().includes(wanted));
}
