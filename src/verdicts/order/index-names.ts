import type { IndexName } from '../../model/order.ts';
import type { IndexFact } from '../../model/span.ts';

/** The names of explicit indices that exist (formats.md 2.2), in order of trust. The examiner can edit the table. */
export const DEFAULT_INDEX_NAMES: readonly IndexName[] = [
  { key: 'agent.turn.index', means: 'turn', order: 'issue', scope: 'agent' },
  { key: 'agent.tool.call_index', means: 'call', order: 'issue', scope: 'turn' },
  { key: 'gen_ai.agent.turn.index', means: 'turn', order: 'issue', scope: 'agent' },
  { key: 'gen_ai.react.round', means: 'turn', order: 'issue', scope: 'agent' },
  { key: 'interaction.sequence', means: 'turn', order: 'issue', scope: 'session' },
  { key: 'gen_ai.tool.call.position', means: 'call', order: 'issue', scope: 'turn' },
  { key: 'gen_ai.tool.call_index', means: 'call', order: 'issue', scope: 'turn' },
  { key: 'gen_ai.tool.call.index', means: 'call', order: 'issue', scope: 'turn' },
  { key: 'tool.call_index', means: 'call', order: 'issue', scope: 'turn' },
  { key: 'web_ai.tool.call_index', means: 'call', order: 'issue', scope: 'turn' },
  { key: 'ragent.tool.call_index', means: 'call', order: 'issue', scope: 'turn' },
  { key: 'tool.sequence_position', means: 'call', order: 'issue', scope: 'turn' },
];

/** A key that ends like a name of the table and is not in it, such as `acme.agent.tool.call_index`. */
const SUFFIXES: readonly { readonly ending: string; readonly like: string }[] = [
  { ending: '.turn.index', like: 'agent.turn.index' },
  { ending: '.tool.call_index', like: 'agent.tool.call_index' },
  { ending: '.tool.call.index', like: 'agent.tool.call_index' },
  { ending: '.tool.call.position', like: 'agent.tool.call_index' },
];

/** What a key means by the table, or by its ending where a name of the table has that ending. */
export function meaningOf(key: string, names: readonly IndexName[]): IndexName | undefined {
  const named = names.find((name) => name.key === key);
  if (named !== undefined) return named;
  const suffix = SUFFIXES.find(({ ending }) => key.endsWith(ending));
  const like = suffix === undefined ? undefined : names.find((name) => name.key === suffix.like);
  return like === undefined ? undefined : { ...like, key };
}

/** The first fact of a meaning, in the table's order of trust. */
export function indexOf(
  facts: readonly IndexFact[] | undefined,
  means: IndexName['means'],
  names: readonly IndexName[],
): { readonly fact: IndexFact; readonly name: IndexName } | undefined {
  let best: { fact: IndexFact; name: IndexName; rank: number } | undefined;
  for (const fact of facts ?? []) {
    const name = meaningOf(fact.key, names);
    if (name?.means !== means) continue;
    const place = names.findIndex(({ key }) => key === name.key);
    const rank = place < 0 ? names.length : place;
    if (best === undefined || rank < best.rank) best = { fact, name, rank };
  }
  return best;
}
