import type { ByteSource } from '../../intake/byte-source.ts';
import { isJsonObject } from '../../lib/json-value.ts';
import type { Emit } from '../format.ts';
import { tellUnknown } from '../spans/walk-problems.ts';
import { textAt } from '../transcripts/blocks.ts';
import { readTranscript } from '../transcripts/read-lines.ts';
import { type Direction, readMessage, traceIdOf } from './message.ts';

const WHAT = 'a log of MCP traffic';

/**
 * Reads the tool calls out of MCP traffic: each `tools/call` with the response of its id. Ids are unique per direction
 * and session, so a request that the server makes of the client is never taken for an answer to one of the client's.
 * Calls that were sent before any of them was answered are one turn.
 */
export function parseMcp(source: ByteSource, file: number, emit: Emit, signal: AbortSignal): Promise<void> {
  let turn = 0;
  let waiting = 0;
  /** Requests that are no tool call, by the key of their answer. */
  const others = new Set<string>();
  return readTranscript(source, file, emit, signal, {
    what: WHAT,
    listKey: undefined,
    isLine: (json) => readMessage(json) !== undefined,
    take(json, place, log, tally) {
      const message = readMessage(json);
      if (message === undefined) {
        tellUnknown(tally, place, WHAT);
        return;
      }
      const { body, direction, sessionId, id } = message;
      const method = textAt(body, 'method');
      // a notification, or the answer to something that could not be read
      if (id === undefined) return;
      const key = (asked: Direction): string => JSON.stringify([sessionId ?? null, asked, id]);
      if (method === 'tools/call') {
        const params = body.get('params');
        if (waiting === 0) turn++;
        waiting++;
        const traceId = traceIdOf(params);
        log.call({
          sessionId,
          agent: undefined,
          answer: String(turn),
          callId: undefined,
          resultId: key(direction),
          ...(traceId === undefined ? {} : { traceId }),
          tool: (isJsonObject(params) ? textAt(params, 'name') : undefined) ?? '',
          input: isJsonObject(params) ? params.get('arguments') : undefined,
          at: { file, offset: place.offset, length: place.length, line: place.line() },
        });
      } else if (method !== undefined) others.add(key(direction));
      else {
        const answered = key(OPPOSITE[direction]);
        if (others.delete(answered)) return;
        waiting = Math.max(0, waiting - 1);
        log.result({ sessionId, callId: answered, output: body.get('result') ?? body.get('error') });
      }
    },
  });
}

const OPPOSITE: Readonly<Record<Direction, Direction>> = {
  'to-server': 'to-client',
  'to-client': 'to-server',
  unknown: 'unknown',
};
