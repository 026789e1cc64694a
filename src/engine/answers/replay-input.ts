import type { OrderReading, SettledBy } from '../../model/order.ts';
import type { AnswerOf, Question, ReplayInput } from '../messages.ts';
import { type Asking, orderOf } from './asking.ts';

/**
 * The linearization for a replayer (design.md 5.5). @throws Error with a sentence while the order is open: there is no
 * order to be saved then.
 */
export function answerReplayInput(
  question: Extract<Question, { is: 'replay-input' }>,
  asking: Asking,
): AnswerOf['replay-input'] {
  const order = settledOrder(orderOf(question, asking));
  const document = asking.documents.order(order, asking.reader.evidence);
  const input: ReplayInput = {
    kind: 'witnessmark.replay-input',
    version: 1,
    session: question.session,
    order: settledBy(order),
    assumes: order.assumes,
    steps: document.steps,
  };
  return { order: input.order, file: new Blob([`${JSON.stringify(input, undefined, 2)}\n`]) };
}

export const settledBy = ({ bucket, replayable }: OrderReading): SettledBy =>
  !replayable ? 'assumed' : bucket === 'single-clock' ? 'single-clock' : 'witnessed';

/** @throws Error with a sentence while the order is open. */
export function settledOrder(order: OrderReading): OrderReading {
  if (order.replayable || order.pinned) return order;
  throw new Error(
    `The order of the session is not settled (${order.bucket}, ${order.questionCount} open questions): there is nothing that could be replayed yet.`,
  );
}
