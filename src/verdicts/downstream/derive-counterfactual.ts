import type { OrderReading } from '../../model/order.ts';
import type { LogReading } from '../../model/seal.ts';
import type { CounterfactualReading } from '../../model/session.ts';
import { NONE, type SpanTable } from '../../model/span-table.ts';
import type { CallVerdict } from '../../model/verdict.ts';
import { callsByStep } from './calls-by-step.ts';
import { createStepOrder, isAffordable } from './step-order.ts';

/**
 * The gate for "what if this call had returned something else" (design.md 7): `well-posed` iff every pair that needs a
 * witness in what follows has one (no pins, no conflict, no orphan above it), everything before is faithful, and each
 * model step after is plannable in the counterfactual mode; `conditional` when pins fill the gaps; else `ill-posed`,
 * naming the pairs and inputs.
 *
 * Reasons: `modelDecisions` (no write-ahead log) or another requirement that the log lacks, `question:A|B`,
 * `conflict:A|B…`, `orphan:SPAN`, `not-faithful:A`, and `pin:A|B` for what only a pin orders; `more:N` where there are
 * more than REASONS_LISTED. Undefined where a session is too large to be asked whole.
 * The rows are those of the session.
 */
export function deriveCounterfactual(
  order: OrderReading,
  calls: readonly CallVerdict[],
  logs: readonly LogReading[],
  { spans, rows }: { readonly spans: SpanTable; readonly rows: Uint32Array },
): readonly CounterfactualReading[] | undefined {
  const judged = callsByStep(order, calls);
  const steps = createStepOrder(order);
  if (!isAffordable(steps, judged.length)) return undefined;
  const idOf = (step: number): string => order.steps[step]?.id ?? '';
  const inputs = missingInputs(logs);
  const orphans = orphansAbove(order, spans, rows);
  const indexOf = new Map(order.steps.map((step) => [step.id, step.index]));
  const conflicts = order.conflicts.map(({ spans: ids }) => ({
    said: `conflict:${ids.join('|')}`,
    between: ids.map((id) => indexOf.get(id)),
  }));
  const unfaithful = judged
    .filter((one) => one.calls.some((call) => call.verdict !== 'faithful'))
    .map((one) => one.step.index);
  const pins = order.edges.filter(({ basis }) => basis === 'pin');
  const asked = order.questions.length + order.conflicts.length + unfaithful.length + pins.length;
  if (judged.length * asked > MOST_PAIRS) return undefined;

  return judged.map(({ step }) => {
    const before = steps.before(step.index);
    // a pair of which one end may come after the call lies in what follows it
    const follows = (index: number | undefined): boolean => index === undefined || before[index] !== 1;
    const reasons = reasonList(idOf);
    for (const input of inputs) reasons.add(input);
    for (const { a, b } of order.questions) if (follows(a) || follows(b)) reasons.add('question', a, b);
    // a list that was cut hides pairs, and any of them may follow
    if (order.questionCount > order.questions.length) reasons.add('question:more');
    for (const { said, between } of conflicts) if (between.some(follows)) reasons.add(said);
    const orphan = orphans(step.row);
    if (orphan !== undefined) reasons.add(`orphan:${orphan}`);
    for (const other of unfaithful) if (before[other] === 1) reasons.add('not-faithful', other);
    const gaps = reasons.count();
    for (const { from, to } of pins) if (follows(from) || follows(to)) reasons.add('pin', from, to);
    const gate = gaps > 0 ? 'ill-posed' : reasons.count() > 0 ? 'conditional' : 'well-posed';
    return { call: step.id, gate, reasons: reasons.listed() };
  });
}

/** A session of many open pairs would name them all at every call. */
const REASONS_LISTED = 20;
/** Calls times what each of them is held against. */
const MOST_PAIRS = 2e8;

/** Reasons of which the first are spelled and the others counted: there may be thousands at every call. */
function reasonList(idOf: (step: number) => string) {
  const spelled: string[] = [];
  let count = 0;
  return {
    /** @param a @param b steps that the reason names. */
    add(said: string, a?: number, b?: number): void {
      if (count++ >= REASONS_LISTED) return;
      const named = [a, b].flatMap((step) => (step === undefined ? [] : [idOf(step)]));
      spelled.push(named.length === 0 ? said : `${said}:${named.join('|')}`);
    },
    count: () => count,
    listed: (): readonly string[] =>
      count > REASONS_LISTED ? [...spelled, `more:${count - REASONS_LISTED}`] : spelled,
  };
}

/** "Without a write-ahead log the counterfactual gate is `ill-posed`, naming `modelDecisions`" (design.md 6). */
function missingInputs(logs: readonly LogReading[]): readonly string[] {
  if (logs.length === 0) return ['modelDecisions'];
  const missing = new Set<string>();
  for (const { modes } of logs) {
    const mode = modes.find((one) => one.mode === 'counterfactual');
    if (mode === undefined) missing.add('modelDecisions');
    else if (!mode.plannable)
      for (const need of mode.missing) if (mode.recordRequires.includes(need)) missing.add(need);
  }
  return [...missing];
}

/** The first orphan among a span and the spans above it. A session's only top span may be one: its place is known. */
function orphansAbove(
  order: OrderReading,
  spans: SpanTable,
  rows: Uint32Array,
): (row: number | undefined) => string | undefined {
  if (order.orphans.length === 0 || order.bucket !== 'orphaned') return () => undefined;
  const orphaned = new Set(order.orphans.map((orphan) => orphan.row));
  const rowOf = new Map<string, number>();
  const key = (trace: number, span: number): string => `${trace} ${span}`;
  for (const row of rows) rowOf.set(key(spans.traceId[row] ?? NONE, spans.spanId[row] ?? NONE), row);
  return (start) => {
    const seen = new Set<number>();
    for (let row = start; row !== undefined && !seen.has(row); ) {
      if (orphaned.has(row)) return spans.strings[spans.spanId[row] ?? NONE];
      seen.add(row);
      const parent: number = spans.parentId[row] ?? NONE;
      row = parent === NONE ? undefined : rowOf.get(key(spans.traceId[row] ?? NONE, parent));
    }
    return undefined;
  };
}
