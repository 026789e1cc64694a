import type { OrderReading, Step } from '../../model/order.ts';
import type { CallVerdict } from '../../model/verdict.ts';

/** A step of the order with the verdicts of its call: one for each attempt. */
export interface JudgedStep {
  readonly step: Step;
  readonly calls: readonly CallVerdict[];
}

/**
 * Finds the step of every call: by span id, else by call id, else by agent, turn, tool and call index of a step that
 * only a log knows. Calls of the replay alone, and calls that name no single step, stand in no order and are left out.
 */
export function callsByStep(
  order: Pick<OrderReading, 'steps'>,
  calls: readonly CallVerdict[],
): readonly JudgedStep[] {
  const bySpan = new Map<string, Step[]>();
  const byId = new Map<string, Step[]>();
  const byPlace = new Map<string, Step[]>();
  for (const step of order.steps) {
    if (step.kind !== 'tool') continue;
    if (step.spanId !== undefined) push(bySpan, step.spanId, step);
    if (step.callId !== undefined) push(byId, step.callId, step);
    if (step.row === undefined)
      push(byPlace, placeOf(step.agent, step.turn, step.callIndex, step.name), step);
  }
  const only = (steps: readonly Step[] | undefined): Step | undefined =>
    steps?.length === 1 ? steps[0] : undefined;
  const found = new Map<number, { step: Step; calls: CallVerdict[] }>();
  for (const call of calls) {
    if (call.recorded === undefined) continue;
    const step =
      (call.spanId === undefined ? undefined : only(bySpan.get(call.spanId))) ??
      (call.callId === undefined ? undefined : only(byId.get(call.callId))) ??
      only(byPlace.get(placeOf(call.agent, call.turn, call.index, call.tool)));
    if (step === undefined) continue;
    const known = found.get(step.index);
    if (known === undefined) found.set(step.index, { step, calls: [call] });
    else known.calls.push(call);
  }
  return [...found.values()].sort((a, b) => a.step.index - b.step.index);
}

const placeOf = (
  agent: string | undefined,
  turn: number | undefined,
  index: number | undefined,
  tool: string,
): string => JSON.stringify([agent ?? null, turn ?? null, index ?? null, tool]);

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
