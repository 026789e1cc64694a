import { jsonAsWritten } from '../../lib/json-as-written.ts';
import type { CallRecord } from '../../model/call.ts';
import type { RecordedCall, RecordedCalls, RecordedInput } from '../../model/recorded-calls.ts';
import { callsByStep } from '../../verdicts/downstream/calls-by-step.ts';
import type { CaseReader } from '../case-reader.ts';
import type { Question } from '../messages.ts';
import { type Asking, sessionOf } from './asking.ts';
import { readCallContents } from './call-contents.ts';
import { settledBy, settledOrder } from './replay-input.ts';

/**
 * The recorded calls of a session in the order in which they can be made again. @throws Error with a sentence while that
 * order is open, and where a recorded call has no place in it: neither may be guessed.
 */
export async function answerRecordedCalls(
  question: Extract<Question, { is: 'recorded-calls' }>,
  asking: Asking,
): Promise<RecordedCalls> {
  const { reading } = await sessionOf(question, asking);
  const { group, calls } = reading;
  const order = settledOrder(reading.order);
  const callOf = new Map(
    callsByStep(order, calls).map(({ step, calls: own }) => [step.index, own[0]?.recorded]),
  );
  const placed: CallRecord[] = order.linearization.flatMap(({ step }) => callOf.get(step) ?? []);
  const recorded = new Set(calls.flatMap((call) => call.recorded ?? []));
  const lost = recorded.size - new Set(placed).size;
  if (lost > 0) {
    throw new Error(
      `${lost} of ${recorded.size} recorded calls have no place in the order of the session: they cannot be made again in turn.`,
    );
  }
  const made: RecordedCall[] = [];
  for (const record of placed) {
    await asking.pace.turn();
    made.push({ record, input: await inputOf(record, asking.reader) });
  }
  const log = group.recorded.find(({ sessionId }) => sessionId !== undefined) ?? group.recorded[0];
  const snapshot = group.recorded.find((one) => one.snapshot !== undefined)?.snapshot;
  return {
    ...(log?.sessionId === undefined ? {} : { sessionId: log.sessionId }),
    order: settledBy(order),
    ...(snapshot === undefined ? {} : { snapshot }),
    calls: made,
  };
}

async function inputOf(record: CallRecord, reader: CaseReader): Promise<RecordedInput> {
  if (record.input.content !== undefined) {
    const { input } = await readCallContents(record, reader);
    if (input !== undefined) return { is: 'recorded', json: jsonAsWritten(input) };
  }
  return { is: record.input.fingerprint === undefined ? 'not-recorded' : 'withheld' };
}
