import { formatNanos, type Nanos } from '../lib/nanos.ts';
import type { OrderDocument } from '../model/findings.ts';
import { type OrderQuestion, type OrderReading, PAIR_LIST_CAP } from '../model/order.ts';
import type { Evidence } from '../model/session.ts';
import { countEdges, formatLinearizations } from '../model/session-facts.ts';
import { NONE } from '../model/span-table.ts';

/** A session's order as design.md 8 prints it. Steps are named by their ids, spans that are no step by their span id. */
export function orderDocument(order: OrderReading, { spans }: Evidence): OrderDocument {
  const stepOf = new Map<number, string>();
  for (const step of order.steps) if (step.row !== undefined) stepOf.set(step.row, step.id);
  const nameOfRow = (row: number): string =>
    stepOf.get(row) ?? spans.strings[spans.spanId[row] ?? NONE] ?? '';
  const spanOfRow = (row: number): string => spans.strings[spans.spanId[row] ?? NONE] ?? '';
  const cut: ('questions' | 'overlaps')[] = [];
  if (order.questionCount > Math.min(order.questions.length, PAIR_LIST_CAP)) cut.push('questions');
  if (order.overlapCount > Math.min(order.overlaps.length, PAIR_LIST_CAP)) cut.push('overlaps');
  return {
    bucket: order.bucket,
    replayable: order.replayable,
    linearizations: formatLinearizations(order.linearizations),
    overlapCount: order.overlapCount,
    questionCount: order.questionCount,
    assumes: order.assumes,
    steps: order.linearization.flatMap(({ step: index, basis }) => {
      const step = order.steps[index];
      if (step === undefined) return [];
      const { id, turn, spanId, name, kind, agent } = step;
      return [{ id, turn: turn ?? null, spanId: spanId ?? null, name, kind, agent: agent ?? null, basis }];
    }),
    questions: order.questions.slice(0, PAIR_LIST_CAP).map((question) => questionDocument(question, order)),
    overlaps: order.overlaps.slice(0, PAIR_LIST_CAP).map(({ a, b, overlap }) => ({
      a: nameOfRow(a),
      b: nameOfRow(b),
      overlapNs: decimal(overlap),
    })),
    orphans: order.orphans.map(({ row, missingParentId }) => ({ spanId: spanOfRow(row), missingParentId })),
    conflicts: order.conflicts.map(({ spans: between, why }) => ({ spans: between, why })),
    edges: countEdges(order),
    quarantine: order.quarantine.map(({ said, cure }) => ({ said, cure })),
    remarks: order.remarks.map(({ said, steps }) => ({ said, steps })),
    cut,
  };
}

function questionDocument(
  { a, b, order: kind, why, overlap, resource }: OrderQuestion,
  { steps }: OrderReading,
): OrderDocument['questions'][number] {
  const left = steps[a];
  const right = steps[b];
  const shared = <T>(one: T | undefined, other: T | undefined): T | null =>
    one !== undefined && one === other ? one : null;
  return {
    a: left?.id ?? '',
    b: right?.id ?? '',
    aName: left?.name ?? '',
    bName: right?.name ?? '',
    turn: shared(left?.turn, right?.turn),
    agent: shared(left?.agent, right?.agent),
    order: kind,
    why,
    overlapNs: decimal(overlap),
    ...(resource === undefined ? {} : { resource }),
  };
}

const decimal = (value: Nanos | undefined): string | null =>
  value === undefined ? null : formatNanos(value);
