import { pushAll } from '../../../lib/push-all.ts';
import type { Edge } from '../../../model/order.ts';
import type { HistoryItem } from '../../../model/span.ts';
import type { BasisReading, Chain, Remark } from '../evidence-of-order.ts';
import { type SpanTree, TOP } from '../span-tree.ts';
import { factsAt, type Steps } from '../steps.ts';
import { type Joins, joinHistories } from './history-joins.ts';

/**
 * Recorded message arrays (formats.md 2.4): results in the order in which a model read them (observation), calls in the
 * order in which it asked for them (issue), and the data edges asked → done → read. Joins are by call id, else by tool
 * name and equal arguments; never by time.
 */
export function readHistories(tree: SpanTree, found: Steps): BasisReading {
  const joins = joinHistories(tree, found);
  const edges: Edge[] = [];
  const chains: Chain[] = [];
  const remarks: Remark[] = [];
  const readers: Reader[] = [];
  const heldBy = new Map(found.contexts.map(({ holder, index }) => [holder, index]));
  for (const step of found.steps) {
    const facts = factsAt(tree, found.placeOf[step.index] as number);
    const { inputHistory = [], outputHistory = [] } = facts;
    if (inputHistory.length === 0 && outputHistory.length === 0) continue;
    // what an agent's or turn's span lists was gathered inside it
    const context = step.kind === 'model' ? step.context : (heldBy.get(step.index) ?? step.context);
    const reader: Reader = {
      step: step.index,
      name: step.name,
      isModel: step.kind === 'model',
      context,
      convention: facts.historyConvention ?? 'message history',
    };
    readers.push(reader);
    const answer = resolve(outputHistory, joins, context);
    pushAll(chains, issueChains(answer, reader, 'answer'));
    const input = resolve(inputHistory, joins, context);
    pushAll(chains, issueChains(input, reader, 'input'));
    pushAll(chains, observationChain(input, reader));
    if (reader.isModel) {
      for (const { item, step: call, inferred } of answer) {
        if (item.is === 'call' && call !== undefined && call !== step.index) {
          edges.push(
            dataEdge(step.index, call, `${step.name} asked for ${found.steps[call]?.name}`, inferred),
          );
        }
      }
    }
    if (facts.historyCut === true) {
      remarks.push({
        said: `The messages of ${step.name} are cut: what stood behind the cut is no witness.`,
        steps: [step.id],
      });
    }
  }
  pushAll(edges, resultEdges(tree, found, readers, joins));
  return { edges, chains, conflicts: [], remarks };
}

interface Reader {
  readonly step: number;
  readonly name: string;
  readonly isModel: boolean;
  readonly context: number;
  readonly convention: string;
}

/** An entry of a history with the step it is about; without one where nothing joins it, or its batch is no witness. */
interface Resolved {
  readonly item: HistoryItem;
  readonly step: number | undefined;
  readonly inferred: boolean;
  /** Number of the batch its call stands in: calls with no result between them. */
  readonly batch: number;
}

/** Joins a history's entries to steps; a batch with a repeated id, or with an entry that nothing names, is dropped whole. */
function resolve(history: readonly HistoryItem[], joins: Joins, context: number): readonly Resolved[] {
  const calls = countIds(history, 'call');
  const results = countIds(history, 'result');
  const batchOf = new Map<string, number>();
  const bad = new Set<number>();
  const inferredOf = joins.inferBatchwise(history, context);
  let batch = 0;
  let sawResult = false;
  const entries = history.map((item, i) => {
    if (item.is === 'call') {
      if (sawResult) {
        batch++;
        sawResult = false;
      }
      if (item.callId === undefined) bad.add(batch);
      else {
        batchOf.set(item.callId, batch);
        if ((calls.get(item.callId) ?? 0) > 1 || (results.get(item.callId) ?? 0) > 1) bad.add(batch);
      }
      return { item, i, batch };
    }
    sawResult = true;
    const own = item.callId === undefined ? batch : (batchOf.get(item.callId) ?? batch);
    if (item.callId === undefined || (results.get(item.callId) ?? 0) > 1) bad.add(own);
    return { item, i, batch: own };
  });
  return entries.map(({ item, batch: own }): Resolved => {
    if (bad.has(own) || item.callId === undefined)
      return { item, step: undefined, inferred: false, batch: own };
    const exact = joins.exact(item.callId, context);
    const step = exact ?? inferredOf.get(item.callId);
    return { item, step, inferred: exact === undefined && step !== undefined, batch: own };
  });
}

function countIds(history: readonly HistoryItem[], is: HistoryItem['is']): ReadonlyMap<string, number> {
  const count = new Map<string, number>();
  for (const item of history) {
    if (item.is === is && item.callId !== undefined)
      count.set(item.callId, (count.get(item.callId) ?? 0) + 1);
  }
  return count;
}

const joinWords = (inferred: boolean): string =>
  inferred ? ' (joined by tool name and equal arguments: inferred)' : '';

function issueChains(
  entries: readonly Resolved[],
  reader: Reader,
  where: 'answer' | 'input',
): readonly Chain[] {
  const batches = new Map<number, number[]>();
  for (const { item, step, batch } of entries) {
    if (item.is !== 'call' || step === undefined) continue;
    const list = batches.get(batch) ?? [];
    if (!list.includes(step)) list.push(step);
    batches.set(batch, list);
  }
  return [...batches.values()].flatMap((steps) =>
    steps.length < 2
      ? []
      : [
          {
            steps,
            basis: 'history',
            order: 'issue',
            oneTurn: true,
            why: () =>
              where === 'answer'
                ? `${reader.name} asked for them in this order (${reader.convention}).`
                : `The messages given to ${reader.name} hold the calls in this order (${reader.convention}).`,
          } satisfies Chain,
        ],
  );
}

function observationChain(entries: readonly Resolved[], reader: Reader): readonly Chain[] {
  const steps: number[] = [];
  const seen = new Set<number>();
  let inferred = false;
  for (const entry of entries) {
    if (entry.item.is !== 'result' || entry.step === undefined || seen.has(entry.step)) continue;
    seen.add(entry.step);
    steps.push(entry.step);
    inferred ||= entry.inferred;
  }
  if (steps.length < 2) return [];
  return [
    {
      steps,
      basis: 'history',
      order: 'observation',
      oneTurn: false,
      why: () =>
        `The messages given to ${reader.name} hold the results in this order (${reader.convention})${joinWords(inferred)}.`,
    },
  ];
}

const dataEdge = (from: number, to: number, said: string, inferred: boolean): Edge => ({
  from,
  to,
  basis: 'data',
  order: 'observation',
  why: `${said}${joinWords(inferred)}.`,
});

/**
 * Each call before every model that read its result. A model's history mostly repeats that of the model that asked for
 * its newest calls, and comes after it; only what is new is told, so the edges do not grow with the square of the turns.
 */
function resultEdges(
  tree: SpanTree,
  found: Steps,
  readers: readonly Reader[],
  joins: Joins,
): readonly Edge[] {
  const models = readers.filter(({ isModel }) => isModel);
  const results = new Map<number, readonly Resolved[]>();
  const askedBy = new Map<number, number>();
  for (const { step, context } of models) {
    const facts = factsAt(tree, found.placeOf[step] as number);
    results.set(
      step,
      resolve(facts.inputHistory ?? [], joins, context).filter(
        ({ item, step: of }) => item.is === 'result' && of !== undefined,
      ),
    );
    for (const { item, step: call } of resolve(facts.outputHistory ?? [], joins, context)) {
      if (item.is === 'call' && call !== undefined && !askedBy.has(call)) askedBy.set(call, step);
    }
  }
  const edges: Edge[] = [];
  for (const { step, name } of models) {
    const own = results.get(step) ?? [];
    for (let i = own.length - 1; i >= 0; i--) {
      const { step: call, inferred } = own[i] as Resolved;
      // a model span that holds the call inside itself was told of the result while it ran
      if (call === undefined || call === step || isAbove(tree, found, step, call)) continue;
      edges.push(dataEdge(call, step, `${name} read the result of ${found.steps[call]?.name}`, inferred));
      const asker = askedBy.get(call);
      const before = asker === undefined || asker === step ? undefined : results.get(asker);
      if (before !== undefined && before.length > 0 && isPrefixUpTo(before, own, i)) break;
    }
  }
  return edges;
}

function isAbove(tree: SpanTree, { placeOf }: Steps, above: number, below: number): boolean {
  const top = placeOf[above] as number;
  for (let at = placeOf[below] as number; at !== TOP; at = tree.parent[at] as number)
    if (at === top) return true;
  return false;
}

/** All results before position `i` are the asker's own results, in the same order. */
function isPrefixUpTo(before: readonly Resolved[], own: readonly Resolved[], i: number): boolean {
  const { batch } = own[i] as Resolved;
  let first = i;
  while (first > 0 && own[first - 1]?.batch === batch) first--;
  // the whole of the newest batch has to be told before the walk may stop
  return first === i && before.length === i && before.every((entry, j) => entry.step === own[j]?.step);
}
