import type { SpanFacts, StepKind } from '../../model/span.ts';
import { agreement, saidOfCall } from './said-of-call.ts';
import { type SpanTree, TOP, within } from './span-tree.ts';

/**
 * Two spans beside each other that two instrumentations made of one call: of one parent and kind, out of scopes of
 * different names, one within the time of the other, and the only two of the session that tell this call id (of a model:
 * an answer with these call ids). A retry has one scope, and a wrong id stands more often.
 */
export function twinCopies(
  tree: SpanTree,
  kinds: readonly (StepKind | undefined)[],
  factsOf: (place: number) => SpanFacts,
): { readonly copies: readonly number[]; readonly differ: readonly (readonly [number, number])[] } {
  const told = new Map<string, number[]>();
  for (const [place, kind] of kinds.entries()) {
    const call = callOf(kind, factsOf(place));
    if (call === undefined) continue;
    const list = told.get(call);
    if (list === undefined) told.set(call, [place]);
    else list.push(place);
  }
  const copies: number[] = [];
  const differ: (readonly [number, number])[] = [];
  const hasSteps = stepsBelow(tree, kinds);
  for (const [one, two, ...others] of told.values()) {
    if (one === undefined || two === undefined || others.length > 0) continue;
    if (!areTwins(tree, one, two) || factsOf(one).toolName !== factsOf(two).toolName) continue;
    const pair: readonly [number, number] = within(tree, two, one) ? [one, two] : [two, one];
    const agreed = agreement(pair.map((place) => saidOfCall(kinds[place], factsOf(place))));
    if (agreed === 'differ') differ.push(pair);
    if (agreed === 'differ' || agreed === 'unknown') continue;
    // steps below a copy would stand beside the one that is kept
    const kept = agreed.find((at) => hasSteps[pair[1 - at] as number] === 0);
    if (kept !== undefined) copies.push(pair[1 - kept] as number);
  }
  return { copies, differ };
}

/** The call that a span tells, where ids name it. */
function callOf(kind: StepKind | undefined, { callId, outputHistory }: SpanFacts): string | undefined {
  if (kind === 'tool') return callId === undefined ? undefined : JSON.stringify([kind, callId]);
  if (kind !== 'model' || outputHistory === undefined || outputHistory.length === 0) return undefined;
  const ids = outputHistory.map((item) => item.callId);
  return ids.includes(undefined) ? undefined : JSON.stringify([kind, ids]);
}

function areTwins(tree: SpanTree, one: number, two: number): boolean {
  const parent = tree.parent[one] as number;
  if (parent === TOP || parent !== tree.parent[two]) return false;
  const { scope, strings } = tree.spans;
  const [first, second] = [one, two].map(
    (place) => strings[scope[tree.rows[place] as number] as number] ?? '',
  );
  if (first === '' || second === '' || first === second) return false;
  return within(tree, one, two) || within(tree, two, one);
}

/** By place: 1 where a step hangs below. */
function stepsBelow(tree: SpanTree, kinds: readonly (StepKind | undefined)[]): Uint8Array {
  const below = new Uint8Array(kinds.length);
  for (let i = tree.downwards.length - 1; i >= 0; i--) {
    const place = tree.downwards[i] as number;
    const parent = tree.parent[place] as number;
    if (parent !== TOP && (kinds[place] !== undefined || below[place] === 1)) below[parent] = 1;
  }
  return below;
}
