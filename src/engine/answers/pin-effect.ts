import type { OrderReading } from '../../model/order.ts';
import { formatLinearizations } from '../../model/session-facts.ts';
import type { PinEffect, Question } from '../messages.ts';
import { type Asking, groupOf, orderOf } from './asking.ts';
import { edgeRow } from './step-row.ts';

/** What some pins would do, before they are made (design.md 5.5). */
export function answerPinEffect(
  question: Extract<Question, { is: 'pin-effect' }>,
  asking: Asking,
): PinEffect {
  const before = orderOf(question, asking);
  const preview = asking.reader.preview(groupOf(question, asking), question.assumed, question.add);
  const nameOf = (step: number): string => before.steps[step]?.name ?? '';
  switch (preview.is) {
    case 'refused':
      return {
        is: 'refused',
        fights: preview.fights.map((edge) => ({
          ...edgeRow(edge, 'to', before),
          from: nameOf(edge.from),
          to: nameOf(edge.to),
        })),
      };
    case 'accepted':
      return { is: 'accepted', before: counts(preview.before), after: counts(preview.after) };
  }
}

const counts = (order: OrderReading): { linearizations: string; questions: number } => ({
  linearizations: formatLinearizations(order.linearizations),
  questions: order.questionCount,
});
