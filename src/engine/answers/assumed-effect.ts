import type { IndexName, OrderReading } from '../../model/order.ts';
import { formatLinearizations } from '../../model/session-facts.ts';
import { NONE } from '../../model/span-table.ts';
import { DEFAULT_INDEX_NAMES, meaningOf } from '../../verdicts/order/index-names.ts';
import type { CaseReader } from '../case-reader.ts';
import type { AnswerOf, Assumed, ChangedSession, OrderSummary, Question } from '../messages.ts';
import type { Asking } from './asking.ts';
import { groupOfRow } from './group-of-row.ts';

const LISTED = 200;

/** What other assumptions would do to the order of each session, before they are made (design.md 5.5). */
export async function answerAssumedEffect(
  { assumed, instead }: Extract<Question, { is: 'assumed-effect' }>,
  { reader, pace }: Asking,
): Promise<AnswerOf['assumed-effect']> {
  const { names: _, ...unnamed } = assumed;
  const changed: ChangedSession[] = [];
  let [changedCount, orderChanges] = [0, 0];
  for (const at of touchedSessions(reader, assumed, instead)) {
    await pace.turn();
    const before = summaryOf(reader.order(at, assumed));
    const after = summaryOf(reader.order(at, { ...unnamed, ...instead }));
    if (JSON.stringify(before) === JSON.stringify(after)) continue;
    changedCount++;
    if (before.order !== after.order) orderChanges++;
    const group = reader.groups[at];
    if (changed.length < LISTED && group !== undefined) {
      changed.push({ session: group.id, title: group.title ?? null, before, after });
    }
  }
  return { changed, changedCount, orderChanges };
}

/** Sessions whose order can change at all: the others need not be read anew. */
function touchedSessions(
  reader: CaseReader,
  before: Pick<Assumed, 'names' | 'assumedParents'>,
  after: Pick<Assumed, 'names' | 'assumedParents'>,
): readonly number[] {
  const touched = new Set<number>();
  for (const parent of differing(before.assumedParents, after.assumedParents)) {
    for (const [at, { id }] of reader.groups.entries()) {
      if (parent.session === undefined || parent.session === id) touched.add(at);
    }
  }
  const differs = differingMeaning(before.names, after.names);
  if (differs !== undefined) {
    const groupAt = groupOfRow(reader);
    for (const [row, { indices }] of reader.evidence.spans.facts) {
      if (indices?.some(({ key }) => differs(key)) === true) touched.add(groupAt[row] as number);
    }
    touched.delete(NONE);
  }
  return [...touched].sort((a, b) => a - b);
}

function differing<T>(before: readonly T[], after: readonly T[]): readonly T[] {
  const keys = (items: readonly T[]): ReadonlySet<string> =>
    new Set(items.map((item) => JSON.stringify(item)));
  const [was, is] = [keys(before), keys(after)];
  return [
    ...before.filter((item) => !is.has(JSON.stringify(item))),
    ...after.filter((item) => !was.has(JSON.stringify(item))),
  ];
}

/** Whether a key means something else by the other table; undefined where the tables are one. */
function differingMeaning(
  before: readonly IndexName[] = DEFAULT_INDEX_NAMES,
  after: readonly IndexName[] = DEFAULT_INDEX_NAMES,
): ((key: string) => boolean) | undefined {
  if (JSON.stringify(before) === JSON.stringify(after)) return undefined;
  const known = new Map<string, boolean>();
  return (key) => {
    let differs = known.get(key);
    if (differs === undefined) {
      differs = JSON.stringify(meaningOf(key, before)) !== JSON.stringify(meaningOf(key, after));
      known.set(key, differs);
    }
    return differs;
  };
}

const summaryOf = (order: OrderReading): OrderSummary => ({
  order: order.pinned ? 'pinned' : order.bucket,
  linearizations: formatLinearizations(order.linearizations),
  questions: order.questionCount,
  conflicts: order.conflicts.length,
});
