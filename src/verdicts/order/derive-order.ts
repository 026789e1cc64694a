import { hasBit } from '../../lib/bit-matrix.ts';
import type {
  Assumption,
  Bucket,
  Conflict,
  Edge,
  LinearizationCount,
  OrderReading,
  Step,
} from '../../model/order.ts';
import { countOrders, multiplyCounts } from '../linearize/count-orders.ts';
import { linearize } from '../linearize/linearize.ts';
import { dispatchChains } from './bases/dispatch.ts';
import { fingerprintEdges, joinCalls } from './bases/fingerprint.ts';
import { readHistories } from './bases/history.ts';
import { linkEdges } from './bases/link.ts';
import { parentEdges } from './bases/parent.ts';
import { readSequence } from './bases/sequence.ts';
import { type Chain, NOTHING, type Remark } from './evidence-of-order.ts';
import { directEdges, drawnEdges } from './neighbours.ts';
import type { OrderInput } from './order-input.ts';
import { readOrphans } from './orphans.ts';
import { findOverlaps } from './overlaps.ts';
import { quarantineReasons } from './quarantine.ts';
import { findOpenPairs } from './questions.ts';
import { edgesOfChain, settleConflicts, settleIssueChains } from './settle-conflicts.ts';
import { findPins, fittingPins, type PinnedPair } from './settle-pins.ts';
import { type Component, solveContexts } from './solve-contexts.ts';
import { buildSpanTree, type SpanTree, spanIdOf } from './span-tree.ts';
import { findSteps, type Steps, stepsOfCalls } from './steps.ts';

/** The order of one session: every edge with its basis, every open pair, how many orders are left (design.md 5). */
export function deriveOrder(input: OrderInput): OrderReading {
  const hasTrace = input.rows.length > 0;
  const tree = hasTrace ? buildSpanTree(input.spans, input.rows, input.assumedParents) : undefined;
  const found = tree === undefined ? stepsOfCalls(input.calls) : findSteps(tree, input.names);
  const { steps } = found;
  const witnesses = readWitnesses(input, tree, found);
  const settled = settleConflicts(steps, witnesses.edges, witnesses.turns);
  const issue = settleIssueChains(steps, witnesses.issue, settled.conflicts);
  const { pairs, remarks: pinRemarks } = findPins(input.pins, found);
  const unpinned = solveContexts(tree, found, settled, issue.chains, []);
  const { fit, fight } = fittingPins(pairs, unpinned);
  const components = fit.length === 0 ? unpinned : solveContexts(tree, found, settled, issue.chains, fit);

  const conflicts = [...cycleConflicts(tree), ...settled.conflicts, ...issue.conflicts];
  const orphans = readOrphans(tree, found);
  const evidenceOpen = findOpenPairs(tree, found, unpinned, 'ordered');
  const open = fit.length === 0 ? evidenceOpen : findOpenPairs(tree, found, components, 'pinned');
  const direct = directEdges(steps, settled.edges, settled.turns, components, fit);
  const parents = settled.edges.filter(({ basis }) => basis === 'parent');
  const edges = drawnEdges(parents, components, direct);
  const onClock = edges.some(({ basis }) => basis === 'single-clock');
  const bucket = bucketOf(steps, conflicts, orphans.severing, evidenceOpen.count, onClock);
  const replayable = bucket === 'witnessed' || bucket === 'single-clock';
  const assumed = fit.length > 0 || (tree?.assumed.length ?? 0) > 0;
  const pinned =
    !replayable && assumed && open.count === 0 && conflicts.length === 0 && orphans.severingLeft === 0;
  const overlaps = tree === undefined ? { overlaps: [], count: 0 } : findOverlaps(tree);
  return {
    bucket,
    replayable: replayable && fit.length === 0,
    pinned,
    assumes: assumptions(tree, found, components, edges),
    steps,
    contexts: found.contexts,
    edges,
    questions: open.questions,
    questionCount: open.count,
    overlaps: overlaps.overlaps,
    overlapCount: overlaps.count,
    orphans: orphans.all,
    conflicts,
    linearizations: countAll(components, steps),
    linearization: replayable || pinned ? linearize(found, components, settled.edges, direct) : [],
    quarantine: quarantineReasons(bucket, { orphans, conflicts, questionCount: evidenceOpen.count, onClock }),
    remarks: [
      ...witnesses.remarks,
      ...pinRemarks,
      ...fightRemarks(fight),
      ...readOtherwise(steps, components),
    ],
  };
}

interface Witnesses {
  /** Structure, observation and effect orders. */
  readonly edges: readonly Edge[];
  readonly issue: readonly Chain[];
  readonly turns: readonly (number | undefined)[];
  readonly remarks: readonly Remark[];
}

function readWitnesses(input: OrderInput, tree: SpanTree | undefined, found: Steps): Witnesses {
  const sequence = readSequence(tree, found, input.names);
  const history = tree === undefined ? NOTHING : readHistories(tree, found);
  const dispatch = tree === undefined ? [] : dispatchChains(tree, found, input.names);
  const chains = [...sequence.chains, ...dispatch, ...history.chains];
  const observed = chains.filter(({ order }) => order === 'observation');
  return {
    edges: [
      ...(tree === undefined ? [] : [...parentEdges(tree, found), ...linkEdges(tree, found)]),
      ...history.edges,
      ...observed.flatMap(edgesOfChain),
      ...fingerprintEdges(joinCalls(input.calls, found), found),
    ],
    issue: chains.filter(({ order }) => order === 'issue'),
    turns: sequence.turns,
    remarks: [...sequence.remarks, ...history.remarks],
  };
}

const cycleConflicts = (tree: SpanTree | undefined): readonly Conflict[] =>
  (tree?.cycles ?? []).map((places) => ({
    spans: places.map((place) => spanIdOf(tree as SpanTree, place)),
    why:
      places.length === 1
        ? 'The span names itself as its parent.'
        : `These ${places.length} spans are each other's ancestors; every one of them is kept, and one edge of the cycle is not followed.`,
  }));

/** The first that applies names a session (design.md 5.4). */
function bucketOf(
  steps: readonly Step[],
  conflicts: readonly Conflict[],
  severingOrphans: number,
  openPairs: number,
  onClock: boolean,
): Bucket {
  if (!steps.some(({ kind }) => kind === 'turn' || kind === 'model' || kind === 'tool'))
    return 'not-a-trajectory';
  if (conflicts.length > 0) return 'conflicting';
  if (severingOrphans > 0) return 'orphaned';
  if (openPairs > 0) return 'partial-order';
  return onClock ? 'single-clock' : 'witnessed';
}

function assumptions(
  tree: SpanTree | undefined,
  { steps }: Steps,
  components: readonly Component[],
  edges: readonly Edge[],
): readonly Assumption[] {
  const found: Assumption[] = [];
  if (components.some(({ blocks }) => blocks.some(({ issued }) => issued.some(({ oneTurn }) => oneTurn)))) {
    found.push('append-in-issue-order');
  }
  const namesNoProcess = (step: number): boolean => {
    const row = steps[step]?.row;
    return (
      row !== undefined && tree?.spans.resources[tree.spans.resource[row] as number]?.processId === undefined
    );
  };
  if (edges.some((edge) => edge.basis === 'single-clock' && namesNoProcess(edge.from)))
    found.push('one-process');
  return found;
}

function countAll(components: readonly Component[], steps: readonly Step[]): LinearizationCount {
  const counts = components.flatMap(({ blocks }) =>
    blocks.map(({ nodes, pinned }) =>
      countOrders(
        pinned,
        nodes.flatMap((step, place) => (steps[step]?.listed === true ? [place] : [])),
      ),
    ),
  );
  // contexts that are tied and were solved apart bind each other in ways that were not counted
  return components.every(({ isWhole }) => isWhole) ? multiplyCounts(counts) : { is: 'more-than', bound: 0n };
}

const fightRemarks = (fight: readonly PinnedPair[]): readonly Remark[] =>
  fight.map(({ pin }) => ({
    said: `The pin of ${pin.author} (${pin.at}) contradicts the evidence or an earlier pin and orders nothing.`,
    steps: [pin.before, pin.after],
  }));

/** Issue and observation order that differ are no conflict but a fact (design.md 5.2). */
function readOtherwise(steps: readonly Step[], components: readonly Component[]): readonly Remark[] {
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
