import { NONE } from '../model/span-table.ts';
import { identity, type SpanForest } from './span-forest.ts';

/** A forest in which some nodes stand for all that hangs below them. */
export interface FoldedForest {
  readonly forest: SpanForest;
  /** By node of the folded forest: its step index, NONE for no step. */
  readonly step: Uint32Array;
  /** By node of the whole forest: the node that shows it, itself or what it is folded into. */
  readonly shownBy: Uint32Array;
  /** By node of the folded forest: the steps that are folded into it. */
  readonly inside: Uint32Array;
}

/**
 * Leaves out what hangs below folded steps. The kept nodes keep their order.
 * @param step by node: its step index, NONE for no step. @param folded step indices.
 */
export function foldForest(whole: SpanForest, step: Uint32Array, folded: ReadonlySet<number>): FoldedForest {
  const { count, downwards, parent } = whole;
  if (folded.size === 0)
    return { forest: whole, step, shownBy: identity(count), inside: new Uint32Array(count) };
  // what each node is folded into, as a node of the whole forest
  const into = new Uint32Array(count).fill(NONE);
  for (const node of downwards) {
    const above = parent[node] as number;
    if (above === NONE) continue;
    const held = into[above] as number;
    into[node] = held !== NONE ? held : folded.has(step[above] as number) ? above : NONE;
  }
  const kept = identity(count).filter((node) => into[node] === NONE);
  const shownBy = new Uint32Array(count).fill(NONE);
  kept.forEach((node, at) => {
    shownBy[node] = at;
  });
  const inside = new Uint32Array(kept.length);
  for (let node = 0; node < count; node++) {
    const held = into[node] as number;
    if (held === NONE) continue;
    const at = shownBy[held] as number;
    shownBy[node] = at;
    if (step[node] !== NONE) inside[at] = (inside[at] as number) + 1;
  }
  const keptBefore = (end: number): number => kept.reduce((sum, node) => (node < end ? sum + 1 : sum), 0);
  const { firstGhost, firstLogStep } = whole;
  const isKept = (node: number): boolean => into[node] === NONE;
  const forest: SpanForest = {
    count: kept.length,
    row: kept.map((node) => whole.row[node] as number),
    parent: kept.map((node) => {
      const above = parent[node] as number;
      return above === NONE ? NONE : (shownBy[above] as number);
    }),
    firstGhost: keptBefore(firstGhost),
    ghostIds: whole.ghostIds.filter((_, i) => isKept(firstGhost + i)),
    firstLogStep: keptBefore(firstLogStep),
    logSteps: whole.logSteps.filter((_, i) => isKept(firstLogStep + i)),
    downwards: downwards.filter(isKept).map((node) => shownBy[node] as number),
    base: whole.base,
    start: Float64Array.from(kept, (node) => whole.start[node] as number),
    end: Float64Array.from(kept, (node) => whole.end[node] as number),
  };
  return { forest, step: kept.map((node) => step[node] as number), shownBy, inside };
}
