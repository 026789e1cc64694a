import { useMemo } from 'react';
import { NODE_FLAG } from '../../queries/answers.ts';
import { useGraph } from '../../queries/use-verdicts.ts';
import type { GraphModel } from './graph-model.ts';

/** The place that each open step would have in its group if it were sorted by start; undefined: not asked for. */
export function useNaiveRanks(
  session: string,
  model: GraphModel,
  folded: readonly number[],
  wanted: boolean,
): ReadonlyMap<number, string> | undefined {
  // places on the order axis are no times
  const { data: times } = useGraph(wanted ? session : undefined, 'time', folded);
  return useMemo(() => {
    if (!wanted) return undefined;
    const ranks = new Map<number, string>();
    // nodes have the same numbers on both axes
    if (times === undefined || times.nodeCount !== model.graph.nodeCount) return ranks;
    const start = (node: number): number => times.x0[node] as number;
    for (const { nodes } of model.openGroups) {
      const timed = nodes.filter((node) => ((times.flags[node] as number) & NODE_FLAG.noTime) === 0);
      timed.sort((a, b) => start(a) - start(b));
      timed.forEach((node, i) => {
        const ties = [timed[i - 1], timed[i + 1]].some(
          (other) => other !== undefined && start(other) === start(node),
        );
        ranks.set(node, ties ? 'tie' : `${i + 1}.`);
      });
    }
    return ranks;
  }, [wanted, times, model]);
}
