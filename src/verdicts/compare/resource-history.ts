import type { CallRecord, StateRecord } from '../../model/call.ts';
import type { OrderReading, Step } from '../../model/order.ts';
import type { CallVerdict } from '../../model/verdict.ts';
import type { StepOrder } from '../downstream/step-order.ts';
import type { AttemptTable } from './attempts.ts';
import { isBlank } from './fingerprints.ts';
import { byResource } from './states.ts';
import { type Access as AccessKind, touchesOf } from './touches.ts';
import { type Access, type UnseenWriter, unseenWritersOf } from './unseen-writers.ts';

/** One call on a resource, as seen from another call. */
export interface ResourceCall {
  /** Position in the session's calls, in the attempt that is looked at. */
  readonly call: number;
  /** `may`: nothing orders it with the call in view, so it may have come before. */
  readonly relation: 'before' | 'here' | 'may';
  readonly access: AccessKind;
  readonly recorded: SideStates | undefined;
  readonly replayed: SideStates | undefined;
  /** The recording shows that somebody wrote the resource between the call before this one and this one. */
  readonly unseen: UnseenWriter | undefined;
}

export interface SideStates {
  readonly pre: StateRecord | undefined;
  readonly post: StateRecord | undefined;
}

/** What is known of a resource as of a call: that call's own effect counts. */
export interface ResourceHistory {
  /** Up to here, in one order that the evidence allows. */
  readonly calls: readonly ResourceCall[];
  /** Calls on the resource that come after the one in view. */
  readonly later: number;
  /** Nothing is open between these calls, and none of them is unordered with the one in view. */
  readonly isOneOrder: boolean;
  /** Calls up to here that may have written it: their recording does not list all that they wrote. */
  readonly silent: number;
  /** Somebody wrote it between the last call up to here and a later one: before the call in view, or after it. */
  readonly unseenLater: UnseenWriter | undefined;
  readonly recorded: Standing;
  readonly replayed: Standing;
}

/** Where the state of one side stands. */
export type Standing =
  /** No call up to here says anything of it. */
  | { readonly is: 'unsaid' }
  /** Position in `calls` of the last one, which wrote it or may have, and does not say what it left. */
  | { readonly is: 'lost'; readonly at: number }
  | {
      readonly is: 'stated';
      readonly at: number;
      readonly when: 'pre' | 'post';
      readonly state: StateRecord;
    };

/** What a history is derived from; made once for a session. */
export interface HistoryInput {
  readonly order: Pick<OrderReading, 'steps' | 'linearization'>;
  readonly calls: readonly CallVerdict[];
  /** The step of each call; undefined for calls that stand in no order. */
  readonly stepOf: (call: number) => Step | undefined;
  readonly steps: StepOrder;
  readonly attempts: AttemptTable;
}

/** Every call that wrote or read a resource up to a call, with what each side said before and after. */
export function deriveResourceHistory(
  input: HistoryInput,
  here: number,
  resource: string | undefined,
): ResourceHistory {
  const { calls, attempts, stepOf, steps } = input;
  const place = placesOf(input);
  const own = stepOf(here)?.index;
  const before = own === undefined ? undefined : steps.before(own).slice();
  const after = own === undefined ? undefined : steps.after(own).slice();
  const found: (Omit<ResourceCall, 'unseen'> & { readonly step: Step | undefined })[] = [];
  const accesses: Access[] = [];
  let later = 0;
  let silent = 0;
  for (const [i, call] of calls.entries()) {
    if (attempts.attemptOf[i] !== attempts.attemptOf[here]) continue;
    const step = stepOf(i);
    const isAfter = i !== here && step !== undefined && after?.[step.index] === 1;
    const access = touchesOf(call).get(resource);
    if (access === undefined) {
      if (!isAfter && mayHaveWritten(call.recorded)) silent++;
      continue;
    }
    const recorded = statesOf(call.recorded, resource);
    if (step !== undefined && recorded !== undefined) accesses.push({ step, ...recorded });
    if (isAfter) {
      later++;
      continue;
    }
    const isBefore = step !== undefined && before?.[step.index] === 1;
    const relation = i === here ? 'here' : isBefore ? 'before' : 'may';
    found.push({ call: i, relation, access, recorded, replayed: statesOf(call.replayed, resource), step });
  }
  found.sort((a, b) => place(a.step) - place(b.step) || a.call - b.call);
  const writers = unseenWritersOf(resource, accesses, steps);
  const unseen = new Map(writers.map((one) => [one.before, one]));
  const listed = found.map(
    ({ step, ...one }): ResourceCall => ({
      ...one,
      unseen: step === undefined ? undefined : unseen.get(step.id),
    }),
  );
  const sure = found.filter(({ relation }) => relation !== 'may');
  const isChain = sure.every(({ step }, i) => {
    const next = sure[i + 1]?.step;
    return next === undefined || (step !== undefined && steps.reaches(step.index, next.index));
  });
  const last = sure.findLast(({ recorded }) => recorded !== undefined)?.step;
  const known = new Set(found.map(({ step }) => step?.id));
  return {
    calls: listed,
    later,
    isOneOrder: isChain && sure.length === found.length,
    silent,
    unseenLater: writers.find((one) => one.after === last?.id && !known.has(one.before)),
    recorded: standingOf(listed, 'recorded', calls),
    replayed: standingOf(listed, 'replayed', calls),
  };
}

/** In the linearization where there is one, else in an order that the edges allow; what has no step stands last. */
function placesOf({ order, steps }: HistoryInput): (step: Step | undefined) => number {
  const linear = new Map(order.linearization.map(({ step }, i) => [step, i]));
  const rank = steps.rank();
  return (step) => {
    if (step === undefined) return Number.MAX_SAFE_INTEGER;
    return (linear.size > 0 ? linear.get(step.index) : undefined) ?? rank?.[step.index] ?? step.index;
  };
}

/** A resource that is listed twice on one side states nothing there (design.md 4). */
function statesOf(record: CallRecord | undefined, resource: string | undefined): SideStates | undefined {
  if (record === undefined) return undefined;
  const pre = byResource(record.preState ?? []).get(resource);
  const post = byResource(record.postState ?? []).get(resource);
  return pre === undefined && post === undefined ? undefined : { pre, post };
}

const mayHaveWritten = (record: CallRecord | undefined): boolean =>
  record !== undefined &&
  record.effects !== 'read' &&
  record.effects !== 'none' &&
  (record.postState === undefined || record.coverage === 'partial');

/** The last call that is known to stand before, or the one in view, says it; what was written and not stated is lost. */
function standingOf(
  listed: readonly ResourceCall[],
  side: 'recorded' | 'replayed',
  calls: readonly CallVerdict[],
): Standing {
  for (let at = listed.length - 1; at >= 0; at--) {
    const one = listed[at];
    if (one === undefined || one.relation === 'may') continue;
    const { pre, post } = one[side] ?? {};
    if (post !== undefined && !isBlank(post)) return { is: 'stated', at, when: 'post', state: post };
    if (one.access === 'write' && !leavesAlone(calls[one.call], side, post)) return { is: 'lost', at };
    if (pre !== undefined && !isBlank(pre)) return { is: 'stated', at, when: 'pre', state: pre };
  }
  return { is: 'unsaid' };
}

/** Of a call that wrote on the other side: this side has no such call in its recording, or lists all that it wrote. */
function leavesAlone(
  call: CallVerdict | undefined,
  side: 'recorded' | 'replayed',
  post: StateRecord | undefined,
): boolean {
  if (post !== undefined) return false;
  const record = call?.[side];
  if (record === undefined) return side === 'recorded';
  return record.effects === 'read' || record.effects === 'none' || !mayHaveWritten(record);
}
