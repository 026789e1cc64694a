import { isJsonNumber, isJsonObject, type Json } from '../../lib/json-value.ts';
import type { CausalTrace, TraceEvent } from '../../model/causal-trace.ts';
import type { LogReading } from '../../model/seal.ts';
import type { WalFile, WalRecord } from '../../model/wal.ts';
import { deriveHops, findHopDefects, type ModelHop } from '../../verdicts/causal/hops.ts';
import { joinHops } from '../../verdicts/causal/join-hops.ts';
import { modelDecisions } from '../../verdicts/seal/read-decisions.ts';
import type { CausalTraceView, HopRow } from '../messages.ts';

interface Surroundings {
  readonly wals: readonly WalFile[];
  readonly logs: readonly LogReading[];
  /** The bundle has one session: what names none belongs to it. */
  readonly isOnly: boolean;
  pathOf(file: number): string;
}

/** The causal traces that share a completion with a log of the session; of a bundle with one session all of them. */
export function causalTraceViews(
  traces: readonly CausalTrace[],
  around: Surroundings,
): readonly CausalTraceView[] {
  const places = decisionPlaces(around);
  return traces.flatMap((trace): CausalTraceView[] => {
    const input = around.pathOf(trace.file);
    if (trace.reading.is === 'refused')
      return around.isOnly ? [{ input, refused: trace.reading.said, events: 0, hops: [] }] : [];
    const { events } = trace.reading;
    const hops = deriveHops(events);
    const joined = new Map(
      joinHops(hops, [...places.keys()]).map(({ hop, decision }) => [hop, places.get(decision)]),
    );
    if (joined.size === 0 && !around.isOnly) return [];
    const defects = new Map(
      findHopDefects(hops).map(({ hop, attempts, ceiling }) => [
        hop,
        `${textOf(attempts)} attempts, more than the ceiling of ${textOf(ceiling)}`,
      ]),
    );
    return [
      {
        input,
        refused: undefined,
        events: events.length,
        hops: hops.map((hop) => hopRow(hop, defects.get(hop), joined.get(hop))),
      },
    ];
  });
}

/** The decisions of all logs together: a hop that two logs tell, as a log and its copy do, is joined with neither. */
function decisionPlaces({ wals, logs, pathOf }: Surroundings): ReadonlyMap<WalRecord, HopRow['decision']> {
  const places = new Map<WalRecord, HopRow['decision']>();
  for (const { file, reading } of wals) {
    if (reading.is !== 'read') continue;
    const read = logs.find((log) => log.file === file)?.decisions ?? [];
    const indexByOffset = new Map(read.map(({ at }, index) => [at.offset, index]));
    for (const record of modelDecisions(reading.records)) {
      const decision = indexByOffset.get(record.offset);
      places.set(record, decision === undefined ? undefined : { input: pathOf(file), decision });
    }
  }
  return places;
}

function hopRow(hop: ModelHop, defect: string | undefined, decision: HopRow['decision']): HopRow {
  const { event, llm } = hop;
  const digest = llm.get('promptDigest');
  return {
    seq: textOf(hop.seq),
    crossing: `${textOf(hop.component)}: ${textOf(hop.capability)}`,
    activation: typeof hop.activationId === 'string' ? hop.activationId : undefined,
    model: textOf(llm.get('model')),
    tokens: `${textOf(llm.get('tokensIn'))} in, ${textOf(llm.get('tokensOut'))} out`,
    latency: `${textOf(llm.get('latencySeconds'))} s`,
    attempts: `${textOf(llm.get('attempts'))} of ${textOf(llm.get('attemptCeiling'))}`,
    produced: hop.produced.map(({ seq, event: made }) => producedWords(seq, made)),
    prompt: isJsonObject(digest) ? `${textOf(digest.get('bytesBucket'))} bytes, salted` : undefined,
    defect,
    decision,
    line: event.line,
    byte: event.offset,
  };
}

const producedWords = (seq: Json, made: TraceEvent | undefined): string =>
  made === undefined
    ? `seq ${textOf(seq)}, which is not in the trace`
    : `${textOf(made.value.get('capability'))} ${textOf(made.value.get('key'))} (seq ${textOf(seq)})`;

function textOf(value: Json | undefined): string {
  if (typeof value === 'string') return value;
  if (isJsonNumber(value)) return value.token;
  return value === true || value === false ? String(value) : '–';
}
