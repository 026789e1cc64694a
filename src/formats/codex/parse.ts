import type { ByteSource } from '../../intake/byte-source.ts';
import type { ValuePlace } from '../../lib/json-stream.ts';
import { isJsonObject, type Json, type JsonObject } from '../../lib/json-value.ts';
import { looseValue } from '../conventions/loose-content.ts';
import type { Emit } from '../format.ts';
import { tellUnknown } from '../spans/walk-problems.ts';
import { textAt } from '../transcripts/blocks.ts';
import { readTranscript } from '../transcripts/read-lines.ts';

const WHAT = 'a session of Codex';

const CALLS: ReadonlySet<string> = new Set(['function_call', 'custom_tool_call', 'local_shell_call']);
const RESULTS: ReadonlySet<string> = new Set([
  'function_call_output',
  'custom_tool_call_output',
  'local_shell_call_output',
]);
/** Envelopes that carry no items of the conversation; `event_msg` shows again what `response_item` holds. */
const PASSED_OVER: ReadonlySet<string> = new Set([
  'event_msg',
  'turn_context',
  'compacted',
  'state',
  'ghost_snapshot',
]);

/** Reads a rollout of Codex into the calls that it tells (formats.md 1.15). */
export function parseCodex(source: ByteSource, file: number, emit: Emit, signal: AbortSignal): Promise<void> {
  let sessionId: string | undefined;
  let turn = 0;
  /** Calls with no result or message between them are one answer of the model (python-genai #650). */
  let asking = false;
  return readTranscript(source, file, emit, signal, {
    what: WHAT,
    listKey: undefined,
    isLine: (json) => json.has('payload') || CALLS.has(textAt(json, 'type') ?? ''),
    take(json, place, log, tally) {
      const type = textAt(json, 'type');
      if (type === 'session_meta') {
        const meta = json.get('payload');
        if (isJsonObject(meta)) sessionId = textAt(meta, 'id', 'session_id');
        return;
      }
      if (type !== undefined && PASSED_OVER.has(type)) return;
      const item = itemOf(json, type);
      if (item === undefined) {
        // the first line of older rollouts is the session itself
        if (json.has('id') && json.has('timestamp')) sessionId ??= textAt(json, 'id');
        else tellUnknown(tally, place, WHAT);
        return;
      }
      const kind = textAt(item, 'type') ?? '';
      const callId = textAt(item, 'call_id', 'id');
      if (CALLS.has(kind)) {
        if (!asking) turn++;
        asking = true;
        log.call({
          sessionId,
          agent: undefined,
          answer: String(turn),
          callId,
          tool: textAt(item, 'name') ?? (kind === 'local_shell_call' ? 'local_shell' : ''),
          input: item.get('arguments') ?? item.get('input') ?? item.get('action'),
          at: placeOf(file, place),
        });
      } else if (RESULTS.has(kind)) {
        asking = false;
        log.result({ sessionId, callId, output: outputOf(item.get('output')) });
      } else if (kind === 'message' && item.get('role') === 'user') asking = false;
    },
  });
}

const placeOf = (file: number, { offset, length, line }: ValuePlace) => ({
  file,
  offset,
  length,
  line: line(),
});

/** The item in its envelope; older rollouts have bare items. */
function itemOf(json: JsonObject, type: string | undefined): JsonObject | undefined {
  const payload = json.get('payload');
  if (isJsonObject(payload)) return payload;
  const bare =
    type !== undefined &&
    (CALLS.has(type) || RESULTS.has(type) || type === 'message' || type === 'reasoning');
  return bare || json.get('record_type') === 'state' ? json : undefined;
}

/** Shell results are wrapped with their metadata: `{"output": …, "metadata": {…}}`, often as a text. */
function outputOf(value: Json | undefined): Json | undefined {
  if (value === undefined) return undefined;
  const inner = looseValue(value);
  if (isJsonObject(inner) && inner.has('output') && inner.has('metadata')) return inner.get('output');
  return value;
}
