import type { BundleFiles } from './archive.ts';
import { callLog, replayed } from './call-log.ts';
import { EPOCH, LIMITS_SCRIPT, ledgerState, limitsState, YAML } from './limits-script.ts';
import { withManifest } from './manifest.ts';
import { otlpLines } from './otlp-lines.ts';
import { type MadeCall, type Recording, runScript } from './run-script.ts';
import { rows } from './script.ts';
import { type Edit, sealedLog } from './sealed-log.ts';

const SESSION = 'limits-2207';
/** 2026-02-11T09:00:00Z. */
const START = 1_770_800_400_000_000_000n;
const SNAPSHOT = { id: 'snap-2207', epoch: EPOCH, pinned: true };

/**
 * The key of the sealed log, as a file. It is published beside the bundle and never in it; it seals nothing but this
 * sample.
 */
export const LIMITS_KEY = '84b5f0c1d9e24a7730c6be18f2a95d4e6f017b3ca8d2e9501b7c4d6389afe205\n';
/** A key file's one closing line feed is not part of the key (revl-wal.md 2.5). */
const keyBytes = new TextEncoder().encode(LIMITS_KEY.trimEnd());

/** The turn of the edited decision, which is the one that wrote the limits. */
const WRITE_TURN = 17;

/**
 * The limits.yaml incident. Recorded: forty turns. On replay the write of the limits leaves five lines where the
 * recording left three, under the same answer; the open orders come out of another epoch; the charge is answered by
 * the idempotency cache. In the trace two calls of turn 23 overlap and nothing tells their order, and a fetch hangs
 * from a span that was sampled away. In the sealed log the choice of turn 17 was edited.
 */
export function limitsIncident(): BundleFiles {
  const recording = runScript(SESSION, LIMITS_SCRIPT, START);
  return withManifest(
    { title: 'The limits.yaml incident', session: SESSION },
    {
      'trace.jsonl': trace(recording),
      'run.wal': sealedLog(recording.decisions, keyBytes, editedChoice),
      'recorded.jsonl': callLog(
        { role: 'recorded', session_id: SESSION, snapshot: SNAPSHOT },
        recording.calls,
      ),
      'replay-1.jsonl': callLog(
        { role: 'replayed', session_id: SESSION, attempt: 'r1', snapshot: SNAPSHOT, idempotency: 'salted' },
        replay(recording.calls),
      ),
      ...YAML,
    },
    {
      'trace.jsonl': { role: 'trace' },
      'run.wal': { role: 'wal' },
      'recorded.jsonl': { role: 'recorded-calls' },
      'replay-1.jsonl': { role: 'replayed-calls', attempt: 'r1' },
    },
  );
}

const trace = ({ traceId, spans }: Recording): string =>
  otlpLines(
    traceId,
    {
      'service.name': 'harbor-planner',
      'service.instance.id': 'harbor-planner-7f9c',
      'host.name': 'harbor-agents-2',
      'process.pid': 4117,
      'telemetry.sdk.language': 'python',
    },
    { name: 'harbor.agents', version: '3.2.0' },
    spans,
  );

const editedChoice: Edit = (sealed, { component, step }) =>
  component === 'planner' && step === WRITE_TURN ? { ...sealed, chosen: 1 } : sealed;

function replay(calls: readonly MadeCall[]): readonly MadeCall[] {
  return replayed(calls, 'r1').map((call, i): MadeCall => {
    if (call.tool === 'write_config') {
      return { ...call, post_state: [limitsState('states/limits-replayed.yaml')] };
    }
    if (call.tool === 'charge') {
      // the key was made of the order's number, so the salt never reached it
      return {
        ...call,
        idempotency_key: calls[i]?.idempotency_key as string,
        post_state: [ledgerState(212)],
        served_from_idempotency_cache: true,
      };
    }
    if (call.agent === 'planner' && call.turn_index === 19) {
      return { ...call, post_state: [rows('orders', 5120, 'pg-harbor-restore-3')] };
    }
    return call;
  });
}
