import { pushTo } from '../../../lib/push-to.ts';
import type { IndexName } from '../../../model/order.ts';
import type { Chain } from '../evidence-of-order.ts';
import { indexOf } from '../index-names.ts';
import { type SpanTree, TOP } from '../span-tree.ts';
import { factsAt, type Steps } from '../steps.ts';

interface Dispatch {
  readonly place: number;
  readonly target: number;
  readonly index: number | undefined;
}

/**
 * Issue order from dispatch spans: zero-duration marks that say which call they sent (by call id, or by the span that
 * hangs from them), in the order of their indices, of their links, or of one process's clock where they do not tie.
 */
export function dispatchChains(tree: SpanTree, found: Steps, names: readonly IndexName[]): readonly Chain[] {
  const { steps, placeOf } = found;
  const targetOf = new Map<string, number | undefined>();
  for (const step of steps) {
    if (step.kind === 'dispatch' || step.callId === undefined) continue;
    const key = `${step.context} ${step.callId}`;
    targetOf.set(key, targetOf.has(key) ? undefined : step.index);
  }
  const childOf = new Map<number, number>();
  for (const step of steps) {
    const parent = tree.parent[placeOf[step.index] as number] as number;
    if (parent !== TOP && step.kind === 'tool') childOf.set(parent, step.index);
  }
  const groups = new Map<string, Dispatch[]>();
  for (const step of steps) {
    if (step.kind !== 'dispatch' || step.start === undefined || step.start !== step.end) continue;
    const place = placeOf[step.index] as number;
    const byId = step.callId === undefined ? undefined : targetOf.get(`${step.context} ${step.callId}`);
    const target = byId ?? childOf.get(place);
    if (target === undefined) continue;
    const index = indexOf(factsAt(tree, place).indices, 'call', names)?.fact.value;
    const key = `${step.context} ${tree.parent[place]} ${step.turn ?? ''}`;
    pushTo(groups, key, { place, target, index });
  }
  return [...groups.values()].flatMap((group) => {
    const chain =
      group.length < 2 ? undefined : (byIndex(group) ?? byLinks(tree, group) ?? byClock(tree, group));
    if (chain === undefined) return [];
    return [
      {
        steps: chain.order.map(({ target }) => target),
        basis: 'dispatch',
        order: 'issue',
        oneTurn: true,
        why: (a, b) => `${steps[a]?.name} was dispatched before ${steps[b]?.name} (${chain.how}).`,
      } satisfies Chain,
    ];
  });
}

interface Ordered {
  readonly order: readonly Dispatch[];
  readonly how: string;
}

function byIndex(group: readonly Dispatch[]): Ordered | undefined {
  const values = group.map(({ index }) => index);
  if (values.some((value) => value === undefined || value < 0) || new Set(values).size < group.length)
    return undefined;
  return {
    order: [...group].sort((a, b) => (a.index ?? 0) - (b.index ?? 0)),
    how: 'the dispatch spans carry indices',
  };
}

/** Each dispatch span but the first links to the one before it. */
function byLinks(tree: SpanTree, group: readonly Dispatch[]): Ordered | undefined {
  const idOf = (one: Dispatch): string =>
    tree.spans.strings[tree.spans.spanId[tree.rows[one.place] as number] as number] ?? '';
  const byId = new Map(group.map((one) => [idOf(one), one]));
  const next = new Map<Dispatch, Dispatch>();
  const hasBefore = new Set<Dispatch>();
  for (const one of group) {
    const before = (tree.spans.links.get(tree.rows[one.place] as number) ?? []).flatMap(
      (link) => byId.get(link.spanId) ?? [],
    );
    const [only, ...more] = before;
    if (only === undefined || more.length > 0) continue;
    if (next.has(only)) return undefined;
    next.set(only, one);
    hasBefore.add(one);
  }
  const first = group.filter((one) => !hasBefore.has(one));
  if (first.length !== 1) return undefined;
  const order: Dispatch[] = [];
  for (let at = first[0]; at !== undefined && order.length <= group.length; at = next.get(at)) order.push(at);
  return order.length === group.length
    ? { order, how: 'the dispatch spans are chained by links' }
    : undefined;
}

function byClock(tree: SpanTree, group: readonly Dispatch[]): Ordered | undefined {
  const { spans, rows } = tree;
  const [first] = group;
  if (first === undefined) return undefined;
  const resource = spans.resource[rows[first.place] as number] as number;
  if (spans.resources[resource]?.processId === undefined) return undefined;
  if (group.some(({ place }) => spans.resource[rows[place] as number] !== resource)) return undefined;
  const startAt = ({ place }: Dispatch): bigint => spans.start[rows[place] as number] as bigint;
  if (new Set(group.map(startAt)).size < group.length) return undefined;
  return {
    order: [...group].sort((a, b) => (startAt(a) < startAt(b) ? -1 : 1)),
    how: 'one process emitted the dispatch spans and they do not tie',
  };
}
