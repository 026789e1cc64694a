import {
  type BitMatrix,
  closeMatrix,
  copyMatrix,
  hasBit,
  newBitMatrix,
  reachAll,
  setBit,
  topologicalOrder,
  unionOf,
} from '../../lib/bit-matrix.ts';
import { pushAll } from '../../lib/push-all.ts';
import { pushTo } from '../../lib/push-to.ts';
import type { Edge, Step } from '../../model/order.ts';
import { admitClock, clockRelation } from './admit-clock.ts';
import type { SiblingGroup } from './clock.ts';
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

/** Long sessions are cut into as many single steps: they share one square of nothing. */
const ALONE = newBitMatrix(1);

export function solveBlock(input: BlockInput): Block {
  const { nodes } = input;
  if (nodes.length === 1)
    return { nodes, witnessed: ALONE, ordered: ALONE, clocked: ALONE, issued: [], readOtherwise: [] };
  const place = new Map(nodes.map((step, i) => [step, i]));
  const strong = newBitMatrix(nodes.length);
  for (const { from, to } of input.edges) link(strong, place, from, to);
  linkTurns(strong, input);
  const observed = closeMatrix(strong);
  const { witnessed, issued, readOtherwise } = addIssue(observed, input, place);
  const clock = clockRelation(input.groups, place, nodes.length);
  const clocked = admitClock(witnessed, clock);
  const ordered = closeMatrix(unionOf(witnessed, clocked));
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
    pushTo(byTurn, turn, i);
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
      pushAll(issued, wanted);
      relation = closeMatrix(all);
    } else {
      // some of it would close a cycle: what lies on none is kept
      const both = reachAll(all);
      const kept = wanted.filter(({ a, b }) => !hasBit(both, b, a));
      const rest = copyMatrix(observed);
      for (const { a, b } of kept) setBit(rest, a, b);
      pushAll(issued, kept);
      relation = closeMatrix(rest);
    }
  }
  return { witnessed: relation, issued, readOtherwise };
}
