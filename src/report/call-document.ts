import { type CallRecord, formatFingerprint } from '../model/call.ts';
import type { CallDocument, PlaceDocument, StateSideDocument } from '../model/findings.ts';
import type { Evidence } from '../model/session.ts';
import type { CallVerdict, StateSide } from '../model/verdict.ts';

/** A call as design.md 8 prints it, with the places of its two records. */
export function callDocument(call: CallVerdict, evidence: Evidence): CallDocument {
  return {
    agent: call.agent ?? null,
    turn: call.turn ?? null,
    index: call.index ?? null,
    callId: call.callId ?? null,
    spanId: call.spanId ?? null,
    tool: call.tool,
    attempt: call.attempt ?? null,
    source: call.source,
    verdict: call.verdict,
    reasons: call.reasons,
    ...(call.cause === undefined ? {} : { cause: call.cause }),
    recordedAt: placeOf(call.recorded, evidence),
    replayedAt: placeOf(call.replayed, evidence),
    states: call.states.map((state) => ({
      resource: state.resource ?? null,
      recorded: stateSide(state.recorded),
      replayed: stateSide(state.replayed),
      equal: state.equal ?? null,
    })),
  };
}

function placeOf(record: CallRecord | undefined, evidence: Evidence): PlaceDocument | null {
  if (record === undefined) return null;
  const { file, offset, line } = record.at;
  return {
    input: evidence.files[file]?.path ?? '',
    byte: offset,
    ...(line === undefined ? {} : { line }),
  };
}

function stateSide(side: StateSide | undefined): StateSideDocument | null {
  if (side === undefined) return null;
  return {
    fingerprint: side.fingerprint === undefined ? null : formatFingerprint(side.fingerprint),
    epoch: side.epoch ?? null,
    ...(side.absent ? { absent: true as const } : {}),
  };
}
