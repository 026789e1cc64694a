import type { Step } from '../../model/order.ts';
import type { SessionReading } from '../../model/session.ts';
import type { Question, ReachedStep, ReachView } from '../messages.ts';
import { type Asking, sessionOf } from './asking.ts';

/** Steps that are told; as many as somebody reads. */
const LISTED = 100;

/** What a call reaches, and the counterfactual gate in front of it. */
export async function answerReach(
  question: Extract<Question, { is: 'reach' }>,
  asking: Asking,
): Promise<ReachView> {
  const { reading } = await sessionOf(question, asking);
  const { steps } = reading.order;
  const step = steps[question.step];
  if (step === undefined) throw new RangeError(`no step ${question.step} of ${steps.length}`);
  const byId = new Map(steps.map((one) => [one.id, one]));
  const gate = reading.counterfactual?.find(({ call }) => call === step.id);
  return {
    reaches: reachesOf(step, reading, byId),
    gate:
      gate === undefined
        ? null
        : { gate: gate.gate, reasons: gate.reasons.map((one) => reasonWords(one, byId)) },
  };
}

type ById = ReadonlyMap<string, Step>;

function reachesOf(step: Step, { downstream }: SessionReading, byId: ById): ReachView['reaches'] {
  const own = downstream?.pairs.filter(({ from }) => from === step.id) ?? [];
  if (downstream === undefined || own.length === 0) return null;
  const listOf = (how: 'must' | 'may'): readonly ReachedStep[] =>
    own.flatMap((pair) => {
      const to = byId.get(pair.to);
      return pair.how === how && to !== undefined ? [{ step: to.index, name: to.name }] : [];
    });
  const [must, may] = [listOf('must'), listOf('may')];
  return {
    must: must.slice(0, LISTED),
    mustCount: must.length,
    may: may.slice(0, LISTED),
    mayCount: may.length,
    cut: downstream.count > downstream.pairs.length,
  };
}

/** `question:A|B` in words; the vocabulary is that of `deriveCounterfactual`. */
function reasonWords(reason: string, byId: ById): string {
  const at = reason.indexOf(':');
  const [kind, rest] = at < 0 ? [reason, ''] : [reason.slice(0, at), reason.slice(at + 1)];
  const names = rest.split('|').map((id) => byId.get(id)?.name ?? id);
  switch (kind) {
    case 'question':
      return rest === 'more'
        ? 'Further pairs that nothing orders.'
        : `Nothing orders ${names.join(' and ')}.`;
    case 'conflict':
      return `Witnesses contradict each other over ${names.join(', ')}.`;
    case 'orphan':
      return `${names[0]} hangs from a parent that is not in the data.`;
    case 'not-faithful':
      return `${names[0]} came before it and was not replayed faithfully.`;
    case 'pin':
      return `Only a pin puts ${names[0]} before ${names[1]}.`;
    case 'more':
      return `And ${rest} more.`;
    default:
      return `The log does not have what it needs: ${reason}.`;
  }
}
