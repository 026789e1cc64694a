import type { CallRecord } from '../../model/call.ts';
import type { Remark } from './evidence-of-order.ts';

/**
 * Turns of a transcript are counted by its reader, in each file anew. Of an agent that several files tell, they compare
 * within a file only: turn 0 of one file is not before turn 1 of the other. Such calls keep neither turn nor place in it.
 */
export function turnsOfOneFile(calls: readonly CallRecord[]): {
  readonly calls: readonly CallRecord[];
  readonly remarks: readonly Remark[];
} {
  const files = new Map<string | undefined, Set<number>>();
  for (const { source, turnIndex, agent, at } of calls) {
    if (source !== 'transcript' || turnIndex === undefined) continue;
    const known = files.get(agent);
    if (known === undefined) files.set(agent, new Set([at.file]));
    else known.add(at.file);
  }
  const isApart = (call: CallRecord): boolean =>
    call.source === 'transcript' && (files.get(call.agent)?.size ?? 0) > 1;
  return {
    calls: calls.map((call) => {
      if (!isApart(call)) return call;
      const { turnIndex: _turn, callIndex: _place, ...rest } = call;
      return rest;
    }),
    remarks: [...files]
      .filter(([, { size }]) => size > 1)
      .map(([agent, { size }]) => ({
        said: `The calls of ${agent ?? 'the session'} stand in ${size} files. Each file counts its turns for itself, and nothing says which file comes first: the turns order none of these calls. Join the parts into one file where you know their order.`,
        steps: [],
      })),
  };
}
