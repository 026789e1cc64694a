import type { Adjacency } from '../../lib/adjacency.ts';

/**
 * The place of every step in one order that respects all edges; among steps that are free, the one that stands first in
 * the step list comes first. Undefined where the edges close a cycle (a conflict): there is no such order.
 */
export function rankSteps({ first, next }: Adjacency): Uint32Array | undefined {
  const size = first.length - 1;
  const waiting = new Uint32Array(size);
  for (const to of next) waiting[to] = (waiting[to] as number) + 1;
  const free = createHeap(size);
  for (let step = 0; step < size; step++) if (waiting[step] === 0) free.push(step);
  const rank = new Uint32Array(size);
  let placed = 0;
  for (let step = free.pop(); step !== undefined; step = free.pop()) {
    rank[step] = placed++;
    for (let at = first[step] as number; at < (first[step + 1] as number); at++) {
      const to = next[at] as number;
      waiting[to] = (waiting[to] as number) - 1;
      if (waiting[to] === 0) free.push(to);
    }
  }
  return placed === size ? rank : undefined;
}

/** Gives the least of its numbers first. */
function createHeap(size: number): { push(value: number): void; pop(): number | undefined } {
  const heap = new Uint32Array(size);
  let count = 0;
  const at = (i: number): number => heap[i] as number;
  const swap = (i: number, j: number): void => {
    const kept = at(i);
    heap[i] = at(j);
    heap[j] = kept;
  };
  return {
    push(value) {
      let child = count++;
      heap[child] = value;
      while (child > 0) {
        const parent = (child - 1) >> 1;
        if (at(parent) <= at(child)) return;
        swap(parent, child);
        child = parent;
      }
    },
    pop() {
      if (count === 0) return undefined;
      const least = at(0);
      heap[0] = at(--count);
      let parent = 0;
      for (;;) {
        const left = 2 * parent + 1;
        const child = left + 1 < count && at(left + 1) < at(left) ? left + 1 : left;
        if (child >= count || at(parent) <= at(child)) return least;
        swap(parent, child);
        parent = child;
      }
    },
  };
}
