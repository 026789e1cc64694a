import type { Assumption, Edge, LinearizationCount, OrderReading, Step } from '../../model/order.ts';
import { countOrders, multiplyCounts } from '../linearize/count-orders.ts';
import { linearize } from '../linearize/linearize.ts';
import type { OrderInput } from './order-input.ts';
import { quarantineReasons } from './quarantine.ts';
import { type EvidenceOrder, findOpen, readOrder } from './read-order.ts';
import { fightRemarks, readOtherwise, tieBreaks, tooLarge } from './remarks.ts';
import { findPins, fittingPins } from './settle-pins.ts';
import { type Component, solveContexts, solvePinned } from './solve-contexts.ts';
import type { SpanTree } from './span-tree.ts';
import type { Steps } from './steps.ts';

/** The order of one session: every edge with its basis, every open pair, how many orders are left (design.md 5). */
export const deriveOrder = ({ pins, ...evidence }: OrderInput): OrderReading =>
  pinOrder(readOrder(evidence), pins);

/** The same with what the examiner pinned. */
export function pinOrder(read: EvidenceOrder, pins: OrderInput['pins']): OrderReading {
  const { tree, found, settled, bucket, orphans, conflicts, overlaps } = read;
  const { steps } = found;
  const { pairs, remarks: pinRemarks } = findPins(pins, found);
  const { fit, fight } = fittingPins(pairs, read.components);
  const components =
    fit.length === 0
      ? read.components
      : solvePinned(read.components, fit, (some) => solveContexts(tree, found, settled, read.issue, some));
  const { direct, edges, open } = fit.length === 0 ? read.open : findOpen(read, components, fit);
  const replayable = bucket === 'witnessed' || bucket === 'single-clock';
  const assumedCount = fit.length + (tree?.assumed.length ?? 0);
  const pinned =
    !replayable &&
    assumedCount > 0 &&
    open.count === 0 &&
    conflicts.length === 0 &&
    orphans.severingLeft === 0;
  return {
    bucket,
    replayable,
    pinned,
    assumes: assumptions(tree, found, components, edges),
    assumedCount,
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
      questionCount: read.open.pairs,
      raceCount: read.open.races,
    }),
    remarks: [
      ...read.remarks,
      ...pinRemarks,
      ...fightRemarks(fight),
      ...readOtherwise(steps, components),
      ...tieBreaks(steps, open),
      ...tooLarge(components),
    ],
  };
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
