import { isJsonNumber } from '../../../lib/json-value.ts';
import { isIntegerToken } from '../../../lib/json-write.ts';
import { pushTo } from '../../../lib/push-to.ts';
import { joinSpans } from '../../causal/join-spans.ts';
import type { Chain } from '../evidence-of-order.ts';
import type { OrderInput } from '../order-input.ts';
import type { Steps } from '../steps.ts';

/**
 * Step order inside one activation (design.md 5.2): model spans that name one activation, in the order of the step
 * indices that the write-ahead log has for them. Two of one index are no witness.
 */
export function walChains(
  { spans, rows, logs }: Pick<OrderInput, 'spans' | 'rows' | 'logs'>,
  { steps }: Steps,
): readonly Chain[] {
  if (logs.length === 0) return [];
  const stepOf = new Map(steps.map((step) => [step.row, step.index]));
  const activations = new Map<string, { step: number; index: bigint }[]>();
  for (const { row, file, decision } of joinSpans(spans, rows, logs)) {
    const [step, index] = [stepOf.get(row), decision.value.get('stepIndex')];
    if (step === undefined || !isJsonNumber(index) || !isIntegerToken(index.token)) continue;
    const activation = `${file} ${spans.facts.get(row)?.activationId}`;
    pushTo(activations, activation, { step, index: BigInt(index.token) });
  }
  return [...activations.values()].flatMap((own): Chain[] => {
    const indexOf = new Map(own.map(({ step, index }) => [step, index]));
    if (own.length < 2 || new Set(indexOf.values()).size < own.length) return [];
    own.sort((a, b) => (a.index < b.index ? -1 : 1));
    return [
      {
        steps: own.map(({ step }) => step),
        basis: 'wal',
        order: 'observation',
        oneTurn: false,
        why: (a, b) =>
          `The write-ahead log has step ${indexOf.get(a)} before step ${indexOf.get(b)} of one activation.`,
      },
    ];
  });
}
