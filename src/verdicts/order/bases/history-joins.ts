import type { HistoryItem } from '../../../model/span.ts';
import type { SpanTree } from '../span-tree.ts';
import { factsAt, type Steps } from '../steps.ts';

/** How the entries of message arrays are joined to steps (formats.md 2.4, "join grades"). */
export interface Joins {
  /** By call id, unique in the context, else in the session. */
  exact(callId: string, context: number): number | undefined;
  /** Ids of calls whose tool and arguments are those of exactly one step without an id, and of one call of their batch. */
  inferBatchwise(history: readonly HistoryItem[], context: number): ReadonlyMap<string, number>;
}

export function joinHistories(tree: SpanTree, { steps, placeOf }: Steps): Joins {
  const inContext = new Map<string, number | 'several'>();
  const inSession = new Map<string, number | 'several'>();
  const byArguments = new Map<string, number | 'several'>();
  const put = (map: Map<string, number | 'several'>, key: string, step: number): void => {
    map.set(key, map.has(key) ? 'several' : step);
  };
  for (const step of steps) {
    if (step.kind !== 'tool' && step.kind !== 'agent') continue;
    if (step.callId !== undefined) {
      put(inContext, contextKey(step.context, step.callId), step.index);
      put(inSession, step.callId, step.index);
      continue;
    }
    const { toolName, toolInput } = factsAt(tree, placeOf[step.index] as number);
    if (toolName !== undefined && toolInput !== undefined) {
      put(byArguments, argumentsKey(step.context, toolName, toolInput.equalityKey), step.index);
    }
  }
  const one = (found: number | 'several' | undefined): number | undefined =>
    found === 'several' ? undefined : found;
  return {
    exact: (callId, context) => {
      const near = inContext.get(contextKey(context, callId));
      return near === undefined ? one(inSession.get(callId)) : one(near);
    },
    inferBatchwise: (history, context) => {
      const inferred = new Map<string, number>();
      if (byArguments.size === 0) return inferred;
      let batch = new Map<string, string | 'several'>();
      const settle = (): void => {
        for (const [key, callId] of batch) {
          const step = callId === SEVERAL ? undefined : one(byArguments.get(key));
          if (step !== undefined) inferred.set(callId, step);
        }
        batch = new Map();
      };
      for (const item of history) {
        if (item.is === 'result') settle();
        else if (item.callId !== undefined && item.tool !== undefined && item.argumentsKey !== undefined) {
          const key = argumentsKey(context, item.tool, item.argumentsKey);
          batch.set(key, batch.has(key) ? SEVERAL : item.callId);
        }
      }
      settle();
      return inferred;
    },
  };
}

/** No call id is empty. */
const SEVERAL = '';

const contextKey = (context: number, callId: string): string => `${context} ${callId}`;
const argumentsKey = (context: number, tool: string, key: string): string =>
  JSON.stringify([context, tool, key]);
