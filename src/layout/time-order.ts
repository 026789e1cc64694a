import { NONE } from '../model/span-table.ts';
import type { SpanForest } from './span-forest.ts';

/** Shares of the whole width, left of time 0: where what has no time stands. */
const NO_TIME_FROM = -0.05;
const NO_TIME_TO = -0.01;
/** For a session in which nothing has a time or everything one instant. */
const LEAST_WIDTH = 1;

/** Places on the time axis as the file has them, in ns after the base. */
export interface TimePlaces {
  readonly x0: Float64Array;
  readonly x1: Float64Array;
}

/**
 * What has only one of start and end stands there, and what has neither in a gutter before 0. A ghost reaches from its
 * first orphan to its last.
 */
export function timeOrder(forest: SpanForest): TimePlaces {
  const { count, start, end, parent, downwards, firstGhost, firstLogStep } = forest;
  const x0 = new Float64Array(count);
  const x1 = new Float64Array(count);
  const known = (a: number, b: number): number => (Number.isNaN(a) ? b : a);
  let width = LEAST_WIDTH;
  for (let node = 0; node < count; node++) {
    const [from, to] = [start[node] as number, end[node] as number];
    x0[node] = known(from, to);
    x1[node] = known(to, from);
    if ((x1[node] as number) > width) width = x1[node] as number;
  }
  for (let i = count - 1; i >= 0; i--) {
    const node = downwards[i] as number;
    const p = parent[node] as number;
    if (p === NONE || p < firstGhost || p >= firstLogStep || Number.isNaN(x0[node] as number)) continue;
    // NaN loses every comparison, so the first orphan with a time sets the ghost's
    if (!((x0[p] as number) <= (x0[node] as number))) x0[p] = x0[node] as number;
    if (!((x1[p] as number) >= (x1[node] as number))) x1[p] = x1[node] as number;
  }
  for (let node = 0; node < count; node++) {
    if (!Number.isNaN(x0[node] as number)) continue;
    x0[node] = width * NO_TIME_FROM;
    x1[node] = width * NO_TIME_TO;
  }
  return { x0, x1 };
}
