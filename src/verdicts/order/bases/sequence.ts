import type { IndexName } from '../../../model/order.ts';
import type { Chain, Remark } from '../evidence-of-order.ts';
import { indexOf, meaningOf } from '../index-names.ts';
import { type SpanTree, TOP } from '../span-tree.ts';
import { factsAt, type Steps } from '../steps.ts';

/** The explicit indices of a session (design.md 5.2, `sequence`). */
export interface SequenceReading {
  /** By step: the turn it stands in; undefined where nothing says so or what says so is no witness. */
  readonly turns: readonly (number | undefined)[];
  readonly chains: readonly Chain[];
  readonly remarks: readonly Remark[];
}

/**
 * Turn and call indices that can witness: integers from 0, unique in their scope, and not doubly scoped. A duplicate
 * or missing one is no witness for the pairs it touches; the others keep theirs.
 */
export function readSequence(
  tree: SpanTree | undefined,
  found: Steps,
  names: readonly IndexName[],
): SequenceReading {
  const { steps } = found;
  const remarks: Remark[] = [];
  const doubly = new Set<number>();
  const above = tree === undefined ? new Int32Array(0) : turnSpansAt(tree, found);
  const turnSpans = steps.map(() => TOP);
  const turns = steps.map((step, i): number | undefined => {
    const place = found.placeOf[i] as number;
    if (tree !== undefined && place !== TOP) {
      const own = indexOf(factsAt(tree, place).indices, 'turn', names)?.fact.value;
      const span = above[place] as number;
      turnSpans[i] = span;
      const spans =
        span === TOP ? undefined : indexOf(factsAt(tree, span).indices, 'turn', names)?.fact.value;
      if (own !== undefined && spans !== undefined && own !== spans) {
        doubly.add(i);
        remarks.push({
          said: `${step.name} says turn ${own} and stands in the span of turn ${spans}: its indices witness nothing.`,
          steps: [step.id],
        });
        return undefined;
      }
    }
    return step.turn !== undefined && step.turn >= 0 ? step.turn : undefined;
  });

  const groups = new Map<string, { step: number; value: number; name: IndexName }[]>();
  const add = (key: string, step: number, value: number, name: IndexName): void => {
    const list = groups.get(key);
    if (list === undefined) groups.set(key, [{ step, value, name }]);
    else list.push({ step, value, name });
  };
  for (const step of steps) {
    if (doubly.has(step.index) || step.kind === 'turn') continue;
    const place = found.placeOf[step.index] as number;
    const turn = turns[step.index];
    // a turn that is stated and no witness takes its call indices with it
    if (turn === undefined && step.turn !== undefined) continue;
    const batch = turn === undefined ? `span ${turnSpans[step.index]}` : `turn ${turn}`;
    if (tree === undefined || place === TOP) {
      if (step.callIndex !== undefined) add(`${step.context} ${batch}`, step.index, step.callIndex, OF_A_LOG);
      continue;
    }
    for (const { key, value } of factsAt(tree, place).indices ?? []) {
      const name = meaningOf(key, names);
      if (name?.means !== 'call' || value === undefined) continue;
      add(
        `${scopeKey(name, step.context, batch, tree.parent[place] as number)} ${key}`,
        step.index,
        value,
        name,
      );
    }
  }
  const chains = [...groups.values()].flatMap((group) => chainOf(group, turns));
  return { turns, chains, remarks };
}

const OF_A_LOG: IndexName = { key: 'call_index', means: 'call', order: 'issue', scope: 'turn' };

function scopeKey(name: IndexName, context: number, batch: string, parent: number): string {
  switch (name.scope) {
    case 'turn':
      return `${context} ${batch}`;
    case 'parent':
      return `parent ${parent}`;
    case 'agent':
      return `${context}`;
    case 'session':
      return '';
  }
}

function chainOf(
  group: readonly { readonly step: number; readonly value: number; readonly name: IndexName }[],
  turns: readonly (number | undefined)[],
): readonly Chain[] {
  const count = new Map<number, number>();
  for (const { value } of group) count.set(value, (count.get(value) ?? 0) + 1);
  const usable = group
    .filter(({ value }) => value >= 0 && count.get(value) === 1)
    .sort((a, b) => a.value - b.value);
  const [first] = usable;
  if (first === undefined || usable.length < 2) return [];
  const valueAt = new Map(usable.map(({ step, value }) => [step, value]));
  const { key, order } = first.name;
  return [
    {
      steps: usable.map(({ step }) => step),
      basis: 'sequence',
      order,
      oneTurn: new Set(usable.map(({ step }) => turns[step])).size === 1,
      why: (a, b) => `${key} is ${valueAt.get(a)} before ${valueAt.get(b)}.`,
    },
  ];
}

/** By place: the nearest turn span above, not looking past an agent or tool. */
function turnSpansAt(tree: SpanTree, { steps, stepAt }: Steps): Int32Array {
  const spans = new Int32Array(tree.rows.length).fill(TOP);
  for (const place of tree.downwards) {
    const parent = tree.parent[place] as number;
    if (parent === TOP) continue;
    const kind = steps[stepAt[parent] as number]?.kind;
    if (kind === 'turn') spans[place] = parent;
    else if (kind !== 'agent' && kind !== 'tool') spans[place] = spans[parent] as number;
  }
  return spans;
}
