import type { Step } from '../../model/order.ts';
import type { SessionReading } from '../../model/session.ts';
import { type AttemptTable, groupAttempts } from '../../verdicts/compare/attempts.ts';
import { deriveResourceHistory, type ResourceHistory } from '../../verdicts/compare/resource-history.ts';
import { callsByStep } from '../../verdicts/downstream/calls-by-step.ts';
import { createStepOrder, type StepOrder } from '../../verdicts/downstream/step-order.ts';
import { createRecent } from '../recent.ts';

/** What is asked of a session's calls one after the other, found once. */
export interface CallIndex {
  readonly attempts: AttemptTable;
  readonly steps: StepOrder;
  /** The step of a call; undefined for one that stands in no order. */
  stepOf(call: number): Step | undefined;
  /** The call of a step, in an attempt; undefined for a step that is no call. */
  callOf(step: number, attempt: number): number | undefined;
  history(call: number, resource: string | undefined): ResourceHistory;
}

/** The rows of a history are asked for by pages, and its state beside them. */
const HISTORIES_KEPT = 4;

const known = new WeakMap<SessionReading, CallIndex>();

export function indexCalls(reading: SessionReading): CallIndex {
  const found = known.get(reading) ?? buildIndex(reading);
  known.set(reading, found);
  return found;
}

function buildIndex({ order, calls }: SessionReading): CallIndex {
  const attempts = groupAttempts(calls);
  const steps = createStepOrder(order);
  const positions = new Map(calls.map((call, position) => [call, position]));
  const stepOfCall = new Map<number, Step>();
  const callOfStep = new Map<string, number>();
  for (const { step, calls: judged } of callsByStep(order, calls)) {
    for (const call of judged) {
      const position = positions.get(call) as number;
      stepOfCall.set(position, step);
      const key = `${step.index} ${attempts.attemptOf[position]}`;
      if (!callOfStep.has(key)) callOfStep.set(key, position);
    }
  }
  const histories = createRecent<ResourceHistory>(HISTORIES_KEPT);
  const stepOf = (call: number): Step | undefined => stepOfCall.get(call);
  return {
    attempts,
    steps,
    stepOf,
    callOf: (step, attempt) => callOfStep.get(`${step} ${attempt}`),
    history: (call, resource) =>
      histories.get(JSON.stringify([call, resource ?? null]), () =>
        deriveResourceHistory({ order, calls, stepOf, steps, attempts }, call, resource),
      ),
  };
}
