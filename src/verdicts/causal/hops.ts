import { exactNumber } from '../../lib/json-exact-form.ts';
import { isJsonArray, isJsonNumber, isJsonObject, type Json, type JsonObject } from '../../lib/json-value.ts';
import { isIntegerToken } from '../../lib/json-write.ts';
import type { TraceEvent } from '../../model/causal-trace.ts';

/** A model completion as the causal trace tells it (revl-wal.md 6). Values are as written; absent ones are null. */
export interface ModelHop {
  readonly event: TraceEvent;
  readonly seq: Json;
  readonly component: Json;
  readonly capability: Json;
  readonly key: Json;
  /** `<component>#g<generation>#a<n>`: names one activation, where the trace states it. */
  readonly activationId: Json;
  readonly llm: JsonObject;
  /** The crossings that are proven to read this completion's value; an edge that is not proven is left out by revl. */
  readonly produced: readonly ProducedCrossing[];
}

export interface ProducedCrossing {
  readonly seq: Json;
  /** The last emit of that number; undefined when the trace holds none. */
  readonly event: TraceEvent | undefined;
}

/** An `emit` whose `llm` is an object is a hop, whatever its capability is called; by `seq`, a missing one counts as -1. */
export function deriveHops(events: readonly TraceEvent[]): readonly ModelHop[] {
  const emitsBySeq = new Map<string, TraceEvent>();
  for (const event of events) {
    const seq = event.value.get('seq');
    if (event.value.get('event') === 'emit' && isJsonNumber(seq))
      emitsBySeq.set(exactNumber(seq.token), event);
  }
  const hops = events.flatMap((event): ModelHop[] => {
    const { value } = event;
    const llm = value.get('llm');
    if (value.get('event') !== 'emit' || !isJsonObject(llm)) return [];
    return [
      {
        event,
        seq: value.get('seq') ?? null,
        component: value.get('component') ?? null,
        capability: value.get('capability') ?? null,
        key: value.get('key') ?? null,
        activationId: value.get('activationId') ?? null,
        llm,
        produced: producedBy(llm, emitsBySeq),
      },
    ];
  });
  return hops.sort((a, b) => compare(rankOf(a.seq), rankOf(b.seq)));
}

function producedBy(
  llm: JsonObject,
  emitsBySeq: ReadonlyMap<string, TraceEvent>,
): readonly ProducedCrossing[] {
  const numbers = llm.get('producedSeq');
  if (!isJsonArray(numbers)) return [];
  return numbers.map((seq) => ({
    seq,
    event: isJsonNumber(seq) ? emitsBySeq.get(exactNumber(seq.token)) : undefined,
  }));
}

/** Integers stay exact at any size; JavaScript compares a bigint with a number by value. */
function rankOf(seq: Json): bigint | number {
  if (!isJsonNumber(seq)) return -1;
  return isIntegerToken(seq.token) ? BigInt(seq.token) : Number(seq.token);
}

const compare = (a: bigint | number, b: bigint | number): number => (a < b ? -1 : a > b ? 1 : 0);

/** A hop that tried more often than its static ceiling allows: a defect of the run or of the count. */
export interface HopDefect {
  readonly kind: 'attempt-ceiling-exceeded';
  readonly hop: ModelHop;
  readonly attempts: Json;
  readonly ceiling: Json;
}

export function findHopDefects(hops: readonly ModelHop[]): readonly HopDefect[] {
  return hops.flatMap((hop): HopDefect[] => {
    const attempts = hop.llm.get('attempts');
    const ceiling = hop.llm.get('attemptCeiling');
    if (!isJsonNumber(attempts) || !isJsonNumber(ceiling)) return [];
    return compare(rankOf(attempts), rankOf(ceiling)) > 0
      ? [{ kind: 'attempt-ceiling-exceeded', hop, attempts, ceiling }]
      : [];
  });
}
