import { nanos } from '../../lib/nanos.ts';
import type { CallRecord } from '../../model/call.ts';
import type { Context, IndexName, Step } from '../../model/order.ts';
import { NO_FACTS, type SpanFacts, type StepKind } from '../../model/span.ts';
import type { Remark } from './evidence-of-order.ts';
import { foldCopies } from './fold-copies.ts';
import { indexOf } from './index-names.ts';
import { endOf, type SpanTree, spanIdOf, startOf, TOP } from './span-tree.ts';

/** The steps of a session, and where each stands. */
export interface Steps {
  readonly steps: readonly Step[];
  readonly contexts: readonly Context[];
  /** Step index by place in the tree; NOT_A_STEP for a span that is none. */
  readonly stepAt: Int32Array;
  /** Place in the tree by step index; TOP for a step that only a log knows. */
  readonly placeOf: Int32Array;
  /** By step index: the step that holds its context, or -1 for the session's own. */
  readonly holderOf: Int32Array;
  /** Spans that are copies of a step. */
  readonly remarks: readonly Remark[];
}

export const NOT_A_STEP = -1;

export const factsAt = (tree: SpanTree, place: number): SpanFacts =>
  tree.spans.facts.get(tree.rows[place] as number) ?? NO_FACTS;

/**
 * Which spans are steps, and of what kind (design.md 5.1): the conventions say so; or a call index or a tool name makes
 * a tool; or a turn index a turn where steps stand below it, else a tool.
 */
function kindsOf(tree: SpanTree, names: readonly IndexName[]): readonly (StepKind | undefined)[] {
  const kinds = new Array<StepKind | undefined>(tree.rows.length).fill(undefined);
  const stepBelow = new Uint8Array(tree.rows.length);
  for (let i = tree.downwards.length - 1; i >= 0; i--) {
    const place = tree.downwards[i] as number;
    const facts = factsAt(tree, place);
    const kind = facts === NO_FACTS ? undefined : kindOf(facts, names, stepBelow[place] === 1);
    kinds[place] = kind;
    const parent = tree.parent[place] as number;
    if (parent !== TOP && (kind !== undefined || stepBelow[place] === 1)) stepBelow[parent] = 1;
  }
  return kinds;
}

function kindOf(facts: SpanFacts, names: readonly IndexName[], stepsBelow: boolean): StepKind | undefined {
  if (facts.stepKind !== undefined) return facts.stepKind;
  if (facts.toolName !== undefined || indexOf(facts.indices, 'call', names) !== undefined) return 'tool';
  if (indexOf(facts.indices, 'turn', names) !== undefined) return stepsBelow ? 'turn' : 'tool';
  return undefined;
}

/** Steps and contexts out of the spans of a session (design.md 5.1). */
export function findSteps(tree: SpanTree, names: readonly IndexName[]): Steps {
  const { kinds, remarks } = foldCopies(tree, kindsOf(tree, names), (place) => factsAt(tree, place));
  const n = tree.rows.length;
  const stepAt = new Int32Array(n).fill(NOT_A_STEP);
  const places: number[] = [];
  for (let place = 0; place < n; place++) {
    if (kinds[place] !== undefined) stepAt[place] = places.push(place) - 1;
  }
  // the nearest agent or tool above each place, as a step; turn spans are transparent
  const holderAt = new Int32Array(n).fill(-1);
  for (const place of tree.downwards) {
    const parent = tree.parent[place] as number;
    if (parent === TOP) continue;
    const kind = kinds[parent];
    holderAt[place] =
      kind === 'agent' || kind === 'tool' ? (stepAt[parent] as number) : (holderAt[parent] as number);
  }
  const holderOf = Int32Array.from(places, (place) => holderAt[place] as number);
  const { contexts, contextOf } = groupContexts(holderOf, (step) => nameAt(tree, places[step] as number));
  const ids = stepIds(tree, places);
  const agents = agentNames(tree, kinds);
  const turns = turnsAt(tree, kinds, names);
  const steps = places.map((place, index): Step => {
    const facts = factsAt(tree, place);
    const kind = kinds[place] as StepKind;
    const turn = turns[place];
    const holder = holderOf[index] as number;
    const [start, end] = [startOf(tree, place), endOf(tree, place)];
    return {
      index,
      id: ids[index] as string,
      row: tree.rows[place] as number,
      spanId: spanIdOf(tree, place),
      name: nameAt(tree, place),
      kind,
      agent: agents[place],
      turn,
      callIndex: indexOf(facts.indices, 'call', names)?.fact.value,
      callId: facts.callId,
      context: contextOf[index] as number,
      start: start === undefined ? undefined : nanos(start),
      end: end === undefined ? undefined : nanos(end),
      listed: kind !== 'turn' && !(kind === 'agent' && holder < 0),
    };
  });
  return { steps, contexts, stepAt, placeOf: Int32Array.from(places), holderOf, remarks };
}

/** Steps of a session without a trace: the calls of its logs, an agent's calls in a context of their own. */
export function stepsOfCalls(calls: readonly CallRecord[]): Steps {
  const sorted = [...calls].sort(byPlaceInSession);
  const agents = [...new Set(sorted.map((call) => call.agent))];
  const seen = new Map<string, number>();
  const steps = sorted.map((call, index): Step => {
    const label = `call:${call.agent ?? ''}/${call.turnIndex ?? ''}/${call.callIndex ?? ''}`;
    const nth = (seen.get(label) ?? 0) + 1;
    seen.set(label, nth);
    return {
      index,
      id: nth === 1 ? label : `${label}#${nth}`,
      row: undefined,
      spanId: call.spanId,
      name: call.tool,
      kind: 'tool',
      agent: call.agent,
      turn: call.turnIndex,
      callIndex: call.callIndex,
      callId: call.callId,
      context: agents.indexOf(call.agent),
      start: undefined,
      end: undefined,
      listed: true,
    };
  });
  const contexts = agents.map(
    (agent, index): Context => ({
      index,
      holder: undefined,
      label: agent ?? 'session',
      steps: steps.filter((step) => step.context === index).map((step) => step.index),
    }),
  );
  const none = new Int32Array(steps.length).fill(-1);
  return { steps, contexts, stepAt: new Int32Array(0), placeOf: none, holderOf: none.slice(), remarks: [] };
}

/** By content, so that the order of files changes nothing. */
function byPlaceInSession(a: CallRecord, b: CallRecord): number {
  const text = (call: CallRecord): string =>
    JSON.stringify([call.tool, call.callId, call.spanId, call.input, call.output, call.idempotencyKey]);
  const compare = (x: string | number, y: string | number): number => (x < y ? -1 : x > y ? 1 : 0);
  return (
    compare(a.agent ?? '', b.agent ?? '') ||
    compare(a.turnIndex ?? -1, b.turnIndex ?? -1) ||
    compare(a.callIndex ?? -1, b.callIndex ?? -1) ||
    compare(text(a), text(b)) ||
    compare(a.at.offset, b.at.offset)
  );
}

const nameAt = (tree: SpanTree, place: number): string =>
  tree.spans.strings[tree.spans.name[tree.rows[place] as number] as number] ?? '';

function groupContexts(holderOf: Int32Array, labelOf: (step: number) => string) {
  const numberOf = new Map<number, number>();
  const steps: number[][] = [];
  const holders: number[] = [];
  const contextOf = holderOf.map((holder, step) => {
    let context = numberOf.get(holder);
    if (context === undefined) {
      context = steps.push([]) - 1;
      numberOf.set(holder, context);
      holders.push(holder);
    }
    (steps[context] as number[]).push(step);
    return context;
  });
  const contexts = steps.map((own, index): Context => {
    const holder = holders[index] as number;
    return {
      index,
      holder: holder < 0 ? undefined : holder,
      label: holder < 0 ? 'session' : labelOf(holder),
      steps: own,
    };
  });
  return { contexts, contextOf };
}

/** The span id alone names a step, unless the session holds it twice: then trace and, for variants, a number with it. */
function stepIds(tree: SpanTree, places: readonly number[]): readonly string[] {
  const count = (texts: readonly string[]): Map<string, number> => {
    const found = new Map<string, number>();
    for (const text of texts) found.set(text, (found.get(text) ?? 0) + 1);
    return found;
  };
  const plain = places.map((place) => spanIdOf(tree, place));
  const plainCount = count(plain);
  const traced = places.map((place, i) => {
    const row = tree.rows[place] as number;
    const trace = tree.spans.strings[tree.spans.traceId[row] as number] ?? '';
    return plainCount.get(plain[i] as string) === 1 ? (plain[i] as string) : `${trace}/${plain[i]}`;
  });
  const seen = new Map<string, number>();
  return traced.map((id) => {
    const nth = (seen.get(id) ?? 0) + 1;
    seen.set(id, nth);
    return nth === 1 ? id : `${id}#${nth}`;
  });
}

/** The agent a place works for: its own name for an agent span (none is invented), else the nearest agent's above. */
function agentNames(
  tree: SpanTree,
  kinds: readonly (StepKind | undefined)[],
): readonly (string | undefined)[] {
  const names = new Array<string | undefined>(tree.rows.length).fill(undefined);
  for (const place of tree.downwards) {
    const parent = tree.parent[place] as number;
    const inherited = parent === TOP ? undefined : names[parent];
    const own = factsAt(tree, place).agentName;
    names[place] = kinds[place] === 'agent' ? own : (inherited ?? own);
  }
  return names;
}

/** By place: its own turn index, else that of the turn span it stands in; an agent or tool starts a count of its own. */
function turnsAt(
  tree: SpanTree,
  kinds: readonly (StepKind | undefined)[],
  names: readonly IndexName[],
): readonly (number | undefined)[] {
  const turns = new Array<number | undefined>(tree.rows.length).fill(undefined);
  for (const place of tree.downwards) {
    const parent = tree.parent[place] as number;
    const own = indexOf(factsAt(tree, place).indices, 'turn', names)?.fact.value;
    const above =
      parent === TOP || kinds[parent] === 'agent' || kinds[parent] === 'tool' ? undefined : turns[parent];
    turns[place] = own ?? above;
  }
  return turns;
}
