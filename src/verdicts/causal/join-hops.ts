import { exactForm } from '../../lib/json-exact-form.ts';
import { isJsonNumber, isJsonObject, type Json, type JsonObject } from '../../lib/json-value.ts';
import type { WalRecord } from '../../model/wal.ts';
import type { ModelHop } from './hops.ts';

/** A completion that both files tell. */
export interface JoinedHop {
  readonly hop: ModelHop;
  readonly decision: WalRecord;
}

/** What only the trace has. */
const TRACE_ONLY = ['producedSeq', 'promptDigest'];

/**
 * Hops and decisions of one crossing share component and `llm` values, the measured latency included, and nothing else
 * joins the two files (revl-wal.md 6). Joined are pairs that are unique on both sides; nothing is guessed.
 */
export function joinHops(hops: readonly ModelHop[], decisions: readonly WalRecord[]): readonly JoinedHop[] {
  const hopsByKey = groupBy(hops, (hop) => joinKey(hop.component, hop.llm));
  const decisionsByKey = groupBy(decisions, (record) =>
    joinKey(record.value.get('component') ?? null, record.value.get('llm')),
  );
  const joined: JoinedHop[] = [];
  for (const [key, [hop, ...otherHops]] of hopsByKey) {
    const [decision, ...otherDecisions] = decisionsByKey.get(key) ?? [];
    if (hop === undefined || decision === undefined) continue;
    if (otherHops.length === 0 && otherDecisions.length === 0) joined.push({ hop, decision });
  }
  return joined;
}

/** Undefined without a measured latency: the rest repeats from call to call. */
function joinKey(component: Json, llm: Json | undefined): string | undefined {
  if (!isJsonObject(llm) || !isJsonNumber(llm.get('latencySeconds'))) return undefined;
  const shared: JsonObject = new Map([...llm].filter(([member]) => !TRACE_ONLY.includes(member)));
  return exactForm([component, shared]);
}

function groupBy<T>(all: readonly T[], keyOf: (one: T) => string | undefined): ReadonlyMap<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const key = keyOf(one);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return groups;
}
