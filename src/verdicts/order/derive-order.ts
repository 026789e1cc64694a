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
import { fingerprintEdges, joinCalls, type StepCall } from './bases/fingerprint.ts';
import { readHistories } from './bases/history.ts';
import { linkEdges } from './bases/link.ts';
import { parentEdges } from './bases/parent.ts';
import { readSequence } from './bases/sequence.ts';
import { walChains } from './bases/wal.ts';
import type { Pair } from './components.ts';
import { distinctChains, distinctEdges } from './distinct-chains.ts';
import { type Chain, NOTHING, type Remark } from './evidence-of-order.ts';
import { directEdges, drawnEdges } from './neighbours.ts';
import type { OrderInput } from './order-input.ts';
import { readOrphans } from './orphans.ts';
import { findOverlaps } from './overlaps.ts';
import { quarantineReasons } from './quarantine.ts';
import { bothOpen, findOpenPairs } from './questions.ts';
import { findRaces } from './races.ts';
import { fightRemarks, readOtherwise, tieBreaks, tooLarge } from './remarks.ts';
import { settleConflicts, settleIssueChains } from './settle-conflicts.ts';
import { findPins, fittingPins, type PinnedPair } from './settle-pins.ts';
import { type Component, solveContexts, solvePinned } from './solve-contexts.ts';
import { buildSpanTree, type SpanTree, spanIdOf } from './span-tree.ts';
import { findSteps, type Steps, stepsOfCalls } from './steps.ts';

/** The order of one session: every edge with its basis, every open pair, how many orders are left (design.md 5). */
export function deriveOrder(input: OrderInput): OrderReading {
  const hasTrace = input.rows.length > 0;
  const tree = hasTrace ? buildSpanTree(input.spans, input.rows, input.assumedParents) : undefined;
  const found = tree === undefined ? stepsOfCalls(input.calls) : findSteps(tree, input.names);
  const { steps } = found;
  const calls = joinCalls(input.calls, found);
  const witnesses = readWitnesses(input, tree, found, calls);
  const settled = settleConflicts(steps, witnesses.edges, witnesses.turns);
  const issue = settleIssueChains(steps, witnesses.issue, settled.conflicts);
  const { pairs, remarks: pinRemarks } = findPins(input.pins, found);
  const solve = (some: readonly Pair[]) => solveContexts(tree, found, settled, issue.chains, some);
  const unpinned = solve([]);
  const { fit, fight } = fittingPins(pairs, unpinned);
  const components = fit.length === 0 ? unpinned : solvePinned(unpinned, fit, solve);

  const conflicts = [...cycleConflicts(tree), ...settled.conflicts, ...issue.conflicts];
  const orphans = readOrphans(tree, found);
  const openBy = (solved: readonly Component[], pins: readonly PinnedPair[]) => {
    const direct = directEdges(steps, settled.edges, settled.turns, solved, pins);
    const edges = drawnEdges(settled.edges, solved, direct);
    const races = findRaces(found, calls, edges);
    const pairs = findOpenPairs(tree, found, solved);
    return { direct, edges, pairs: pairs.count, races: races.count, open: bothOpen(pairs, races) };
  };
  const byEvidence = openBy(unpinned, []);
  const { direct, edges, open } = fit.length === 0 ? byEvidence : openBy(components, fit);
  const onClock = byEvidence.edges.some(({ basis }) => basis === 'single-clock');
  const bucket = bucketOf(steps, conflicts, orphans.severing, byEvidence.open.count, onClock);
  const replayable = bucket === 'witnessed' || bucket === 'single-clock';
  const assumed = fit.length > 0 || (tree?.assumed.length ?? 0) > 0;
  const pinned =
    !replayable && assumed && open.count === 0 && conflicts.length === 0 && orphans.severingLeft === 0;
  const overlaps = tree === undefined ? { overlaps: [], count: 0 } : findOverlaps(tree);
  return {
    bucket,
    replayable,
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
    linearization: replayable || pinned ? linearize(found, components, edges, direct) : [],
    quarantine: quarantineReasons(bucket, {
      orphans,
      conflicts,
      questionCount: byEvidence.pairs,
      raceCount: byEvidence.races,
    }),
    remarks: [
      ...witnesses.remarks,
      ...pinRemarks,
      ...fightRemarks(fight),
      ...readOtherwise(steps, components),
      ...tieBreaks(steps, open),
      ...tooLarge(components),
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

function readWitnesses(
  input: OrderInput,
  tree: SpanTree | undefined,
  found: Steps,
  calls: readonly StepCall[],
): Witnesses {
  const { names } = input;
  const sequence = readSequence(tree, found, names);
  const history = tree === undefined ? NOTHING : readHistories(tree, found);
  const dispatch = tree === undefined ? [] : dispatchChains(tree, found, names);
  const chains = distinctChains([
    ...sequence.chains,
    ...dispatch,
    ...history.chains,
    ...walChains(input, found),
  ]);
  const observed = chains.filter(({ order }) => order === 'observation');
  return {
    edges: [
      ...(tree === undefined ? [] : [...parentEdges(tree, found), ...linkEdges(tree, found)]),
      ...history.edges,
      ...distinctEdges(observed, found.steps.length),
      ...fingerprintEdges(calls, found),
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
