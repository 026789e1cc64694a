import type { ToldSession } from '../model/document-writers.ts';
import type { SessionReading } from '../model/session.ts';
import type { OutcomeReason } from '../verdicts/session/outcome.ts';
import { reasonWords } from '../verdicts/session/reason-words.ts';

/** "It was sufficient for that output" (design.md 5.5): said wherever calls are faithful and the order is open or pinned. */
const SUFFICIENT =
  'The replay was sufficient for these outputs; it does not prove the order in which the steps happened.';

/** A reading with the words for it. */
export function toldSession(reading: SessionReading): ToldSession {
  const { order, replay } = reading;
  const isOpen = order.pinned || order.questionCount > 0 || !order.replayable;
  return {
    reading,
    reasonWords: reading.reasons.map((reason) => ({
      reason,
      ...reasonWords(reason as OutcomeReason, reading.calls, reading.logs),
    })),
    sufficiency: replay === 'faithful' && isOpen ? SUFFICIENT : undefined,
  };
}
