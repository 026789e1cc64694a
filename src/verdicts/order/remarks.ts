import { hasBit } from '../../lib/bit-matrix.ts';
import type { Step } from '../../model/order.ts';
import type { Remark } from './evidence-of-order.ts';
import type { OpenPairs } from './questions.ts';
import type { PinnedPair } from './settle-pins.ts';
import type { Component } from './solve-contexts.ts';

export const fightRemarks = (fight: readonly PinnedPair[]): readonly Remark[] =>
  fight.map(({ pin }) => ({
    said: `The pin of ${pin.author} (${pin.at}) contradicts the evidence or an earlier pin and orders nothing.`,
    steps: [pin.before, pin.after],
  }));

/** Issue and observation order that differ are no conflict but a fact (design.md 5.2). */
export function readOtherwise(steps: readonly Step[], components: readonly Component[]): readonly Remark[] {
  const seen = new Set<string>();
  return components.flatMap(({ blocks }) =>
    blocks.flatMap((block) =>
      block.readOtherwise.flatMap(({ from, to }): readonly Remark[] => {
        const key = `${from} ${to}`;
        if (seen.has(key) || !isReadBack(block, from, to)) return [];
        seen.add(key);
        const [a, b] = [steps[from] as Step, steps[to] as Step];
        return [{ said: `Asked ${a.name}, ${b.name}; read ${b.name}, ${a.name}.`, steps: [a.id, b.id] }];
      }),
    ),
  );
}

function isReadBack(block: Component['blocks'][number], from: number, to: number): boolean {
  const [a, b] = [block.nodes.indexOf(from), block.nodes.indexOf(to)];
  return a >= 0 && b >= 0 && hasBit(block.witnessed, b, a);
}

/** Steps that one sentence names; the rest is counted. */
const NAMED_MOST = 6;

/** Two engines that sort by time diverge where open steps start at the same moment (design.md 5.5). */
export function tieBreaks(steps: readonly Step[], open: OpenPairs): readonly Remark[] {
  const ties = open.questions.filter(({ why }) => why === 'tie');
  const [first] = ties;
  if (first === undefined) return [];
  const tied = [...new Set(ties.flatMap(({ a, b }) => [a, b]))].map((step) => steps[step] as Step);
  const byId = [steps[first.a] as Step, steps[first.b] as Step].sort((a, b) => (a.id < b.id ? -1 : 1));
  const more = ties.length === 1 ? '' : ` (and ${ties.length - 1} more such pairs)`;
  return [
    {
      said: `${byId[0]?.name} and ${byId[1]?.name} start at the same moment${more}. A tool that sorts by start time leaves them as the file has them; one that sorts by start time and span id puts ${byId[0]?.name} (${byId[0]?.id}) first. Neither is evidence.`,
      steps: tied.slice(0, NAMED_MOST).map(({ id }) => id),
    },
  ];
}

/** Where less is ordered than the evidence might say, because the square of the steps would not fit into memory. */
export function tooLarge(components: readonly Component[]): readonly Remark[] {
  const apart = components.filter(({ isWhole }) => !isWhole).flatMap(({ blocks }) => blocks);
  if (apart.length === 0) return [];
  const steps = apart.reduce((sum, { nodes }) => sum + nodes.length, 0);
  return [
    {
      said: `${steps} steps that belong together are too many to be asked pair by pair: they were asked in ${apart.length} parts, and between the parts neither clock nor pin orders anything. Fewer pairs are ordered than the evidence may order, never more.`,
      steps: [],
    },
  ];
}
