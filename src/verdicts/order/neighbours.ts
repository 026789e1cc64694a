import { eachBit, eachCover, hasBit, isRowEmpty } from '../../lib/bit-matrix.ts';
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
  const placeOf = new Map<number, { component: Component; block: PinnedBlock; place: number }>();
  for (const component of components) {
    for (const block of component.blocks)
      for (const [place, step] of block.nodes.entries()) placeOf.set(step, { component, block, place });
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
      (x.block === y.block
        ? hasBit(x.block.clocked, x.place, y.place)
        : x.component === y.component &&
          x.block.stage < y.block.stage &&
          y.block.after === 'single-clock' &&
          known === undefined);
    if (byClock) {
      return {
        from,
        to,
        basis: 'single-clock',
        order: 'observation',
        why: `One process's clock: ${steps[from]?.name} was over before ${steps[to]?.name} started, and no witness of their order could be joined to both.`,
      };
    }
    return known;
  };
}

/**
 * The neighbours of the order: what is drawn, not the closure (design.md 5.5). Parent edges are drawn as they are, and
 * so are those between contexts that were too large to be solved together.
 */
export function drawnEdges(
  edges: readonly Edge[],
  components: readonly Component[],
  direct: DirectEdge,
): readonly Edge[] {
  const parents = edges.filter(({ basis }) => basis === 'parent');
  const drawn: Edge[] = [...parents, ...edgesBetween(components, edges)];
  const childrenOf = new Map<number, Set<number>>();
  for (const { from, to } of parents) {
    const known = childrenOf.get(from);
    if (known === undefined) childrenOf.set(from, new Set([to]));
    else known.add(to);
  }
  const draw = (from: number, to: number): void => {
    const edge = childrenOf.get(from)?.has(to) === true ? undefined : direct(from, to);
    if (edge !== undefined) drawn.push(edge);
  };
  for (const { blocks } of components) {
    for (const block of blocks) {
      eachCover(block.pinned, (a, b) => draw(block.nodes[a] as number, block.nodes[b] as number));
    }
    const stages = stagesOf(blocks);
    for (let i = 1; i < stages.length; i++) {
      const [last, first] = [stages[i - 1]?.flatMap(lastOf) ?? [], stages[i]?.flatMap(firstOf) ?? []];
      for (const from of last) for (const to of first) draw(from, to);
    }
  }
  return drawn;
}

function edgesBetween(components: readonly Component[], edges: readonly Edge[]): readonly Edge[] {
  if (components.every(({ isWhole }) => isWhole)) return [];
  const componentOf = new Map<number, Component>();
  for (const component of components)
    for (const { nodes } of component.blocks) for (const step of nodes) componentOf.set(step, component);
  return edges.filter(
    ({ from, to, basis }) => basis !== 'parent' && componentOf.get(from) !== componentOf.get(to),
  );
}

/** Blocks by their stage, in order. */
export function stagesOf(blocks: readonly PinnedBlock[]): readonly (readonly PinnedBlock[])[] {
  const stages: PinnedBlock[][] = [];
  for (const block of blocks) {
    const own = stages[block.stage];
    if (own === undefined) stages[block.stage] = [block];
    else own.push(block);
  }
  return stages;
}

const lastOf = ({ nodes, pinned }: PinnedBlock): readonly number[] =>
  nodes.filter((_, i) => isRowEmpty(pinned, i));

function firstOf({ nodes, pinned }: PinnedBlock): readonly number[] {
  const isAfter = new Uint8Array(pinned.size);
  for (let row = 0; row < pinned.size; row++) {
    eachBit(pinned, row, (column) => {
      isAfter[column] = 1;
    });
  }
  return nodes.filter((_, i) => isAfter[i] === 0);
}

/** How many drawn edges rest on each basis. */
export function countBases(edges: readonly Edge[]): Readonly<Record<Basis, number>> {
  const counts = Object.fromEntries(BASES.map((basis) => [basis, 0])) as Record<Basis, number>;
  for (const { basis } of edges) counts[basis]++;
  return counts;
}
