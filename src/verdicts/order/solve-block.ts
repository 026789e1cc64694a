import {
  type BitMatrix,
  clearBit,
  copyMatrix,
  eachBit,
  hasBit,
  isRowEmpty,
  newBitMatrix,
  orRow,
  setBit,
  topologicalOrder,
  transpose,
} from '../../lib/bit-matrix.ts';
import type { Edge, Step } from '../../model/order.ts';
import { isOverBefore, meet, type SiblingGroup } from './clock.ts';
import type { Chain } from './evidence-of-order.ts';
import { edgeOfChain } from './settle-conflicts.ts';

/** Steps that are ordered together: those of one context, or of several that edges tie to each other. */
export interface BlockInput {
  /** Step indices, ascending. */
  readonly nodes: readonly number[];
  readonly steps: readonly Step[];
  /** Settled edges whose ends both stand in the block. */
  readonly edges: readonly Edge[];
  readonly turns: readonly (number | undefined)[];
  /** Issue orders; parts outside of the block are passed over. */
  readonly issue: readonly Chain[];
  readonly groups: readonly SiblingGroup[];
}

/** What orders a block. Rows and columns are positions in `nodes`. */
export interface Block {
  readonly nodes: readonly number[];
  /** By witnesses alone, closed. */
  readonly witnessed: BitMatrix;
  /** With the single clock, closed. */
  readonly ordered: BitMatrix;
  /** Pairs that the clock was allowed to order. */
  readonly clocked: BitMatrix;
  /** Issue edges that were needed. */
  readonly issued: readonly { readonly edge: Edge; readonly oneTurn: boolean }[];
  /** Issue orders that observation contradicts: no conflict, a fact worth showing. */
  readonly readOtherwise: readonly Edge[];
}

export function solveBlock(input: BlockInput): Block {
  const { nodes } = input;
  const place = new Map(nodes.map((step, i) => [step, i]));
  const strong = newBitMatrix(nodes.length);
  for (const { from, to } of input.edges) link(strong, place, from, to);
  linkTurns(strong, input);
  const observed = closed(strong);
  const { witnessed, issued, readOtherwise } = addIssue(observed, input, place);
  const clock = clockRelation(input.groups, place, nodes.length);
  const clocked = admitClock(witnessed, clock.over, clock.meets);
  const ordered = closed(union(witnessed, clocked));
  return { nodes, witnessed, ordered, clocked, issued, readOtherwise };
}

function link(matrix: BitMatrix, place: ReadonlyMap<number, number>, from: number, to: number): void {
  const [a, b] = [place.get(from), place.get(to)];
  if (a !== undefined && b !== undefined && a !== b) setBit(matrix, a, b);
}

/** Every step of a turn before every step of the next turn of its context; later turns follow by closing. */
function linkTurns(matrix: BitMatrix, { nodes, steps, turns }: BlockInput): void {
  const ofContext = new Map<number, Map<number, number[]>>();
  for (const [i, step] of nodes.entries()) {
    const turn = turns[step];
    if (turn === undefined) continue;
    const context = steps[step]?.context ?? -1;
    const byTurn = ofContext.get(context) ?? new Map<number, number[]>();
    byTurn.set(turn, [...(byTurn.get(turn) ?? []), i]);
    ofContext.set(context, byTurn);
  }
  for (const byTurn of ofContext.values()) {
    const sorted = [...byTurn].sort(([a], [b]) => a - b);
    for (const [k, [, later]] of sorted.entries()) {
      const earlier = sorted[k - 1]?.[1] ?? [];
      for (const a of earlier) for (const b of later) setBit(matrix, a, b);
    }
  }
}

/** Closes a relation that has no cycle; rows are told in the order of the relation, so each is united with few others. */
export function closed(relation: BitMatrix): BitMatrix {
  const order = topologicalOrder(relation);
  if (order === undefined) throw new Error('a settled order has a cycle (a bug in Witnessmark)');
  const at = new Int32Array(relation.size);
  for (const [i, node] of order.entries()) at[node] = i;
  const out = newBitMatrix(relation.size);
  for (let i = order.length - 1; i >= 0; i--) {
    const node = order[i] as number;
    const direct: number[] = [];
    eachBit(relation, node, (next) => direct.push(next));
    direct.sort((a, b) => (at[a] as number) - (at[b] as number));
    for (const next of direct) {
      if (hasBit(out, node, next)) continue;
      orRow(out, node, out, next);
      setBit(out, node, next);
    }
  }
  return out;
}

export function union(a: BitMatrix, b: BitMatrix): BitMatrix {
  const out = copyMatrix(a);
  for (let row = 0; row < out.size; row++) orRow(out, row, b, row);
  return out;
}

/**
 * Issue order serves only where observation is silent, and never where it would close a cycle (design.md 5.1). Where a
 * pair of a chain was observed, the rest of the chain is taken pair by pair, so that what it says across that pair stays.
 */
function addIssue(observed: BitMatrix, { issue }: BlockInput, place: ReadonlyMap<number, number>) {
  const issued: { edge: Edge; oneTurn: boolean }[] = [];
  const readOtherwise: Edge[] = [];
  let relation = observed;
  const wanted: { a: number; b: number; edge: Edge; oneTurn: boolean }[] = [];
  for (const chain of issue) {
    const own = chain.steps.filter((step) => place.has(step));
    const isSilent = (a: number, b: number): boolean => {
      const [x, y] = [place.get(a) as number, place.get(b) as number];
      return !hasBit(observed, x, y) && !hasBit(observed, y, x);
    };
    const plain = own.every((step, i) => i === 0 || isSilent(own[i - 1] as number, step));
    for (let i = 0; i < own.length; i++) {
      const last = plain ? Math.min(i + 2, own.length) : own.length;
      for (let j = i + 1; j < last; j++) {
        const [from, to] = [own[i] as number, own[j] as number];
        const [a, b] = [place.get(from) as number, place.get(to) as number];
        if (isSilent(from, to))
          wanted.push({ a, b, edge: edgeOfChain(chain, from, to), oneTurn: chain.oneTurn });
        else if (hasBit(observed, b, a)) readOtherwise.push(edgeOfChain(chain, from, to));
      }
    }
  }
  if (wanted.length > 0) {
    const all = copyMatrix(observed);
    for (const { a, b } of wanted) setBit(all, a, b);
    if (topologicalOrder(all) !== undefined) {
      issued.push(...wanted);
      relation = closed(all);
    } else {
      // some of it would close a cycle: what lies on none is kept
      const both = reachAll(all);
      const kept = wanted.filter(({ a, b }) => !hasBit(both, b, a));
      const rest = copyMatrix(observed);
      for (const { a, b } of kept) setBit(rest, a, b);
      issued.push(...kept);
      relation = closed(rest);
    }
  }
  return { witnessed: relation, issued, readOtherwise };
}

/** Reachability in a relation that may have cycles (Warshall, a row at a time). */
function reachAll(relation: BitMatrix): BitMatrix {
  const out = copyMatrix(relation);
  for (let middle = 0; middle < out.size; middle++) {
    for (let row = 0; row < out.size; row++) if (hasBit(out, row, middle)) orRow(out, row, out, middle);
  }
  return out;
}

/** For every pair of a group: one over before the other starts, in one process; or meeting, or not known. */
function clockRelation(groups: readonly SiblingGroup[], place: ReadonlyMap<number, number>, size: number) {
  const over = newBitMatrix(size);
  const meets = newBitMatrix(size);
  for (const group of groups) {
    const members = group
      .map((member) => ({ ...member, own: member.steps.flatMap((step) => place.get(step) ?? []) }))
      .filter(({ own }) => own.length > 0);
    for (const [i, one] of members.entries()) {
      for (const other of members.slice(i + 1)) {
        const [a, b] = [one.interval, other.interval];
        if (meet(a, b) !== false) {
          mark(meets, one.own, other.own);
          mark(meets, other.own, one.own);
        } else if (one.resource === other.resource) {
          if (isOverBefore(a, b)) mark(over, one.own, other.own);
          else if (isOverBefore(b, a)) mark(over, other.own, one.own);
        }
      }
    }
  }
  return { over, meets };
}

function mark(matrix: BitMatrix, from: readonly number[], to: readonly number[]): void {
  for (const a of from) for (const b of to) if (a !== b) setBit(matrix, a, b);
}

/**
 * The pairs that the clock may order: never against a witness, and never by a chain that would order a pair which
 * meets and which no witness orders (design.md 5.2, `single-clock`). First each pair is held against what witnesses
 * put before and after it; then, where several clock pairs make such a chain together, all of those go.
 */
function admitClock(witnessed: BitMatrix, over: BitMatrix, meets: BitMatrix): BitMatrix {
  const { size } = witnessed;
  const clocked = copyMatrix(over);
  const before = transpose(witnessed);
  const open = openMeetings(witnessed, before, meets);
  const down = newBitMatrix(size);
  for (let x = 0; x < size; x++) {
    if (isRowEmpty(clocked, x)) continue;
    // what x, or anything witnessed before x, meets: nothing at or witnessed before that may come after x by the clock
    const bad = new Set<number>();
    eachBit(open, x, (q) => bad.add(q));
    eachBit(before, x, (p) => eachBit(open, p, (q) => bad.add(q)));
    for (const q of bad) {
      setBit(down, x, q);
      orRow(down, x, before, q);
    }
    eachBit(down, x, (y) => clearBit(clocked, x, y));
    eachBit(before, x, (y) => clearBit(clocked, x, y));
  }
  return withoutChains(witnessed, clocked, open);
}

/** Pairs that meet and that no witness orders. */
function openMeetings(witnessed: BitMatrix, before: BitMatrix, meets: BitMatrix): BitMatrix {
  const open = copyMatrix(meets);
  for (let row = 0; row < open.size; row++) {
    eachBit(meets, row, (column) => {
      if (hasBit(witnessed, row, column) || hasBit(before, row, column)) clearBit(open, row, column);
    });
  }
  return open;
}

function withoutChains(witnessed: BitMatrix, clocked: BitMatrix, open: BitMatrix): BitMatrix {
  const both = union(witnessed, clocked);
  const order = topologicalOrder(both);
  const reach = order === undefined ? reachAll(both) : closed(both);
  const { size } = reach;
  const out = copyMatrix(clocked);
  const drop = (from: number, to: number): void => {
    for (let x = 0; x < size; x++) {
      if (x !== from && !hasBit(reach, from, x)) continue;
      eachBit(clocked, x, (y) => {
        if (y === to || hasBit(reach, y, to)) clearBit(out, x, y);
      });
    }
  };
  for (let p = 0; p < size; p++) {
    // a step before itself lies on a cycle of clock and witness
    if (hasBit(reach, p, p)) drop(p, p);
    eachBit(open, p, (q) => {
      if (hasBit(reach, p, q)) drop(p, q);
    });
  }
  return out;
}
