import { NONE } from '../../model/span-table.ts';
import type { GraphIndex, GraphView } from '../../queries/answers.ts';
import { type OpenGroup, readOpenGroups } from './open-groups.ts';

/** A graph with what drawing and picking look up: made once per answer, and without walking its nodes. */
export interface GraphModel extends GraphIndex {
  readonly graph: GraphView;
  readonly openGroups: readonly OpenGroup[];
  /** Where siblings overlap in time, by their parent: from, to, from, to … */
  readonly stretchesBelow: ReadonlyMap<number, Float64Array>;
}

export const readGraph = (graph: GraphView): GraphModel => ({
  ...graph.index,
  graph,
  openGroups: readOpenGroups(graph),
  stretchesBelow: new Map(graph.index.overlaps.map(({ parent, stretches }) => [parent, stretches])),
});

/** The node of a row of the span table; NONE where it is not in the graph. */
export function nodeOfRow({ graph, byRow }: GraphModel, row: number): number {
  let [low, high] = [0, byRow.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((graph.row[byRow[middle] as number] as number) < row) low = middle + 1;
    else high = middle;
  }
  const node = byRow[low];
  return node !== undefined && graph.row[node] === row ? node : NONE;
}
