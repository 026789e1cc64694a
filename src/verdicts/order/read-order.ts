import type { Bucket, Conflict, Edge, Overlap, Step } from '../../model/order.ts';
import { dispatchChains } from './bases/dispatch.ts';
import { fingerprintEdges, joinCalls, type StepCall } from './bases/fingerprint.ts';
import { readHistories } from './bases/history.ts';
import { linkEdges } from './bases/link.ts';
import { parentEdges } from './bases/parent.ts';
import { readSequence } from './bases/sequence.ts';
import { walChains } from './bases/wal.ts';
import { distinctChains, distinctEdges } from './distinct-chains.ts';
import { type Chain, NOTHING, type Remark } from './evidence-of-order.ts';
import { type DirectEdge, directEdges, drawnEdges } from './neighbours.ts';
import type { OrderInput } from './order-input.ts';
import { type OrphanReading, readOrphans } from './orphans.ts';
import { findOverlaps } from './overlaps.ts';
import { bothOpen, findOpenPairs, type OpenPairs } from './questions.ts';
import { findRaces } from './races.ts';
import { type Settled, settleConflicts, settleIssueChains } from './settle-conflicts.ts';
import type { PinnedPair } from './settle-pins.ts';
import { type Component, solveContexts } from './solve-contexts.ts';
import { buildSpanTree, type SpanTree, spanIdOf } from './span-tree.ts';
import { findSteps, type Steps, stepsOfCalls } from './steps.ts';
import { turnsOfOneFile } from './turns-of-one-file.ts';

/** What the evidence alone says of a session's order. No pin changes any of it, so it is read once and pinned often. */
export interface EvidenceOrder {
  /** Undefined without a trace. */
  readonly tree: SpanTree | undefined;
  readonly found: Steps;
  readonly calls: readonly StepCall[];
  readonly settled: Settled;
  readonly issue: readonly Chain[];
  readonly components: readonly Component[];
  readonly open: OpenOrder;
  readonly orphans: OrphanReading;
  readonly conflicts: readonly Conflict[];
  readonly overlaps: { readonly overlaps: readonly Overlap[]; readonly count: number };
  readonly bucket: Bucket;
  readonly remarks: readonly Remark[];
}

/** What is ordered, and what is left open. */
export interface OpenOrder {
  readonly direct: DirectEdge;
  readonly edges: readonly Edge[];
  readonly pairs: number;
  readonly races: number;
  /** Pairs and races together. */
  readonly open: OpenPairs;
}

export function readOrder(input: Omit<OrderInput, 'pins'>): EvidenceOrder {
  const hasTrace = input.rows.length > 0;
  const tree = hasTrace ? buildSpanTree(input.spans, input.rows, input.assumedParents) : undefined;
  const told = tree === undefined ? turnsOfOneFile(input.calls) : { calls: input.calls, remarks: [] };
  const found = tree === undefined ? stepsOfCalls(told.calls) : findSteps(tree, input.names);
  const calls = joinCalls(told.calls, found);
  const witnesses = readWitnesses(input, tree, found, calls);
  const settled = settleConflicts(found.steps, witnesses.edges, witnesses.turns);
  const issue = settleIssueChains(found.steps, witnesses.issue, settled.conflicts);
  const components = solveContexts(tree, found, settled, issue.chains, []);
  const open = findOpen({ tree, found, calls, settled }, components, []);
  const conflicts = [...cycleConflicts(tree), ...settled.conflicts, ...issue.conflicts];
  const orphans = readOrphans(tree, found);
  return {
    tree,
    found,
    calls,
    settled,
    issue: issue.chains,
    components,
    open,
    orphans,
    conflicts,
    overlaps: tree === undefined ? { overlaps: [], count: 0 } : findOverlaps(tree),
    bucket: bucketOf(found.steps, conflicts, orphans.severing, open),
    remarks: [...told.remarks, ...found.remarks, ...witnesses.remarks],
  };
}

/** What components leave open, with what is pinned in them. */
export function findOpen(
  { tree, found, calls, settled }: Pick<EvidenceOrder, 'tree' | 'found' | 'calls' | 'settled'>,
  components: readonly Component[],
  pins: readonly PinnedPair[],
): OpenOrder {
  const direct = directEdges(found.steps, settled.edges, settled.turns, components, pins);
  const edges = drawnEdges(settled.edges, components, direct);
  const races = findRaces(found, calls, edges);
  const pairs = findOpenPairs(tree, found, components);
  return { direct, edges, pairs: pairs.count, races: races.count, open: bothOpen(pairs, races) };
}

interface Witnesses {
  /** Structure, observation and effect orders. */
  readonly edges: readonly Edge[];
  readonly issue: readonly Chain[];
  readonly turns: readonly (number | undefined)[];
  readonly remarks: readonly Remark[];
}

function readWitnesses(
  input: Omit<OrderInput, 'pins'>,
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
  { edges, open }: OpenOrder,
): Bucket {
  if (!steps.some(({ kind }) => kind === 'turn' || kind === 'model' || kind === 'tool'))
    return 'not-a-trajectory';
  if (conflicts.length > 0) return 'conflicting';
  if (severingOrphans > 0) return 'orphaned';
  if (open.count > 0) return 'partial-order';
  return edges.some(({ basis }) => basis === 'single-clock') ? 'single-clock' : 'witnessed';
}
