import type { SpanTable } from '../model/span-table.ts';
import type { Sketch } from './graph-view.ts';
import { kindNumber } from './layout-graph.ts';
import { growForest, identity } from './span-forest.ts';
import { stackLanes } from './stack-lanes.ts';
import { timeOrder } from './time-order.ts';

/** A first picture of what has been read so far: the spans by time, before anything is known of their order. */
export function layoutSketch(spans: SpanTable): Sketch {
  const forest = growForest(spans, identity(spans.count), []);
  const { x0, x1 } = timeOrder(forest);
  const { lane, laneCount } = stackLanes(forest.parent, forest.downwards, x0, x1);
  // most parents are still unread: their ghosts would be taken for evidence
  const shown = forest.firstGhost;
  const kind = new Uint8Array(shown);
  for (let node = 0; node < shown; node++) {
    kind[node] = kindNumber(spans.facts.get(forest.row[node] as number)?.stepKind ?? 'span');
  }
  return {
    base: forest.base,
    start: x0.slice(0, shown),
    end: x1.slice(0, shown),
    lane: lane.slice(0, shown),
    kind,
    laneCount,
  };
}
