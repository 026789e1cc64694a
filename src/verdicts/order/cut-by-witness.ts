import { pushTo } from '../../lib/push-to.ts';
import type { Edge } from '../../model/order.ts';

/**
 * Cuts steps at those that witnesses order against every other: all of one part comes before all of the next, by
 * witnesses alone. Linear in steps and edges: going down the order, a step that is the only free one has everything that
 * is left behind it; going up, everything that is left before it; one for which both are all the others is such a step.
 *
 * @param turns by step; the steps of a turn come before those of the next.
 */
export function cutByWitness(
  nodes: readonly number[],
  edges: readonly Edge[],
  turns: readonly (number | undefined)[],
): readonly (readonly number[])[] {
  const graph = buildGraph(nodes, edges, turns);
  const down = walk(graph.size, graph.next, graph.before);
  const up = walk(graph.size, graph.before, graph.next);
  const parts: number[][] = [];
  let part: number[] = [];
  const close = (): void => {
    if (part.length > 0) parts.push(part.sort((a, b) => a - b));
    part = [];
  };
  for (const at of down.order) {
    const isBetween = (down.left[at] as number) + (up.left[at] as number) === graph.size - 1;
    if (isBetween) close();
    if (at < nodes.length) part.push(nodes[at] as number);
    if (isBetween) close();
  }
  close();
  return parts;
}

interface Graph {
  /** The steps, and behind them a node between each turn and the next. */
  readonly size: number;
  readonly next: readonly (readonly number[])[];
  readonly before: readonly (readonly number[])[];
}

function buildGraph(
  nodes: readonly number[],
  edges: readonly Edge[],
  turns: readonly (number | undefined)[],
): Graph {
  const place = new Map(nodes.map((step, i) => [step, i]));
  const next: number[][] = nodes.map(() => []);
  const before: number[][] = nodes.map(() => []);
  const link = (from: number, to: number): void => {
    next[from]?.push(to);
    before[to]?.push(from);
  };
  for (const edge of edges) {
    const [from, to] = [place.get(edge.from), place.get(edge.to)];
    if (from !== undefined && to !== undefined && from !== to) link(from, to);
  }
  const byTurn = new Map<number, number[]>();
  for (const [i, step] of nodes.entries()) {
    const turn = turns[step];
    if (turn === undefined) continue;
    pushTo(byTurn, turn, i);
  }
  const sorted = [...byTurn].sort(([a], [b]) => a - b);
  let above = -1;
  for (const [k, [, own]] of sorted.entries()) {
    const below = k === sorted.length - 1 ? -1 : next.push([]) - 1;
    if (below >= 0) before.push([]);
    if (above >= 0 && below >= 0) link(above, below);
    for (const i of own) {
      if (above >= 0) link(above, i);
      if (below >= 0) link(i, below);
    }
    above = below;
  }
  return { size: next.length, next, before };
}

/** Nodes before what they lead to; `left` is how many are left when a node is the only free one, else -1. */
function walk(
  size: number,
  next: readonly (readonly number[])[],
  before: readonly (readonly number[])[],
): { readonly order: readonly number[]; readonly left: Int32Array } {
  const waiting = Int32Array.from(before, (own) => own.length);
  const left = new Int32Array(size).fill(-1);
  const order: number[] = [];
  for (let node = 0; node < size; node++) if (waiting[node] === 0) order.push(node);
  for (let taken = 0; taken < order.length; taken++) {
    const node = order[taken] as number;
    if (taken === order.length - 1) left[node] = size - order.length;
    for (const to of next[node] ?? []) {
      waiting[to] = (waiting[to] as number) - 1;
      if (waiting[to] === 0) order.push(to);
    }
  }
  return { order, left };
}
