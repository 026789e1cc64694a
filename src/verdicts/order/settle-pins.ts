import { eachCover } from '../../lib/bit-matrix.ts';
import type { Pin } from '../../model/order.ts';
import { findCycles, type Pair } from './cycles.ts';
import type { Remark } from './evidence-of-order.ts';
import type { Component } from './solve-contexts.ts';
import type { Steps } from './steps.ts';

export interface PinnedPair extends Pair {
  readonly pin: Pin;
}

/** Pins whose steps are still there, as step pairs. */
export function findPins(
  pins: readonly Pin[],
  { steps }: Steps,
): { readonly pairs: readonly PinnedPair[]; readonly remarks: readonly Remark[] } {
  if (pins.length === 0) return { pairs: [], remarks: [] };
  const stepOf = new Map(steps.map((step) => [step.id, step.index]));
  const pairs: PinnedPair[] = [];
  const remarks: Remark[] = [];
  for (const pin of pins) {
    const [from, to] = [stepOf.get(pin.before), stepOf.get(pin.after)];
    if (from !== undefined && to !== undefined && from !== to) pairs.push({ pin, from, to });
    else
      remarks.push({
        said: 'A pin names a step that is not in this session; it orders nothing.',
        steps: [pin.before, pin.after],
      });
  }
  return { pairs, remarks };
}

/**
 * The pins that fit the evidence and each other, in the order they were made: one that would close a cycle orders
 * nothing. `unpinned` are the components as the evidence alone orders them.
 */
export function fittingPins(
  pairs: readonly PinnedPair[],
  unpinned: readonly Component[],
): { readonly fit: readonly PinnedPair[]; readonly fight: readonly PinnedPair[] } {
  if (pairs.length === 0) return { fit: [], fight: [] };
  const { size, edges } = evidenceGraph(unpinned, pairs);
  const fit: PinnedPair[] = [];
  const fight: PinnedPair[] = [];
  const sorted = [...pairs].sort((a, b) => (a.pin.at < b.pin.at ? -1 : a.pin.at > b.pin.at ? 1 : 0));
  // mostly all of them fit; where not, halves find the ones that fight without asking for each
  const open: (readonly PinnedPair[])[] = [sorted];
  for (let some = open.pop(); some !== undefined; some = open.pop()) {
    if (findCycles(size, [...edges, ...fit, ...some]).length === 0) fit.push(...some);
    else if (some.length === 1) fight.push(...some);
    else {
      const half = some.length >>> 1;
      open.push(some.slice(half), some.slice(0, half));
    }
  }
  return { fit, fight };
}

/** What the evidence says of the components that pins touch: neighbours, and a node between each stage and the next. */
function evidenceGraph(
  components: readonly Component[],
  pairs: readonly PinnedPair[],
): { readonly size: number; readonly edges: readonly Pair[] } {
  const pinned = new Set(pairs.flatMap(({ from, to }) => [from, to]));
  const touched = components.filter(({ blocks }) =>
    blocks.some(({ nodes }) => nodes.some((step) => pinned.has(step))),
  );
  let size = 0;
  for (const { blocks } of touched)
    for (const { nodes } of blocks) for (const step of nodes) size = Math.max(size, step + 1);
  const edges: Pair[] = [];
  for (const { blocks } of touched) {
    const firstGate = size;
    for (const { nodes, ordered, stage } of blocks) {
      eachCover(ordered, (a, b) => edges.push({ from: nodes[a] as number, to: nodes[b] as number }));
      const gate = firstGate + stage;
      size = gate + 1;
      for (const step of nodes) {
        edges.push({ from: step, to: gate });
        if (stage > 0) edges.push({ from: gate - 1, to: step });
      }
    }
  }
  return { size, edges };
}
