import type { IndexName } from '../../model/order.ts';
import type { IndexFact } from '../../model/span.ts';

/**
 * The names of explicit indices that exist (formats.md 2.2), in order of trust. The examiner can edit the table: what
 * starts anew in places that the scope cannot tell is listed and does not count until the examiner says so.
 */
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
  {
    key: 'event.sequence',
    means: 'none',
    order: 'observation',
    scope: 'session',
    note: 'Claude Code counts log records: the order in which calls were decided and in which they completed. A resumed session may start again.',
  },
  {
    key: 'langgraph_step',
    means: 'none',
    order: 'issue',
    scope: 'parent',
    note: 'A superstep of LangGraph: equal numbers ran in parallel. Subgraphs start again, and other producers write the same key.',
  },
  {
    key: 'metadata.langgraph_step',
    means: 'none',
    order: 'issue',
    scope: 'parent',
    note: 'As langgraph_step, out of a metadata text.',
  },
  {
    key: 'execution_order',
    means: 'none',
    order: 'issue',
    scope: 'session',
    note: 'LangSmith in JavaScript counts the runs of a trace as it makes them.',
  },
  {
    key: 'child_execution_order',
    means: 'none',
    order: 'issue',
    scope: 'session',
    note: 'The highest execution_order below a run.',
  },
  {
    key: 'jsonrpc.request.id',
    means: 'none',
    order: 'issue',
    scope: 'parent',
    note: 'MCP clients count the requests of one session; another client counts its own.',
  },
  {
    key: 'mcp.request.id',
    means: 'none',
    order: 'issue',
    scope: 'parent',
    note: 'As jsonrpc.request.id.',
  },
  {
    key: 'ordinal',
    means: 'none',
    order: 'issue',
    scope: 'session',
    note: 'The place of a record in a Codex file; not of a call in its turn.',
  },
  {
    key: 'name:step',
    means: 'none',
    order: 'issue',
    scope: 'parent',
    note: 'A number in the span’s name (“step 2”); every run starts again.',
  },
  {
    key: 'name:iteration',
    means: 'none',
    order: 'issue',
    scope: 'parent',
    note: 'A number in the span’s name (“iteration-2”); every run starts again.',
  },
  {
    key: 'name:turn',
    means: 'none',
    order: 'issue',
    scope: 'parent',
    note: 'A number in the span’s name (“turn 2”); every run starts again.',
  },
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
  const like = likeOf(key, names);
  return like === undefined ? undefined : { ...like, key };
}

/** The name of the table that a key ends like. */
export function likeOf(key: string, names: readonly IndexName[]): IndexName | undefined {
  const suffix = SUFFIXES.find(({ ending }) => key.endsWith(ending));
  return suffix === undefined ? undefined : names.find((name) => name.key === suffix.like);
}

/** The first fact of a meaning, in the table's order of trust. */
export function indexOf(
  facts: readonly IndexFact[] | undefined,
  means: 'turn' | 'call',
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
