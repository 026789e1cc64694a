import type { CallVerdict } from '../../model/verdict.ts';
import { VERDICTS } from '../../model/verdict.ts';
import { touchesOf } from '../../verdicts/compare/touches.ts';
import type { AnswerOf, CallStrip, Question } from '../messages.ts';
import { type Asking, sessionOf } from './asking.ts';
import { indexCalls } from './call-index.ts';

type Asked<Is extends Question['is']> = Extract<Question, { is: Is }>;

/** All calls in columns, for the strip and for stepping. */
export async function answerCallStrip(question: Asked<'call-strip'>, asking: Asking): Promise<CallStrip> {
  const { reading } = await sessionOf(question, asking);
  const { calls } = reading;
  const { attempts } = indexCalls(reading);
  const { files } = asking.reader.evidence;
  const numberOf = new Map<string, number>();
  const tool = new Uint32Array(calls.length);
  const agents = new Map<string, number>();
  const agent = new Uint32Array(calls.length);
  const turn = new Int32Array(calls.length);
  const verdict = new Uint8Array(calls.length);
  for (const [i, call] of calls.entries()) {
    const number = numberOf.get(call.tool) ?? numberOf.size;
    numberOf.set(call.tool, number);
    tool[i] = number;
    const who = call.agent ?? '';
    agent[i] = agents.get(who) ?? agents.size;
    agents.set(who, agent[i] as number);
    turn[i] = call.turn !== undefined && call.turn >= 0 && call.turn <= MAX_TURN ? call.turn : -1;
    verdict[i] = VERDICTS.indexOf(call.verdict);
  }
  return {
    verdict,
    turn,
    tool,
    tools: [...numberOf.keys()],
    agent,
    agents: [...agents.keys()],
    // the answer gives its arrays away, the index stays
    attempt: attempts.attemptOf.slice(),
    attempts: attempts.attempts.map(({ label, file }) => ({
      label: label ?? files[file ?? -1]?.path ?? '',
      stated: label !== undefined,
    })),
    slot: attempts.slotOf.slice(),
    slots: attempts.slots,
    tryOf: attempts.tryOf.slice(),
    tries: attempts.tries.slice(),
    ...touchColumns(calls),
  };
}

function touchColumns(
  calls: readonly CallVerdict[],
): Pick<CallStrip, 'touchedFrom' | 'touched' | 'resources'> {
  const numberOf = new Map<string | undefined, number>();
  const touchedFrom = new Uint32Array(calls.length + 1);
  const touched: number[] = [];
  for (const [i, call] of calls.entries()) {
    for (const [resource, access] of touchesOf(call)) {
      const number = numberOf.get(resource) ?? numberOf.size;
      numberOf.set(resource, number);
      touched.push(2 * number + (access === 'write' ? 1 : 0));
    }
    touchedFrom[i + 1] = touched.length;
  }
  return {
    touchedFrom,
    touched: Uint32Array.from(touched),
    resources: [...numberOf.keys()].map((resource) => resource ?? null),
  };
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
