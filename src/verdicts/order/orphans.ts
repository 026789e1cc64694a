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
  const siblings = new Map<number, number>();
  for (const place of tree.orphans) {
    const missing = spans.parentId[rows[place] as number] as number;
    siblings.set(missing, (siblings.get(missing) ?? 0) + 1);
  }
  // one id that everything hangs from is the root itself
  const isRootMissing = siblings.size === 1 && tree.orphans.length === tops;
  const severing = tops === 1 ? [] : tree.orphans.filter((place) => (below[place] as number) > 0);
  const all = tree.orphans.map((place): Orphan => {
    const row = rows[place] as number;
    const missingParentId = spans.strings[spans.parentId[row] as number] ?? '';
    const parts = [
      `${spanIdOf(tree, place)} hangs from ${missingParentId}, which is not in the data${stepsWith(below[place] as number)}.`,
      isRootMissing ? ROOT_MISSING : PARENT_MISSING,
      siblingsWith((siblings.get(spans.parentId[row] as number) ?? 1) - 1),
      'A naive tool would hang it from the root.',
    ];
    return { row, missingParentId, said: parts.filter((part) => part !== '').join(' ') };
  });
  return {
    all,
    severing: severing.length,
    severingLeft: severing.filter((place) => !assumed.has(place)).length,
  };
}

const ROOT_MISSING =
  'Everything else in the session hangs from that id or from what hangs from it: the root was not exported, because it had not ended or stands in another export.';
const PARENT_MISSING =
  'The parent may have been sampled out, dropped by a filter of span types, or exported by another process.';

const stepsWith = (steps: number): string =>
  steps === 0 ? '' : `, and ${steps} ${steps === 1 ? 'step' : 'steps'} with it`;

const siblingsWith = (others: number): string =>
  others === 0
    ? ''
    : `${others} other ${others === 1 ? 'span names' : 'spans name'} the same parent: they stay siblings.`;
