import { VERDICTS } from '../../model/verdict.ts';
import type { AnswerOf, CallStrip, Question } from '../messages.ts';
import { type Asking, sessionOf } from './asking.ts';

type Asked<Is extends Question['is']> = Extract<Question, { is: Is }>;

/** One cell per call, for the strip. */
export async function answerCallStrip(question: Asked<'call-strip'>, asking: Asking): Promise<CallStrip> {
  const { calls } = (await sessionOf(question, asking)).reading;
  const numberOf = new Map<string, number>();
  const tool = new Uint32Array(calls.length);
  const turn = new Int32Array(calls.length);
  const verdict = new Uint8Array(calls.length);
  const attempts = new Set<string>();
  for (const [i, call] of calls.entries()) {
    const number = numberOf.get(call.tool) ?? numberOf.size;
    numberOf.set(call.tool, number);
    tool[i] = number;
    turn[i] = call.turn !== undefined && call.turn >= 0 && call.turn <= MAX_TURN ? call.turn : -1;
    verdict[i] = VERDICTS.indexOf(call.verdict);
    if (call.attempt !== undefined) attempts.add(call.attempt);
  }
  return { verdict, turn, tool, tools: [...numberOf.keys()], attempts: [...attempts].sort() };
}

/** What the strip's column of turns holds; a larger one counts as unknown there and is shown in full with its call. */
const MAX_TURN = 2 ** 31 - 1;

/** A range of the session's calls. */
export async function answerCalls(question: Asked<'calls'>, asking: Asking): Promise<AnswerOf['calls']> {
  const { calls } = (await sessionOf(question, asking)).reading;
  const from = Math.max(0, question.from);
  return {
    total: calls.length,
    rows: calls
      .slice(from, Math.max(from, question.to))
      .map((call) => asking.documents.call(call, asking.reader.evidence)),
  };
}
