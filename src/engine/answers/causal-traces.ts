import { isJsonNumber, isJsonObject, type Json } from '../../lib/json-value.ts';
import type { CausalTrace, TraceEvent } from '../../model/causal-trace.ts';
import type { LogReading } from '../../model/seal.ts';
import type { WalFile } from '../../model/wal.ts';
import { deriveHops, findHopDefects, type ModelHop } from '../../verdicts/causal/hops.ts';
import { type JoinedHop, joinHops } from '../../verdicts/causal/join-hops.ts';
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
  return traces.flatMap((trace): CausalTraceView[] => {
    const input = around.pathOf(trace.file);
    if (trace.reading.is === 'refused')
      return around.isOnly ? [{ input, refused: trace.reading.said, events: 0, hops: [] }] : [];
    const { events } = trace.reading;
    const hops = deriveHops(events);
    const joined = around.wals.flatMap((wal) =>
      wal.reading.is === 'read'
        ? joinHops(hops, modelDecisions(wal.reading.records)).map((one) => ({ ...one, file: wal.file }))
        : [],
    );
    if (joined.length === 0 && !around.isOnly) return [];
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
        hops: hops.map((hop) => hopRow(hop, defects.get(hop), decisionOf(hop, joined, around))),
      },
    ];
  });
}

function decisionOf(
  hop: ModelHop,
  joined: readonly (JoinedHop & { readonly file: number })[],
  { logs, pathOf }: Surroundings,
): HopRow['decision'] {
  const found = joined.find((one) => one.hop === hop);
  const log = logs.find(({ file }) => file === found?.file);
  const decision = log?.decisions.findIndex(({ at }) => at.offset === found?.decision.offset) ?? -1;
  return found === undefined || decision < 0 ? undefined : { input: pathOf(found.file), decision };
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
