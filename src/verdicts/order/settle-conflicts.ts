import { pushTo } from '../../lib/push-to.ts';
import type { Conflict, Edge, Step } from '../../model/order.ts';
import { findCycles } from './cycles.ts';
import type { Chain } from './evidence-of-order.ts';

/** Witnesses that do not contradict each other, and what was taken out because they did. */
export interface Settled {
  /** Without cycles, turns included. */
  readonly edges: readonly Edge[];
  /** By step; a turn that contradicts another witness is none. */
  readonly turns: readonly (number | undefined)[];
  readonly conflicts: readonly Conflict[];
}

/** The pairs that neighbours in a chain make. */
export const edgesOfChain = (chain: Chain): readonly Edge[] =>
  chain.steps.slice(1).map((to, i) => edgeOfChain(chain, chain.steps[i] as number, to));

export const edgeOfChain = (chain: Chain, from: number, to: number): Edge => ({
  from,
  to,
  basis: chain.basis,
  order: chain.order,
  why: chain.why(from, to),
});

/**
 * Finds contradictions among witnesses: a cycle is a conflict of everything in it, and no order is taken from any of its
 * edges (design.md 5.2). Steps of a lower turn come before those of a higher one in their context; virtual nodes between
 * the turns keep that linear.
 */
export function settleConflicts(
  steps: readonly Step[],
  edges: readonly Edge[],
  turns: readonly (number | undefined)[],
): Settled {
  const { size, barriers } = turnBarriers(steps, turns);
  const cycles = findCycles(size, [...edges, ...barriers]);
  if (cycles.length === 0) return { edges, turns, conflicts: [] };
  const partOf = new Map<number, number>();
  for (const [part, nodes] of cycles.entries()) for (const node of nodes) partOf.set(node, part);
  const inside = (edge: { from: number; to: number }): boolean =>
    partOf.has(edge.from) && partOf.get(edge.from) === partOf.get(edge.to);
  const conflicts = cycles.map((nodes, part): Conflict => {
    const own = nodes.filter((node) => node < steps.length).sort((a, b) => a - b);
    const says = new Set(
      edges.filter((edge) => partOf.get(edge.from) === part && inside(edge)).map((edge) => edge.why),
    );
    if (nodes.some((node) => node >= steps.length)) says.add('The turn indices say otherwise.');
    return {
      spans: own.map((step) => steps[step]?.id ?? ''),
      why: `Witnesses contradict each other: ${[...says].sort().slice(0, 6).join(' ')}`,
    };
  });
  return {
    edges: edges.filter((edge) => !inside(edge)),
    turns: turns.map((turn, step) =>
      partOf.has(step) && isInTurnCycle(cycles, partOf, step, steps.length) ? undefined : turn,
    ),
    conflicts,
  };
}

const isInTurnCycle = (
  cycles: readonly (readonly number[])[],
  partOf: ReadonlyMap<number, number>,
  step: number,
  stepCount: number,
): boolean => cycles[partOf.get(step) ?? -1]?.some((node) => node >= stepCount) ?? false;

function turnBarriers(steps: readonly Step[], turns: readonly (number | undefined)[]) {
  const ofContext = new Map<number, Map<number, number[]>>();
  for (const step of steps) {
    const turn = turns[step.index];
    if (turn === undefined || step.kind === 'turn') continue;
    const byTurn = ofContext.get(step.context) ?? new Map<number, number[]>();
    pushTo(byTurn, turn, step.index);
    ofContext.set(step.context, byTurn);
  }
  let size = steps.length;
  const barriers: { from: number; to: number }[] = [];
  for (const byTurn of ofContext.values()) {
    let before = -1;
    for (const turn of [...byTurn.keys()].sort((a, b) => a - b)) {
      const after = size++;
      for (const step of byTurn.get(turn) ?? []) {
        if (before >= 0) barriers.push({ from: before, to: step });
        barriers.push({ from: step, to: after });
      }
      if (before >= 0) barriers.push({ from: before, to: after });
      before = after;
    }
  }
  return { size, barriers };
}

/**
 * Issue orders that contradict each other are a conflict too, settled among themselves; and where the observations of
 * some steps contradict, observation is not silent, so no issue order speaks for it (design.md 5.2).
 */
export function settleIssueChains(
  steps: readonly Step[],
  chains: readonly Chain[],
  observed: readonly Conflict[],
): { readonly chains: readonly Chain[]; readonly conflicts: readonly Conflict[] } {
  const none = steps.map(() => undefined);
  const { conflicts } = settleConflicts(steps, chains.flatMap(edgesOfChain), none);
  if (conflicts.length === 0 && observed.length === 0) return { chains, conflicts };
  const partOf = new Map<string, Conflict>();
  for (const conflict of [...observed, ...conflicts])
    for (const id of conflict.spans) partOf.set(id, conflict);
  const agreed = chains.map((chain) => {
    const parts = chain.steps.map((step) => partOf.get(steps[step]?.id ?? ''));
    const isDisputed = (i: number): boolean =>
      parts[i] !== undefined && parts.some((part, j) => j !== i && part === parts[i]);
    return { ...chain, steps: chain.steps.filter((_, i) => !isDisputed(i)) };
  });
  return { chains: agreed.filter((chain) => chain.steps.length > 1), conflicts };
}
