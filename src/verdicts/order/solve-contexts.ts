import { type BitMatrix, copyMatrix, setBit } from '../../lib/bit-matrix.ts';
import type { Edge } from '../../model/order.ts';
import { type SiblingGroup, siblingGroups } from './clock.ts';
import { newJoining } from './components.ts';
import type { Chain } from './evidence-of-order.ts';
import type { Settled } from './settle-conflicts.ts';
import { type Block, closed, solveBlock } from './solve-block.ts';
import type { SpanTree } from './span-tree.ts';
import type { Steps } from './steps.ts';
import { cutIntoWindows, type Windows } from './windows.ts';

/** Contexts that edges tie to each other, or one alone: what is ordered and counted together (design.md 5.4). */
export interface Component {
  readonly contexts: readonly number[];
  /** In series: all of one block before all of the next. */
  readonly blocks: readonly PinnedBlock[];
  readonly between: Windows['between'];
}

/** A block with what the examiner pinned in it. */
export interface PinnedBlock extends Block {
  /** By witnesses, clock and pins, closed; the same as `ordered` without pins. */
  readonly pinned: BitMatrix;
}

/** Steps of which the order is asked: listed ones, and the outermost agents, whose place the listing needs. */
export const isOrdered = ({ steps, holderOf }: Steps, step: number): boolean =>
  steps[step]?.listed === true || (steps[step]?.kind === 'agent' && (holderOf[step] as number) < 0);

export function solveContexts(
  tree: SpanTree | undefined,
  found: Steps,
  settled: Settled,
  issue: readonly Chain[],
  pins: readonly { readonly from: number; readonly to: number }[],
): readonly Component[] {
  const { steps, contexts } = found;
  const contextOf = (step: number): number => steps[step]?.context ?? -1;
  const joining = newJoining(contexts.length);
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
    const root = joining.rootOf(contextOf(edge.from));
    if (root !== joining.rootOf(contextOf(edge.to))) continue;
    const list = edgesOf.get(root);
    if (list === undefined) edgesOf.set(root, [edge]);
    else list.push(edge);
  }
  const issueOf = new Map<number, Chain[]>();
  for (const chain of issue) {
    const root = joining.rootOf(contextOf(chain.steps[0] as number));
    const list = issueOf.get(root);
    if (list === undefined) issueOf.set(root, [chain]);
    else list.push(chain);
  }
  const members = new Map<number, number[]>();
  for (const context of contexts) {
    const root = joining.rootOf(context.index);
    const list = members.get(root);
    if (list === undefined) members.set(root, [context.index]);
    else list.push(context.index);
  }
  const components: Component[] = [];
  for (const [root, own] of members) {
    const nodes = own.flatMap(
      (context) => contexts[context]?.steps.filter((step) => isOrdered(found, step)) ?? [],
    );
    if (nodes.length === 0) continue;
    nodes.sort((a, b) => a - b);
    const edges = edgesOf.get(root) ?? [];
    const chains = issueOf.get(root) ?? [];
    const groups = own.flatMap((context) => groupsOf.get(context) ?? []);
    // a pin may lie across a cut, so a pinned component is solved whole only where it is tied to another anyway
    const { parts, between }: Windows =
      own.length > 1
        ? { parts: [nodes], between: 'sequence' }
        : cutIntoWindows(nodes, settled.turns, groups, edges, chains);
    const blocks = parts.map((part) => {
      const inside = new Set(part);
      const block = solveBlock({
        nodes: part,
        steps,
        edges:
          parts.length === 1 ? edges : edges.filter(({ from, to }) => inside.has(from) && inside.has(to)),
        turns: settled.turns,
        issue: chains,
        groups,
      });
      return { ...block, pinned: withPins(block, pins) };
    });
    components.push({ contexts: own, blocks, between });
  }
  return components;
}

function withPins(block: Block, pins: readonly { readonly from: number; readonly to: number }[]): BitMatrix {
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
  return any ? closed(relation) : block.ordered;
}
