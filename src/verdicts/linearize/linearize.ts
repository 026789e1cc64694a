import { topologicalOrder } from '../../lib/bit-matrix.ts';
import type { Edge, LinearStep } from '../../model/order.ts';
import type { DirectEdge } from '../order/neighbours.ts';
import type { Component } from '../order/solve-contexts.ts';
import type { Steps } from '../order/steps.ts';

/**
 * The one order of a session whose contexts are all in order (design.md 5.4): depth first, a sub-agent's steps after it,
 * where that respects every edge, else interleaved. Outermost agents and turns are contexts and are not listed.
 */
export function linearize(
  found: Steps,
  components: readonly Component[],
  edges: readonly Edge[],
  direct: DirectEdge,
): readonly LinearStep[] {
  const rowOf = orderOfContexts(found, components);
  const depthFirst = walkDown(found, rowOf);
  const sequence = respects(depthFirst, edges) ? depthFirst : interleave(found, depthFirst, edges, rowOf);
  const listed = sequence.filter((step) => found.steps[step]?.listed === true);
  const before = new Map<number, number>();
  const after = new Map<number, number>();
  for (const row of rowOf.values()) {
    const own = row.filter((step) => found.steps[step]?.listed === true);
    for (const [i, step] of own.entries()) {
      if (i === 0) continue;
      before.set(step, own[i - 1] as number);
      after.set(own[i - 1] as number, step);
    }
  }
  return listed.map((step, i): LinearStep => {
    const previous = listed[i - 1];
    // the neighbour in the list, where something orders the two; else the neighbour in the step's own context
    const basis =
      (previous === undefined ? undefined : direct(previous, step)?.basis) ??
      (before.has(step) ? direct(before.get(step) as number, step)?.basis : undefined) ??
      (after.has(step) ? direct(step, after.get(step) as number)?.basis : undefined);
    return { step, basis: basis ?? 'parent' };
  });
}

/** The steps of each context in their order. */
function orderOfContexts(
  { steps }: Steps,
  components: readonly Component[],
): ReadonlyMap<number, readonly number[]> {
  const rows = new Map<number, number[]>();
  for (const { blocks } of components) {
    for (const { nodes, pinned } of blocks) {
      for (const place of topologicalOrder(pinned) ?? []) {
        const step = nodes[place] as number;
        const context = steps[step]?.context ?? -1;
        const row = rows.get(context);
        if (row === undefined) rows.set(context, [step]);
        else row.push(step);
      }
    }
  }
  return rows;
}

function walkDown({ contexts }: Steps, rowOf: ReadonlyMap<number, readonly number[]>): readonly number[] {
  const heldBy = new Map<number, number>();
  for (const { holder, index } of contexts) if (holder !== undefined) heldBy.set(holder, index);
  const out: number[] = [];
  const open = contexts
    .filter(({ holder }) => holder === undefined)
    .map(({ index }) => ({ row: rowOf.get(index) ?? [], at: 0 }))
    .reverse();
  for (let top = open[open.length - 1]; top !== undefined; top = open[open.length - 1]) {
    const step = top.row[top.at++];
    if (step === undefined) {
      open.pop();
      continue;
    }
    out.push(step);
    const inner = heldBy.get(step);
    if (inner !== undefined) open.push({ row: rowOf.get(inner) ?? [], at: 0 });
  }
  return out;
}

function respects(sequence: readonly number[], edges: readonly Edge[]): boolean {
  const at = new Map(sequence.map((step, i) => [step, i]));
  return edges.every(({ from, to }) => {
    const [a, b] = [at.get(from), at.get(to)];
    return a === undefined || b === undefined || a < b;
  });
}

/** Every edge, every context's own order, and of what is free the depth-first place first. */
function interleave(
  found: Steps,
  depthFirst: readonly number[],
  edges: readonly Edge[],
  rowOf: ReadonlyMap<number, readonly number[]>,
): readonly number[] {
  const place = new Map(depthFirst.map((step, i) => [step, i]));
  const next = new Map<number, number[]>();
  const waiting = new Map<number, number>();
  const add = (from: number, to: number): void => {
    if (!place.has(from) || !place.has(to)) return;
    const list = next.get(from);
    if (list === undefined) next.set(from, [to]);
    else list.push(to);
    waiting.set(to, (waiting.get(to) ?? 0) + 1);
  };
  for (const { from, to } of edges) add(from, to);
  for (const row of rowOf.values())
    for (const [i, step] of row.entries()) if (i > 0) add(row[i - 1] as number, step);
  for (const { holder, index } of found.contexts) {
    const first = rowOf.get(index)?.[0];
    if (holder !== undefined && first !== undefined) add(holder, first);
  }
  const free = depthFirst.filter((step) => (waiting.get(step) ?? 0) === 0);
  const out: number[] = [];
  while (free.length > 0) {
    let best = 0;
    for (let i = 1; i < free.length; i++) {
      if ((place.get(free[i] as number) ?? 0) < (place.get(free[best] as number) ?? 0)) best = i;
    }
    const [step] = free.splice(best, 1) as [number];
    out.push(step);
    for (const to of next.get(step) ?? []) {
      const left = (waiting.get(to) ?? 0) - 1;
      waiting.set(to, left);
      if (left === 0) free.push(to);
    }
  }
  return out;
}
