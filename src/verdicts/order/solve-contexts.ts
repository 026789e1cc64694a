import { type BitMatrix, closeMatrix, copyMatrix, setBit } from '../../lib/bit-matrix.ts';
import { createDisjointSets } from '../../lib/disjoint-sets.ts';
import { pushTo } from '../../lib/push-to.ts';
import type { Edge, Step } from '../../model/order.ts';
import { type Member, type SiblingGroup, siblingGroups } from './clock.ts';
import type { Pair } from './cycles.ts';
import type { Chain } from './evidence-of-order.ts';
import type { Settled } from './settle-conflicts.ts';
import { type Block, type BlockInput, solveBlock } from './solve-block.ts';
import type { SpanTree } from './span-tree.ts';
import type { Steps } from './steps.ts';
import { cutIntoStages, type Stage } from './windows.ts';

/** Contexts that edges tie to each other, or one alone: what is ordered and counted together (design.md 5.4). */
export interface Component {
  readonly contexts: readonly number[];
  /** All blocks of one stage come before all of the next. */
  readonly blocks: readonly PinnedBlock[];
  /** False where some of it was too large to be solved together: fewer pairs are ordered then, never more. */
  readonly isWhole: boolean;
}

/** A block with what the examiner pinned in it. */
export interface PinnedBlock extends Block {
  /** Several blocks of one stage: too many steps to ask pair by pair, and nothing is known between one block and another. */
  readonly stage: number;
  /** What puts its stage after the one before it. */
  readonly after: Stage['after'];
  /** By witnesses, clock and pins, closed; the same as `ordered` without pins. */
  readonly pinned: BitMatrix;
}

/** Steps of which the order is asked: listed ones, and the outermost agents, whose place the listing needs. */
export const isOrdered = ({ steps, holderOf }: Steps, step: number): boolean =>
  steps[step]?.listed === true || (steps[step]?.kind === 'agent' && (holderOf[step] as number) < 0);

/** Components with pins in them; those that pins tie together are solved again, together. */
export function solvePinned(
  unpinned: readonly Component[],
  pins: readonly Pair[],
  solve: (pins: readonly Pair[]) => readonly Component[],
): readonly Component[] {
  const componentOf = new Map<number, Component>();
  for (const component of unpinned)
    for (const { nodes } of component.blocks) for (const step of nodes) componentOf.set(step, component);
  if (pins.some(({ from, to }) => componentOf.get(from) !== componentOf.get(to))) return solve(pins);
  const touched = new Set(pins.map(({ from }) => componentOf.get(from)));
  return unpinned.map((component) =>
    touched.has(component)
      ? {
          ...component,
          blocks: component.blocks.map((block) => ({ ...block, pinned: withPins(block, pins) })),
        }
      : component,
  );
}

/** @param pins which contexts they tie, and what they order in them. */
export function solveContexts(
  tree: SpanTree | undefined,
  found: Steps,
  settled: Settled,
  issue: readonly Chain[],
  pins: readonly Pair[],
): readonly Component[] {
  const { steps, contexts } = found;
  const contextOf = (step: number): number => steps[step]?.context ?? -1;
  const joining = createDisjointSets(contexts.length);
  const tie = (a: number, b: number): void => {
    if (contextOf(a) !== contextOf(b)) joining.join(contextOf(a), contextOf(b));
  };
  for (const edge of settled.edges) if (edge.basis !== 'parent') tie(edge.from, edge.to);
  for (const { steps: own } of issue) for (const step of own) tie(own[0] as number, step);
  for (const { from, to } of pins) tie(from, to);

  const groupsOf =
    tree === undefined
      ? new Map<number, readonly SiblingGroup[]>()
      : siblingGroups(tree, found, (step) => isOrdered(found, step));
  const edgesOf = new Map<number, Edge[]>();
  for (const edge of settled.edges) {
    const root = joining.find(contextOf(edge.from));
    if (root !== joining.find(contextOf(edge.to))) continue;
    pushTo(edgesOf, root, edge);
  }
  const issueOf = new Map<number, Chain[]>();
  for (const chain of issue) {
    const root = joining.find(contextOf(chain.steps[0] as number));
    pushTo(issueOf, root, chain);
  }
  const members = new Map<number, number[]>();
  for (const context of contexts) {
    const root = joining.find(context.index);
    pushTo(members, root, context.index);
  }
  const components: Component[] = [];
  for (const [root, tied] of members) {
    // contexts that are tied and together too large for a square of bits are solved apart: what only ties them is lost
    const apart = tied.length > 1 && countOrdered(found, tied) > MOST_TIED;
    for (const { own, edges, chains } of apart
      ? takeContextsApart(tied, steps, edgesOf.get(root) ?? [], issueOf.get(root) ?? [])
      : [{ own: tied, edges: edgesOf.get(root) ?? [], chains: issueOf.get(root) ?? [] }]) {
      const nodes = own
        .flatMap((context) => contexts[context]?.steps.filter((step) => isOrdered(found, step)) ?? [])
        .sort((a, b) => a - b);
      if (nodes.length === 0) continue;
      const groups = own.flatMap((context) => groupsOf.get(context) ?? []);
      const stages: readonly Stage[] =
        own.length > 1
          ? [{ after: 'witness', parts: [nodes] }]
          : cutIntoStages(nodes, settled.turns, groups, edges, chains);
      const blocks = solveParts(
        stages.flatMap(({ parts }) => parts),
        { steps, edges, turns: settled.turns, issue: chains, groups },
      );
      let done = 0;
      components.push({
        contexts: own,
        blocks: stages.flatMap(({ parts, after }, stage) =>
          parts.map(() => {
            const block = blocks[done++] as Block;
            return { ...block, stage, after, pinned: withPins(block, pins) };
          }),
        ),
        isWhole: !apart && stages.every(({ parts }) => parts.length === 1),
      });
    }
  }
  return components;
}

/** Each context with the edges that lie in it and the chains that touch it. */
function takeContextsApart(
  tied: readonly number[],
  steps: readonly Step[],
  edges: readonly Edge[],
  chains: readonly Chain[],
): readonly {
  readonly own: readonly number[];
  readonly edges: readonly Edge[];
  readonly chains: readonly Chain[];
}[] {
  const edgesIn = new Map<number, Edge[]>();
  for (const edge of edges) {
    const context = steps[edge.from]?.context;
    if (context !== undefined && context === steps[edge.to]?.context) pushTo(edgesIn, context, edge);
  }
  const chainsIn = new Map<number, Chain[]>();
  for (const chain of chains) {
    for (const context of new Set(chain.steps.map((step) => steps[step]?.context)))
      if (context !== undefined) pushTo(chainsIn, context, chain);
  }
  return tied.map((context) => ({
    own: [context],
    edges: edgesIn.get(context) ?? [],
    chains: chainsIn.get(context) ?? [],
  }));
}

/** Steps that tied contexts may have together: 2 MiB for each square of bits. */
const MOST_TIED = 4_096;

const countOrdered = (found: Steps, contexts: readonly number[]): number =>
  contexts.reduce(
    (sum, context) =>
      sum + (found.contexts[context]?.steps.filter((step) => isOrdered(found, step)).length ?? 0),
    0,
  );

/** Gives each part the edges and chains that lie in it. */
function solveParts(
  parts: readonly (readonly number[])[],
  shared: Omit<BlockInput, 'nodes'>,
): readonly Block[] {
  if (parts.length === 1) return [solveBlock({ ...shared, nodes: parts[0] as readonly number[] })];
  const partOf = new Map<number, number>();
  for (const [part, nodes] of parts.entries()) for (const step of nodes) partOf.set(step, part);
  const edges: Edge[][] = parts.map(() => []);
  for (const edge of shared.edges) {
    const part = partOf.get(edge.from);
    if (part !== undefined && part === partOf.get(edge.to)) edges[part]?.push(edge);
  }
  const issue: Chain[][] = parts.map(() => []);
  for (const chain of shared.issue) {
    for (const part of new Set(chain.steps.map((step) => partOf.get(step)))) {
      if (part !== undefined) issue[part]?.push(chain);
    }
  }
  const groups: Member[][][] = parts.map(() => []);
  for (const group of shared.groups) {
    const ofPart = new Map<number, Member[]>();
    for (const member of group) {
      for (const part of new Set(member.steps.map((step) => partOf.get(step)))) {
        if (part === undefined) continue;
        pushTo(ofPart, part, member);
      }
    }
    for (const [part, list] of ofPart) if (list.length > 1) groups[part]?.push(list);
  }
  return parts.map((nodes, part) =>
    solveBlock({
      ...shared,
      nodes,
      edges: edges[part] ?? [],
      issue: issue[part] ?? [],
      groups: groups[part] ?? [],
    }),
  );
}

function withPins(block: Block, pins: readonly Pair[]): BitMatrix {
  if (pins.length === 0) return block.ordered;
  const place = new Map(block.nodes.map((step, i) => [step, i]));
  const relation = copyMatrix(block.ordered);
  let any = false;
  for (const { from, to } of pins) {
    const [a, b] = [place.get(from), place.get(to)];
    if (a === undefined || b === undefined) continue;
    setBit(relation, a, b);
    any = true;
  }
  return any ? closeMatrix(relation) : block.ordered;
}
