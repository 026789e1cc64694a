import {
  type BitMatrix,
  eachBit,
  hasBit,
  newBitMatrix,
  orRow,
  topologicalOrder,
  transpose,
} from '../../lib/bit-matrix.ts';
import { BASES, type Basis, type Edge, type Step } from '../../model/order.ts';
import type { PinnedPair } from './settle-pins.ts';
import type { Component, PinnedBlock } from './solve-contexts.ts';

/** Why one step comes directly before another. */
export type DirectEdge = (from: number, to: number) => Edge | undefined;

/** The strongest edge that stands between two steps themselves: a witness before the clock, and that before a pin. */
export function directEdges(
  steps: readonly Step[],
  edges: readonly Edge[],
  turns: readonly (number | undefined)[],
  components: readonly Component[],
  pins: readonly PinnedPair[],
): DirectEdge {
  const n = steps.length;
  const best = new Map<number, Edge>();
  const offer = (edge: Edge): void => {
    const key = edge.from * n + edge.to;
    const known = best.get(key);
    if (known === undefined || BASES.indexOf(edge.basis) < BASES.indexOf(known.basis)) best.set(key, edge);
  };
  for (const edge of edges) offer(edge);
  for (const { blocks } of components)
    for (const block of blocks) for (const { edge } of block.issued) offer(edge);
  for (const { pin, from, to } of pins) {
    offer({
      from,
      to,
      basis: 'pin',
      order: 'observation',
      why: `Pinned by ${pin.author} (${pin.at}): ${pin.reason}`,
    });
  }
  const placeOf = new Map<number, { block: PinnedBlock; place: number }>();
  for (const { blocks } of components) {
    for (const block of blocks)
      for (const [place, step] of block.nodes.entries()) placeOf.set(step, { block, place });
  }
  return (from, to) => {
    const known = best.get(from * n + to);
    if (known !== undefined && known.basis !== 'pin') return known;
    const [a, b] = [turns[from], turns[to]];
    if (a !== undefined && b !== undefined && a < b && steps[from]?.context === steps[to]?.context) {
      return {
        from,
        to,
        basis: 'sequence',
        order: 'observation',
        why: `Turn ${a} comes before turn ${b} (turn index).`,
      };
    }
    const [x, y] = [placeOf.get(from), placeOf.get(to)];
    const byClock =
      x !== undefined &&
      y !== undefined &&
      (x.block === y.block ? hasBit(x.block.clocked, x.place, y.place) : known === undefined);
    if (byClock) {
      return {
        from,
        to,
        basis: 'single-clock',
        order: 'observation',
        why: `One process's clock: ${steps[from]?.name} was over before ${steps[to]?.name} started, and nothing else says so.`,
      };
    }
    return known;
  };
}

/** The neighbours of the order: what is drawn, not the closure (design.md 5.5). Parent edges are drawn as they are. */
export function drawnEdges(
  parents: readonly Edge[],
  components: readonly Component[],
  direct: DirectEdge,
): readonly Edge[] {
  const drawn: Edge[] = [...parents];
  const isParent = new Set(parents.map((edge) => `${edge.from} ${edge.to}`));
  const draw = (from: number, to: number): void => {
    const edge = isParent.has(`${from} ${to}`) ? undefined : direct(from, to);
    if (edge !== undefined) drawn.push(edge);
  };
  for (const { blocks } of components) {
    for (const [i, block] of blocks.entries()) {
      eachCover(block.pinned, (a, b) => draw(block.nodes[a] as number, block.nodes[b] as number));
      const next = blocks[i + 1];
      if (next === undefined) continue;
      for (const from of lastOf(block)) for (const to of firstOf(next)) draw(from, to);
    }
  }
  return drawn;
}

/** Pairs of a closed order with nothing between them. */
function eachCover(order: BitMatrix, visit: (a: number, b: number) => void): void {
  const sequence = topologicalOrder(order);
  if (sequence === undefined) return;
  const at = new Int32Array(order.size);
  for (const [i, node] of sequence.entries()) at[node] = i;
  const covered = newBitMatrix(order.size);
  for (let a = 0; a < order.size; a++) {
    const after: number[] = [];
    eachBit(order, a, (b) => after.push(b));
    after.sort((x, y) => (at[x] as number) - (at[y] as number));
    for (const b of after) {
      if (hasBit(covered, a, b)) continue;
      visit(a, b);
      orRow(covered, a, order, b);
    }
  }
}

const lastOf = ({ nodes, pinned }: PinnedBlock): readonly number[] =>
  nodes.filter((_, i) => {
    let any = false;
    eachBit(pinned, i, () => {
      any = true;
    });
    return !any;
  });

const firstOf = ({ nodes, pinned }: PinnedBlock): readonly number[] => {
  const before = transpose(pinned);
  return lastOf({ nodes, pinned: before } as PinnedBlock);
};

/** How many drawn edges rest on each basis. */
export function countBases(edges: readonly Edge[]): Readonly<Record<Basis, number>> {
  const counts = Object.fromEntries(BASES.map((basis) => [basis, 0])) as Record<Basis, number>;
  for (const { basis } of edges) counts[basis]++;
  return counts;
}
