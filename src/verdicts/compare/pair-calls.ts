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
 * A pair is made only where each is the other's one candidate, and calls that are ambiguous by their id still count
 * as candidates of others. So a member that a replay record lacks can undo pairs, and never make one.
 */
export function pairCalls<R extends Pairable, P extends Pairable>(
  recorded: readonly R[],
  replayed: readonly P[],
): Pairing<R, P> {
  const byId = pairById(recorded, replayed);
  const openRecorded = recorded.filter((call) => !byId.partner.has(call));
  const pairedReplayed = new Set(byId.partner.values());
  const openReplayed = replayed.filter((call) => !pairedReplayed.has(call));

  const poolOf = poolsOf(openReplayed);
  const candidates = new Map<R, readonly P[]>();
  const claims = new Map<P, number>();
  for (const call of openRecorded) {
    const found = poolOf(call).filter((other) => answersTo(call, other));
    candidates.set(call, found);
    for (const other of found) claims.set(other, (claims.get(other) ?? 0) + 1);
  }

  const pairs = [...byId.partner].map(([left, right]) => ({ recorded: left, replayed: right }));
  const replayMissing: R[] = [];
  const ambiguousRecorded: R[] = [];
  for (const [call, found] of candidates) {
    const [only] = found;
    const contradicted = byId.contradicted.has(call) || (only !== undefined && byId.contradicted.has(only));
    if (only === undefined) (contradicted ? ambiguousRecorded : replayMissing).push(call);
    else if (contradicted || found.length > 1 || claims.get(only) !== 1) ambiguousRecorded.push(call);
    else {
      pairs.push({ recorded: call, replayed: only });
      pairedReplayed.add(only);
    }
  }
  const recordedMissing: P[] = [];
  const ambiguousReplayed: P[] = [];
  for (const call of openReplayed) {
    if (pairedReplayed.has(call)) continue;
    (claims.has(call) || byId.contradicted.has(call) ? ambiguousReplayed : recordedMissing).push(call);
  }
  return { pairs, replayMissing, recordedMissing, ambiguousRecorded, ambiguousReplayed };
}

interface ById<R, P> {
  readonly partner: ReadonlyMap<R, P>;
  /** Calls whose id occurs on both sides and pairs nobody, since the indices say otherwise. */
  readonly contradicted: ReadonlySet<Pairable>;
}

/** The calls of one id pair when each of them has exactly one partner by its indices (retries may share an id). */
function pairById<R extends Pairable, P extends Pairable>(
  recorded: readonly R[],
  replayed: readonly P[],
): ById<R, P> {
  const left = byCallId(recorded);
  const partner = new Map<R, P>();
  const contradicted = new Set<Pairable>();
  for (const [id, others] of byCallId(replayed)) {
    const own = left.get(id);
    if (own === undefined) continue;
    const partners = own.map((call) => others.filter((other) => answersTo(call, other)));
    const taken = new Set(partners.flat());
    const oneToOne =
      own.length === others.length &&
      taken.size === own.length &&
      partners.every((found) => found.length === 1);
    for (const [i, call] of own.entries()) {
      const [only] = partners[i] ?? [];
      if (oneToOne && only !== undefined) partner.set(call, only);
      else contradicted.add(call);
    }
    if (!oneToOne) for (const other of others) contradicted.add(other);
  }
  return { partner, contradicted };
}

function byCallId<T extends Pairable>(calls: readonly T[]): ReadonlyMap<string, readonly T[]> {
  const found = new Map<string, T[]>();
  for (const call of calls) if (call.callId !== undefined) push(found, call.callId, call);
  return found;
}

/** The replayed calls that a recorded call is held against: those of its tool, and of its turn where it states one. */
function poolsOf<P extends Pairable>(replayed: readonly P[]): (call: Pairable) => readonly P[] {
  const byTool = new Map<string, P[]>();
  const byTurn = new Map<string, P[]>();
  for (const call of replayed) {
    push(byTool, call.tool, call);
    if (call.turnIndex !== undefined) push(byTurn, turnKey(call.turnIndex, call.tool), call);
  }
  return (call) => {
    if (call.turnIndex === undefined) return byTool.get(call.tool) ?? [];
    return byTurn.get(turnKey(call.turnIndex, call.tool)) ?? [];
  };
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

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
