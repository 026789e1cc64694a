import type { Edge, OrderReading, Pin } from '../../model/order.ts';
import { deriveOrder } from './derive-order.ts';
import type { OrderInput } from './order-input.ts';

export type PinPreview =
  | { readonly is: 'accepted'; readonly before: OrderReading; readonly after: OrderReading }
  /** The edges, evidence and earlier pins, that lead from a pin's second step back to its first. */
  | { readonly is: 'refused'; readonly fights: readonly Edge[]; readonly reading: OrderReading };

/** What some pins would do, before they are accepted (design.md 5.5). They are tried one after the other. */
export function previewPins(input: OrderInput, before: OrderReading, add: readonly Pin[]): PinPreview {
  const edges: Edge[] = [...before.edges];
  const stepOf = new Map(before.steps.map((step) => [step.id, step.index]));
  for (const pin of add) {
    const [from, to] = [stepOf.get(pin.before), stepOf.get(pin.after)];
    if (from === undefined || to === undefined) continue;
    const fights = findPath(edges, to, from);
    if (fights !== undefined) return { is: 'refused', fights, reading: before };
    edges.push({ from, to, basis: 'pin', order: 'observation', why: `Pinned by ${pin.author}.` });
  }
  return { is: 'accepted', before, after: deriveOrder({ ...input, pins: [...input.pins, ...add] }) };
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
