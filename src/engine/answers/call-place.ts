import type { Edge, OrderReading } from '../../model/order.ts';
import type { AnswerOf, CallPlace, PlaceStep, Question } from '../messages.ts';
import { type Asking, sessionOf } from './asking.ts';
import { type CallIndex, indexCalls } from './call-index.ts';
import { indexOf } from './steps.ts';

/** Neighbours that are told on each side; the others are counted. */
const TOLD = 12;

/** What stands before a call, after it, and beside it without an order. Null: the call stands in no order. */
export async function answerCallPlace(
  question: Extract<Question, { is: 'call-place' }>,
  asking: Asking,
): Promise<AnswerOf['call-place']> {
  const { reading } = await sessionOf(question, asking);
  const index = indexCalls(reading);
  const own = index.stepOf(question.call)?.index;
  if (own === undefined) return null;
  const { order } = reading;
  const attempt = index.attempts.attemptOf[question.call] ?? 0;
  const found = indexOf(question, asking);
  const tell = (step: number, edges: readonly Edge[]): PlaceStep => ({
    step,
    name: order.steps[step]?.name ?? '',
    kind: order.steps[step]?.kind ?? '',
    turn: order.steps[step]?.turn ?? null,
    call: index.callOf(step, attempt) ?? null,
    edges: edges.map(({ basis, order: kind, why }) => ({ basis, order: kind, why })),
  });
  const before = byStep(found.into(own), 'from');
  const after = byStep(found.outOf(own), 'to');
  const open = new Map(
    found.questionsOf(own).flatMap((at) => {
      const asked = order.questions[at];
      return asked === undefined ? [] : [[asked.a === own ? asked.b : asked.a, asked.why] as const];
    }),
  );
  const others = unorderedCalls(own, order, index).filter((step) => !open.has(step));
  const unordered: CallPlace['unordered'] = [
    ...[...open].slice(0, TOLD).map(([step, why]) => ({ ...tell(step, []), why })),
    ...others.slice(0, Math.max(0, TOLD - open.size)).map((step) => ({ ...tell(step, []), why: null })),
  ];
  return {
    before: before.slice(0, TOLD).map(([step, edges]) => tell(step, edges)),
    beforeCount: before.length,
    after: after.slice(0, TOLD).map(([step, edges]) => tell(step, edges)),
    afterCount: after.length,
    unordered,
    unorderedCount: open.size + others.length,
  };
}

/** Neighbours with all edges to each; what only contains the other stands last. */
function byStep(edges: readonly Edge[], end: 'from' | 'to'): readonly (readonly [number, readonly Edge[]])[] {
  const found = new Map<number, Edge[]>();
  for (const edge of edges) {
    const known = found.get(edge[end]);
    if (known === undefined) found.set(edge[end], [edge]);
    else known.push(edge);
  }
  const isOrdered = ([, own]: readonly [number, readonly Edge[]]): boolean =>
    own.some((edge) => edge.order !== 'structure');
  const all = [...found];
  return [...all.filter(isOrdered), ...all.filter((one) => !isOrdered(one))];
}

function unorderedCalls(own: number, { steps }: OrderReading, index: CallIndex): readonly number[] {
  const before = index.steps.before(own);
  const after = index.steps.after(own);
  return steps.flatMap(({ index: step, kind }) =>
    step !== own && kind === 'tool' && before[step] !== 1 && after[step] !== 1 ? [step] : [],
  );
}
