import type { Orphan } from '../../model/order.ts';
import { type SpanTree, spanIdOf, TOP } from './span-tree.ts';
import { NOT_A_STEP, type Steps } from './steps.ts';

export interface OrphanReading {
  readonly all: readonly Orphan[];
  /** Orphans that are a step or stand above one, and whose place is in doubt: they quarantine a session. */
  readonly severing: number;
  /** Those of them for which no parent is assumed. */
  readonly severingLeft: number;
}

/** Spans whose parent is not in the data. A session's only top span may be one: its place is not in doubt (design.md 5.4). */
export function readOrphans(tree: SpanTree | undefined, { stepAt }: Steps): OrphanReading {
  if (tree === undefined || tree.orphans.length === 0) return { all: [], severing: 0, severingLeft: 0 };
  const { spans, rows, parent } = tree;
  const assumed = new Set(tree.assumed);
  const orphanAt = new Set(tree.orphans);
  const below = new Int32Array(rows.length);
  let tops = 0;
  for (let i = tree.downwards.length - 1; i >= 0; i--) {
    const place = tree.downwards[i] as number;
    if (stepAt[place] !== NOT_A_STEP) below[place] = (below[place] as number) + 1;
    const above = parent[place] as number;
    if (above !== TOP) below[above] = (below[above] as number) + (below[place] as number);
    if (above === TOP || orphanAt.has(place)) tops++;
  }
  const severing = tops === 1 ? [] : tree.orphans.filter((place) => (below[place] as number) > 0);
  const all = tree.orphans.map((place): Orphan => {
    const row = rows[place] as number;
    const missingParentId = spans.strings[spans.parentId[row] as number] ?? '';
    const steps = below[place] as number;
    return {
      row,
      missingParentId,
      said: `${spanIdOf(tree, place)} hangs from ${missingParentId}, which is not in the data${steps > 0 ? `, and ${steps} step${steps === 1 ? '' : 's'} with it` : ''}. A naive tool would hang it from the root; the parent may have been sampled out, dropped, or remote.`,
    };
  });
  return {
    all,
    severing: severing.length,
    severingLeft: severing.filter((place) => !assumed.has(place)).length,
  };
}
