import { hasBit } from '../../lib/bit-matrix.ts';
import type { Pin } from '../../model/order.ts';
import type { Remark } from './evidence-of-order.ts';
import type { Component } from './solve-contexts.ts';
import type { Steps } from './steps.ts';

export interface PinnedPair {
  readonly pin: Pin;
  readonly from: number;
  readonly to: number;
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
  const blockOf = new Map<number, { block: number; component: number; place: number }>();
  for (const [c, component] of unpinned.entries()) {
    for (const [b, block] of component.blocks.entries()) {
      for (const [place, step] of block.nodes.entries()) blockOf.set(step, { component: c, block: b, place });
    }
  }
  const evidenceSays = (a: number, b: number): boolean => {
    const [x, y] = [blockOf.get(a), blockOf.get(b)];
    if (x === undefined || y === undefined || x.component !== y.component) return false;
    if (x.block !== y.block) return x.block < y.block;
    const matrix = unpinned[x.component]?.blocks[x.block]?.ordered;
    return matrix !== undefined && hasBit(matrix, x.place, y.place);
  };
  const fit: PinnedPair[] = [];
  const fight: PinnedPair[] = [];
  for (const pair of [...pairs].sort((a, b) => (a.pin.at < b.pin.at ? -1 : a.pin.at > b.pin.at ? 1 : 0))) {
    if (pathBack(pair, fit, evidenceSays) === undefined) fit.push(pair);
    else fight.push(pair);
  }
  return { fit, fight };
}

/** The pins that lead from a pair's end back to its start, with what the evidence says between them; undefined when none do. */
export function pathBack(
  pair: { readonly from: number; readonly to: number },
  pins: readonly PinnedPair[],
  evidenceSays: (a: number, b: number) => boolean,
): readonly PinnedPair[] | undefined {
  const reaches = (a: number, b: number): boolean => a === b || evidenceSays(a, b);
  if (reaches(pair.to, pair.from)) return [];
  const open: { at: number; path: readonly PinnedPair[] }[] = [{ at: pair.to, path: [] }];
  const used = new Set<PinnedPair>();
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    for (const pin of pins) {
      if (used.has(pin) || !reaches(next.at, pin.from)) continue;
      used.add(pin);
      const path = [...next.path, pin];
      if (reaches(pin.to, pair.from)) return path;
      open.push({ at: pin.to, path });
    }
  }
  return undefined;
}
