import type { StateRecord } from '../../model/call.ts';
import { type OrderReading, PAIR_LIST_CAP } from '../../model/order.ts';
import type { DownstreamPair, DownstreamReading } from '../../model/session.ts';
import type { CallVerdict } from '../../model/verdict.ts';
import { byResource, compareStates } from '../compare/states.ts';
import { compareValues } from '../compare/values.ts';
import { callsByStep, type JudgedStep } from './calls-by-step.ts';
import { createStepOrder, isAffordable } from './step-order.ts';

/**
 * What a call that is not faithful makes unsound (design.md 7): calls ordered after it through a context or a resource
 * *must*, calls unordered with it *may*. The flow through the context is cut where its own output was verified equal;
 * the flow through a resource where its post-state was, or the pre-state of the later call.
 *
 * The list stops at PAIR_LIST_CAP pairs; the count is exact. Undefined where a session is too large to be asked whole.
 */
export function deriveDownstream(
  order: OrderReading,
  calls: readonly CallVerdict[],
): DownstreamReading | undefined {
  const judged = callsByStep(order, calls);
  const steps = createStepOrder(order);
  if (!isAffordable(steps, judged.length)) return undefined;
  const facts = new Map(judged.map((one) => [one.step.index, readFlow(one)]));
  const pairs: DownstreamPair[] = [];
  let count = 0;
  for (const from of judged) {
    const flow = facts.get(from.step.index);
    if (flow === undefined || from.calls.every((call) => call.verdict === 'faithful')) continue;
    if (flow.outputVerified && flow.openWrites.size === 0) continue;
    const after = steps.after(from.step.index);
    const inContext = steps.afterInContext(from.step.index);
    const before = steps.before(from.step.index);
    for (const to of judged) {
      const target = to.step.index;
      const other = facts.get(target);
      if (to === from || other === undefined || before[target] === 1) continue;
      const unordered = after[target] !== 1;
      const throughContext = !flow.outputVerified && (unordered || inContext[target] === 1);
      if (!throughContext && !reaches(flow, other)) continue;
      count++;
      if (pairs.length < PAIR_LIST_CAP) {
        pairs.push({ from: from.step.id, to: to.step.id, how: unordered ? 'may' : 'must' });
      }
    }
  }
  return { pairs, count };
}

/** What flows out of a call, and what it shows of what flowed in; over all attempts. */
interface Flow {
  readonly outputVerified: boolean;
  /** Resources it wrote whose post-state was not verified equal. */
  readonly openWrites: ReadonlySet<string | undefined>;
  readonly touched: ReadonlySet<string | undefined>;
  /** Resources whose pre-state was verified equal. */
  readonly verifiedBefore: ReadonlySet<string | undefined>;
}

const reaches = (from: Flow, to: Flow): boolean =>
  [...from.openWrites].some((resource) => to.touched.has(resource) && !to.verifiedBefore.has(resource));

function readFlow({ calls }: JudgedStep): Flow {
  const touched = new Set<string | undefined>();
  const openWrites = new Set<string | undefined>();
  let verifiedBefore: Set<string | undefined> | undefined;
  for (const { recorded, replayed, states } of calls) {
    for (const record of [recorded, replayed]) {
      for (const state of [...(record?.preState ?? []), ...(record?.postState ?? [])])
        touched.add(state.resource);
    }
    if (recorded?.effects !== 'read' && recorded?.effects !== 'none') {
      for (const state of states) if (state.equal !== true) openWrites.add(state.resource);
    }
    const verified = verifiedPreStates(recorded?.preState, replayed?.preState);
    verifiedBefore =
      verifiedBefore === undefined
        ? verified
        : new Set([...verifiedBefore].filter((resource) => verified.has(resource)));
  }
  return {
    outputVerified: calls.every(isOutputVerified),
    openWrites,
    touched,
    verifiedBefore: verifiedBefore ?? new Set(),
  };
}

/** An output out of a cache is the recorded one, and shows nothing of what a run would have answered. */
function isOutputVerified({ recorded, replayed, verdict }: CallVerdict): boolean {
  if (recorded === undefined || replayed === undefined) return false;
  if (verdict === 'not-reexecuted' || verdict === 'refused' || verdict === 'unmatched') return false;
  return compareValues(recorded.output, replayed.output, recorded.source === replayed.source) === 'equal';
}

function verifiedPreStates(
  recorded: readonly StateRecord[] | undefined,
  replayed: readonly StateRecord[] | undefined,
): Set<string | undefined> {
  const { comparisons } = compareStates(recorded, replayed, true, true);
  const listed = byResource(recorded ?? []);
  return new Set(
    comparisons
      .filter((state) => state.equal === true && listed.has(state.resource))
      .map((state) => state.resource),
  );
}
