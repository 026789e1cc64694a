import type { SpanFacts, StepKind } from '../../model/span.ts';
import type { Remark } from './evidence-of-order.ts';
import { agreement, saidOfCall } from './said-of-call.ts';
import { type SpanTree, spanIdOf, TOP, within } from './span-tree.ts';
import { twinCopies } from './twin-copies.ts';

export interface FoldedCopies {
  /** By place: what is a step; a copy is none, though its span is shown. */
  readonly kinds: readonly (StepKind | undefined)[];
  readonly remarks: readonly Remark[];
}

/**
 * Two instrumentations of one call (formats.md 3.17): model or tool spans nested in each other, each alone of its kind in
 * the other and within its time, of which two say the same; or twins beside each other (`twinCopies`). They, and what
 * stands between them, are one step and one witness; it is told that they agree. Where two speak and differ, all are
 * kept, and that is told. Spans that say nothing prove nothing.
 */
export function foldCopies(
  tree: SpanTree,
  kinds: readonly (StepKind | undefined)[],
  factsOf: (place: number) => SpanFacts,
): FoldedCopies {
  const inside = aloneInside(tree, kinds, factsOf);
  const isInside = new Set(inside.values());
  const folded = kinds.slice();
  const copies: number[] = [];
  const differ: (readonly [number, number])[] = [];
  for (const head of inside.keys()) {
    if (isInside.has(head)) continue;
    const chain = [head];
    for (let at = inside.get(head); at !== undefined; at = inside.get(at)) chain.push(at);
    const saidOf = (place: number) => saidOfCall(kinds[head], factsOf(place));
    const speaking = chain.filter((place) => saidOf(place).some((one) => one !== undefined));
    const [first, second] = speaking;
    if (first === undefined || second === undefined) continue;
    // a call that makes another call, past a span that names none
    if (speaking.some((place) => areTwoCalls(kinds[head], factsOf(first), factsOf(place)))) continue;
    const agreed = agreement(speaking.map(saidOf));
    if (agreed === 'differ') differ.push([first, second]);
    if (agreed === 'differ' || agreed === 'unknown') continue;
    const kept = speaking[agreed[0] as number];
    for (const place of chain.slice(chain.indexOf(first), chain.indexOf(speaking.at(-1) as number) + 1)) {
      if (place === kept) continue;
      folded[place] = undefined;
      copies.push(place);
    }
  }
  const twins = twinCopies(tree, folded, factsOf);
  for (const copy of twins.copies) {
    folded[copy] = undefined;
    copies.push(copy);
  }
  const idOf = (place: number): string => spanIdOf(tree, place);
  return {
    kinds: folded,
    remarks: remarksOf(
      copies.map(idOf),
      [...differ, ...twins.differ].map((pair) => pair.map(idOf)),
    ),
  };
}

/** Tool spans of different call ids. */
const areTwoCalls = (kind: StepKind | undefined, one: SpanFacts, other: SpanFacts): boolean =>
  kind === 'tool' && one.callId !== undefined && other.callId !== undefined && one.callId !== other.callId;

/** By the outer place: the one span of its kind directly below it, past spans that are no step, and within its time. */
function aloneInside(
  tree: SpanTree,
  kinds: readonly (StepKind | undefined)[],
  factsOf: (place: number) => SpanFacts,
): ReadonlyMap<number, number> {
  const above = nearestSteps(tree, kinds);
  const below = new Map<number, number[]>();
  for (const place of tree.downwards) {
    const holder = above[place] as number;
    const kind = kinds[place];
    if (holder === TOP || kinds[holder] !== kind || (kind !== 'model' && kind !== 'tool')) continue;
    const list = below.get(holder);
    if (list === undefined) below.set(holder, [place]);
    else list.push(place);
  }
  const inside = new Map<number, number>();
  for (const [outer, [inner, ...others]] of below) {
    if (inner === undefined || others.length > 0 || !within(tree, inner, outer)) continue;
    if (!areTwoCalls(kinds[inner], factsOf(outer), factsOf(inner))) inside.set(outer, inner);
  }
  return inside;
}

/** By place: the nearest step above, past spans that are none. */
function nearestSteps(tree: SpanTree, kinds: readonly (StepKind | undefined)[]): Int32Array {
  const above = new Int32Array(kinds.length).fill(TOP);
  for (const place of tree.downwards) {
    const parent = tree.parent[place] as number;
    if (parent === TOP) continue;
    above[place] = kinds[parent] === undefined ? (above[parent] as number) : parent;
  }
  return above;
}

function remarksOf(copies: readonly string[], differ: readonly (readonly string[])[]): readonly Remark[] {
  const remarks: Remark[] = [];
  const [first] = copies;
  if (first !== undefined) {
    remarks.push({
      said:
        copies.length === 1
          ? `Two spans tell one call of the agent and agree: they are one step and one witness; ${first} is the copy.`
          : `${copies.length} spans tell a call of the agent that another span tells too, and agree with it: they are one step and one witness; the first copy is ${first}.`,
      steps: [],
    });
  }
  if (differ.length > 0) {
    remarks.push({
      said: `${differ.length === 1 ? 'Two spans tell one call' : `${differ.length} pairs of spans tell one call each`} and do not agree about it: both are kept as steps.`,
      steps: differ.flat().slice(0, 20),
    });
  }
  return remarks;
}
