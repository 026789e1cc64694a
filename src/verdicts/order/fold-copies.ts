import type { HistoryItem, SpanFacts, StepKind } from '../../model/span.ts';
import type { Remark } from './evidence-of-order.ts';
import { endOf, type SpanTree, spanIdOf, startOf, TOP } from './span-tree.ts';

export interface FoldedCopies {
  /** By place: what is a step; a copy is none, though its span is shown. */
  readonly kinds: readonly (StepKind | undefined)[];
  readonly remarks: readonly Remark[];
}

/**
 * Two instrumentations of one call (formats.md 3.17): model or tool spans nested in each other, each alone of its kind in
 * the other and within its time, of which two say the same. They, and what stands between them, are one step and one
 * witness; it is told that they agree. Where two speak and differ, all are kept, and that is told. Spans that say nothing
 * prove nothing.
 */
export function foldCopies(
  tree: SpanTree,
  kinds: readonly (StepKind | undefined)[],
  factsOf: (place: number) => SpanFacts,
): FoldedCopies {
  const inside = aloneInside(tree, kinds);
  const isInside = new Set(inside.values());
  const folded = kinds.slice();
  const found = { agree: 0, differ: [] as string[] };
  let first: string | undefined;
  for (const head of inside.keys()) {
    if (isInside.has(head)) continue;
    const chain = [head];
    for (let at = inside.get(head); at !== undefined; at = inside.get(at)) chain.push(at);
    const speak = kinds[head] === 'tool' ? speakOfCall : speakOfMessages;
    const speaking = chain.filter((place) => speak(factsOf(place)).some((one) => one !== undefined));
    const reading = readCopies(speaking.map((place) => speak(factsOf(place))));
    if (reading === 'unknown') continue;
    if (reading === 'differ') {
      for (const place of speaking.slice(0, 2)) found.differ.push(spanIdOf(tree, place));
      continue;
    }
    const kept = speaking[reading] as number;
    const [from, to] = [chain.indexOf(speaking[0] as number), chain.indexOf(speaking.at(-1) as number)];
    for (const place of chain.slice(from, to + 1)) {
      if (place === kept) continue;
      folded[place] = undefined;
      found.agree++;
      first ??= spanIdOf(tree, place);
    }
  }
  return { kinds: folded, remarks: remarksOf(found, first) };
}

/** By the outer place: the one span of its kind directly below it, past spans that are no step, and within its time. */
function aloneInside(tree: SpanTree, kinds: readonly (StepKind | undefined)[]): ReadonlyMap<number, number> {
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
    if (inner !== undefined && others.length === 0 && contains(tree, outer, inner)) inside.set(outer, inner);
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

function contains(tree: SpanTree, outer: number, inner: number): boolean {
  const [from, to] = [startOf(tree, outer), endOf(tree, outer)];
  const [start, end] = [startOf(tree, inner), endOf(tree, inner)];
  if (from === undefined || to === undefined || start === undefined || end === undefined) return false;
  return from <= start && end <= to;
}

/** What a span says of its call, in parts that can be held against those of another; undefined where it says nothing. */
type Said = readonly (string | undefined)[];

/** Calls and results by their ids, in their order; without ids by the tool. A history that is cut is no whole word. */
const speakOfMessages = ({ inputHistory, outputHistory, historyCut }: SpanFacts): Said =>
  historyCut === true
    ? [undefined, undefined]
    : [inputHistory, outputHistory].map((items) =>
        items === undefined ? undefined : JSON.stringify(items.map(namesOf)),
      );

const namesOf = ({ is, callId, tool }: HistoryItem) => [is, callId ?? tool ?? ''];

/** Without a call id nothing shows that two tool spans are of one call. */
const speakOfCall = ({ callId, indices, toolInput, toolOutput }: SpanFacts): Said =>
  callId === undefined
    ? [undefined]
    : [
        JSON.stringify([callId, (indices ?? []).map(({ key, raw }) => [key, raw])]),
        toolInput?.equalityKey,
        toolOutput?.equalityKey,
      ];

/** @returns the position of the first that says all that any of them says; the order is from the outermost inwards. */
function readCopies(said: readonly Said[]): number | 'differ' | 'unknown' {
  const [outermost] = said;
  if (outermost === undefined || said.length < 2) return 'unknown';
  const parts = outermost.map((_, part) => new Set(said.flatMap((one) => one[part] ?? [])));
  if (parts.some((texts) => texts.size > 1)) return 'differ';
  // two spans that speak of different parts agree on nothing
  const isShared = parts.some((_, part) => said.filter((one) => one[part] !== undefined).length > 1);
  const whole = said.findIndex((one) =>
    one.every((text, part) => text !== undefined || parts[part]?.size === 0),
  );
  return isShared && whole >= 0 ? whole : 'unknown';
}

function remarksOf(
  { agree, differ }: { readonly agree: number; readonly differ: readonly string[] },
  first: string | undefined,
): readonly Remark[] {
  const pairs = differ.length / 2;
  return [
    ...(agree === 0 || first === undefined
      ? []
      : [
          {
            said:
              agree === 1
                ? `Two spans tell one call of the agent, one inside the other, and agree: they are one step and one witness; ${first} is the copy.`
                : `${agree} spans tell a call of the agent that a span around or inside them tells too, and agree with it: each pair is one step and one witness; the first copy is ${first}.`,
            steps: [],
          },
        ]),
    ...(pairs === 0
      ? []
      : [
          {
            said: `${pairs === 1 ? 'Two spans, one inside the other, tell one call' : `${pairs} pairs of spans, one inside the other, tell one call each`} and do not agree on what went in or came out: both are kept as steps.`,
            steps: differ.slice(0, 20),
          },
        ]),
  ];
}
