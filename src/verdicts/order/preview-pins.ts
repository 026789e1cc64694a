import type { Edge, OrderReading, Pin } from '../../model/order.ts';
import { findCycles } from './cycles.ts';
import { pinOrder } from './derive-order.ts';
import type { EvidenceOrder } from './read-order.ts';

export type PinPreview =
  | { readonly is: 'accepted'; readonly before: OrderReading; readonly after: OrderReading }
  /** The edges, evidence and earlier pins, that lead from a pin's second step back to its first. */
  | { readonly is: 'refused'; readonly fights: readonly Edge[]; readonly reading: OrderReading };

/**
 * What some pins would do, before they are accepted (design.md 5.5): all of them, or the first that closes a cycle.
 * @param before with the pins that stand.
 */
export function previewPins(
  read: EvidenceOrder,
  before: OrderReading,
  pins: readonly Pin[],
  add: readonly Pin[],
): PinPreview {
  const stepOf = new Map(before.steps.map((step) => [step.id, step.index]));
  const pinned = add.flatMap((pin): readonly Edge[] => {
    const [from, to] = [stepOf.get(pin.before), stepOf.get(pin.after)];
    if (from === undefined || to === undefined) return [];
    return [{ from, to, basis: 'pin', order: 'observation', why: `Pinned by ${pin.author}.` }];
  });
  const fights = findFight(before, pinned);
  if (fights !== undefined) return { is: 'refused', fights, reading: before };
  return { is: 'accepted', before, after: pinOrder(read, [...pins, ...add]) };
}

/** The way back from the first pin that closes a cycle with what stands and the pins before it; undefined where none does. */
function findFight({ edges, steps }: OrderReading, pins: readonly Edge[]): readonly Edge[] | undefined {
  const isFree = (count: number): boolean => {
    const own = pins.slice(0, count);
    return (
      own.every(({ from, to }) => from !== to) && findCycles(steps.length, [...edges, ...own]).length === 0
    );
  };
  if (isFree(pins.length)) return undefined;
  // the fewest pins that close a cycle
  let [free, closed] = [0, pins.length];
  while (closed - free > 1) {
    const middle = (free + closed) >>> 1;
    if (isFree(middle)) free = middle;
    else closed = middle;
  }
  const { from, to } = pins[free] as Edge;
  return findPath([...edges, ...pins.slice(0, free)], to, from);
}

/** The shortest way along edges; empty when both are one step. */
function findPath(edges: readonly Edge[], from: number, to: number): readonly Edge[] | undefined {
  const leaving = new Map<number, Edge[]>();
  for (const edge of edges) {
    const list = leaving.get(edge.from);
    if (list === undefined) leaving.set(edge.from, [edge]);
    else list.push(edge);
  }
  const cameBy = new Map<number, Edge | undefined>([[from, undefined]]);
  const open = [from];
  for (let i = 0; i < open.length; i++) {
    const at = open[i] as number;
    if (at === to) {
      const path: Edge[] = [];
      for (let edge = cameBy.get(at); edge !== undefined; edge = cameBy.get(edge.from)) path.unshift(edge);
      return path;
    }
    for (const edge of leaving.get(at) ?? []) {
      if (cameBy.has(edge.to)) continue;
      cameBy.set(edge.to, edge);
      open.push(edge.to);
    }
  }
  return undefined;
}
