import type { CallRecord } from '../../model/call.ts';

/** What pairing needs of a call; the merged recording and the replay's records both are this. */
export type Pairable = Pick<CallRecord, 'agent' | 'turnIndex' | 'callIndex' | 'callId' | 'tool'>;

/** Who is whose partner. Every call of either side stands in exactly one of the lists. */
export interface Pairing<R, P> {
  readonly pairs: readonly { readonly recorded: R; readonly replayed: P }[];
  readonly replayMissing: readonly R[];
  readonly recordedMissing: readonly P[];
  /** Several candidates, or a call id that contradicts the indices. */
  readonly ambiguousRecorded: readonly R[];
  readonly ambiguousReplayed: readonly P[];
}

/**
 * Pairs the calls of a recording with those of one replay, one to one (design.md 4): on agent, turn, tool and call
 * index as far as the recording states them; a call id that occurs on both sides pairs its two calls; where id and
 * index disagree, both are ambiguous; ids that occur on one side only are ignored.
 *
 * Only a pair in which each is the other's one candidate counts. So a member missing from a replay record can only
 * take candidates away from its own call, and never make a pair of what was ambiguous around a pair.
 */
export function pairCalls<R extends Pairable, P extends Pairable>(
  recorded: readonly R[],
  replayed: readonly P[],
): Pairing<R, P> {
  const shared = sharedIds(recorded, replayed);
  const byId = new Map<string, P[]>();
  const byTool = new Map<string, P[]>();
  const byTurn = new Map<string, P[]>();
  for (const call of replayed) {
    if (call.callId !== undefined && shared.has(call.callId)) push(byId, call.callId, call);
    else {
      push(byTool, call.tool, call);
      if (call.turnIndex !== undefined) push(byTurn, turnKey(call.turnIndex, call.tool), call);
    }
  }
  const poolOf = (call: R): readonly P[] => {
    if (isShared(call, shared)) return byId.get(call.callId ?? '') ?? [];
    if (call.turnIndex === undefined) return byTool.get(call.tool) ?? [];
    return byTurn.get(turnKey(call.turnIndex, call.tool)) ?? [];
  };

  const candidates = new Map<R, readonly P[]>();
  const claims = new Map<P, number>();
  for (const call of recorded) {
    const found = poolOf(call).filter((other) => answersTo(call, other));
    candidates.set(call, found);
    for (const other of found) claims.set(other, (claims.get(other) ?? 0) + 1);
  }

  const pairs: { recorded: R; replayed: P }[] = [];
  const replayMissing: R[] = [];
  const ambiguousRecorded: R[] = [];
  const paired = new Set<P>();
  for (const [call, found] of candidates) {
    const [only] = found;
    if (only === undefined) (isShared(call, shared) ? ambiguousRecorded : replayMissing).push(call);
    else if (found.length > 1 || claims.get(only) !== 1) ambiguousRecorded.push(call);
    else {
      pairs.push({ recorded: call, replayed: only });
      paired.add(only);
    }
  }

  const recordedMissing: P[] = [];
  const ambiguousReplayed: P[] = [];
  for (const call of replayed) {
    if (paired.has(call)) continue;
    (claims.has(call) || isShared(call, shared) ? ambiguousReplayed : recordedMissing).push(call);
  }
  return { pairs, replayMissing, recordedMissing, ambiguousRecorded, ambiguousReplayed };
}

/** Agent, turn, tool and call index agree as far as the recording states them. */
function answersTo(recorded: Pairable, replayed: Pairable): boolean {
  return (
    recorded.tool === replayed.tool &&
    agrees(recorded.turnIndex, replayed.turnIndex) &&
    agrees(recorded.callIndex, replayed.callIndex) &&
    agrees(recorded.agent, replayed.agent)
  );
}

const agrees = <T>(stated: T | undefined, other: T | undefined): boolean =>
  stated === undefined || stated === other;

/** No tool name can imitate another turn: the turn stands first and holds no space. */
const turnKey = (turn: number, tool: string): string => `${turn} ${tool}`;

function sharedIds(recorded: readonly Pairable[], replayed: readonly Pairable[]): ReadonlySet<string> {
  const left = new Set(recorded.map((call) => call.callId));
  const shared = new Set<string>();
  for (const { callId } of replayed) if (callId !== undefined && left.has(callId)) shared.add(callId);
  return shared;
}

const isShared = (call: Pairable, shared: ReadonlySet<string>): boolean =>
  call.callId !== undefined && shared.has(call.callId);

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
