import type { Step } from '../../model/order.ts';
import type { DownstreamPair, DownstreamReading } from '../../model/session.ts';
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
  // pins are no evidence: what only they decide is told apart
  const unpinned =
    question.assumed.pins.length === 0
      ? reading
      : (await sessionOf({ ...question, assumed: { ...question.assumed, pins: [] } }, asking)).reading;
  const { steps } = reading.order;
  const step = steps[question.step];
  if (step === undefined) throw new RangeError(`no step ${question.step} of ${steps.length}`);
  const byId = new Map(steps.map((one) => [one.id, one]));
  const gate = reading.counterfactual?.find(({ call }) => call === step.id);
  return {
    reaches: reachesOf(step, reading.downstream, unpinned.downstream, byId),
    gate:
      gate === undefined
        ? null
        : { gate: gate.gate, reasons: gate.reasons.map((one) => reasonWords(one, byId)) },
  };
}

type ById = ReadonlyMap<string, Step>;

function reachesOf(
  step: Step,
  downstream: DownstreamReading | undefined,
  byEvidence: DownstreamReading | undefined,
  byId: ById,
): ReachView['reaches'] {
  if (downstream === undefined || byEvidence === undefined) return null;
  const pairsOf = ({ pairs }: DownstreamReading): readonly DownstreamPair[] =>
    pairs.filter(({ from }) => from === step.id);
  const [own, evidence] = [pairsOf(downstream), pairsOf(byEvidence)];
  const howByEvidence = new Map(evidence.map(({ to, how }) => [to, how]));
  const reached = new Set(own.map(({ to }) => to));
  const told = (pairs: readonly DownstreamPair[]): readonly ReachedStep[] =>
    pairs.flatMap(({ to, how }) => {
      const other = byId.get(to);
      return other === undefined
        ? []
        : [
            {
              step: other.index,
              name: other.name,
              byPin: how === 'must' && howByEvidence.get(to) !== 'must',
            },
          ];
    });
  const must = told(own.filter(({ how }) => how === 'must'));
  const may = told(own.filter(({ how }) => how === 'may'));
  const ruledOut = told(evidence.filter(({ to }) => !reached.has(to)));
  if (must.length + may.length + ruledOut.length === 0) return null;
  return {
    must: must.slice(0, LISTED),
    mustCount: must.length,
    may: may.slice(0, LISTED),
    mayCount: may.length,
    ruledOut: ruledOut.slice(0, LISTED),
    ruledOutCount: ruledOut.length,
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
