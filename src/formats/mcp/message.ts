import { exactNumber } from '../../lib/json-exact-form.ts';
import { isJsonNumber, isJsonObject, type Json, type JsonObject } from '../../lib/json-value.ts';
import { textAt } from '../transcripts/blocks.ts';

/** Members under which recorders wrap a message; there is no common envelope. */
export const ENVELOPES = ['message', 'msg', 'payload', 'data'] as const;

export type Direction = 'to-server' | 'to-client' | 'unknown';

export interface McpMessage {
  readonly body: JsonObject;
  readonly direction: Direction;
  readonly sessionId: string | undefined;
  /** Undefined for a notification. Texts and numbers are different ids. */
  readonly id: string | undefined;
}

/** Undefined when the line holds no JSON-RPC message. */
export function readMessage(line: JsonObject): McpMessage | undefined {
  const inner = ENVELOPES.map((name) => line.get(name)).find(isMessage);
  const body = isMessage(line) ? line : inner;
  if (body === undefined) return undefined;
  return {
    body,
    direction: directionOf(textAt(line, 'direction', 'dir', 'from', 'source', 'sender')),
    sessionId: textAt(line, 'session_id', 'sessionId', 'mcp-session-id', 'mcpSessionId'),
    id: idOf(body.get('id')),
  };
}

const isMessage = (value: Json | undefined): value is JsonObject =>
  isJsonObject(value) && value.has('jsonrpc');

const TO_SERVER = /^(client|c2s|client.?to.?server|out(going|bound)?|sent?|request|->|→|>|>>)$/i;
const TO_CLIENT = /^(server|s2c|server.?to.?client|in(coming|bound)?|recv|received?|response|<-|←|<|<<)$/i;

function directionOf(word: string | undefined): Direction {
  if (word === undefined) return 'unknown';
  return TO_SERVER.test(word) ? 'to-server' : TO_CLIENT.test(word) ? 'to-client' : 'unknown';
}

function idOf(id: Json | undefined): string | undefined {
  if (typeof id === 'string') return `text ${id}`;
  return isJsonNumber(id) ? `number ${exactNumber(id.token)}` : undefined;
}

/** `00-<trace>-<span>-<flags>` in `params._meta.traceparent`: the trace of the client that asked. */
export function traceIdOf(params: Json | undefined): string | undefined {
  const meta = isJsonObject(params) ? params.get('_meta') : undefined;
  const text = isJsonObject(meta) ? meta.get('traceparent') : undefined;
  return typeof text === 'string' ? /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-/.exec(text)?.[1] : undefined;
}
