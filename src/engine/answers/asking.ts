import type { DocumentWriters, ToldSession } from '../../model/document-writers.ts';
import type { OrderReading } from '../../model/order.ts';
import type { CaseReader, HeldKeys } from '../case-reader.ts';
import type { Assumed } from '../messages.ts';
import type { Pace } from '../pace.ts';

/** What an answer is made from. */
export interface Asking {
  readonly reader: CaseReader;
  readonly held: HeldKeys;
  readonly documents: DocumentWriters;
  readonly pace: Pace;
}

interface OfSession {
  readonly session: string;
  readonly assumed: Assumed;
}

/** @throws Error with a sentence when the case has no such session. */
export function groupOf({ session }: OfSession, { reader }: Asking): number {
  const group = reader.indexOf(session);
  if (group === undefined) throw new Error(`The case has no session ${session}.`);
  return group;
}

export const orderOf = (question: OfSession, asking: Asking): OrderReading =>
  asking.reader.order(groupOf(question, asking), question.assumed);

export const sessionOf = (question: OfSession, asking: Asking): Promise<ToldSession> =>
  asking.reader.session(groupOf(question, asking), question.assumed, asking.held);
