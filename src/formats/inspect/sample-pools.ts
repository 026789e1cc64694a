import { isJsonArray, isJsonNumber, isJsonObject, type Json, type JsonObject } from '../../lib/json-value.ts';
import { pushAll } from '../../lib/push-all.ts';

/**
 * What a sample keeps once for all its events: messages by number and long texts by hash (formats.md 1.15). They
 * stand behind the events in the file.
 */
export interface SamplePool {
  readonly id: string | undefined;
  readonly messages: readonly Json[];
  readonly attachments: JsonObject;
}

export const NO_POOL: SamplePool = { id: undefined, messages: [], attachments: new Map() };

/** Messages of a model event: its own, or ranges of the pool, with long texts put back. */
export function inputMessages(event: JsonObject, pool: SamplePool): readonly Json[] {
  const own = event.get('input');
  const refs = event.get('input_refs');
  const messages = isJsonArray(refs) && refs.length > 0 ? fromPool(refs, pool) : isJsonArray(own) ? own : [];
  return messages.map((message) => (isJsonObject(message) ? expanded(message, pool) : message));
}

function fromPool(refs: readonly Json[], pool: SamplePool): readonly Json[] {
  const messages: Json[] = [];
  for (const range of refs) {
    if (!isJsonArray(range)) continue;
    const [from, to] = range.map((end) =>
      isJsonNumber(end) && /^[0-9]{1,9}$/.test(end.token) ? Number(end.token) : -1,
    );
    if (from === undefined || to === undefined || from < 0) continue;
    pushAll(messages, pool.messages.slice(from, to));
  }
  return messages;
}

/** A text that stands for an attachment is that attachment. */
export function attached(value: Json | undefined, pool: SamplePool): Json | undefined {
  if (typeof value !== 'string' || !value.startsWith(PREFIX)) return value;
  return pool.attachments.get(value.slice(PREFIX.length)) ?? value;
}

const PREFIX = 'attachment://';

/** A message with the long texts of its content put back. */
export function expanded(message: JsonObject, pool: SamplePool): JsonObject {
  const content = message.get('content');
  if (typeof content === 'string') {
    return content.startsWith(PREFIX)
      ? new Map([...message, ['content', attached(content, pool) ?? content]])
      : message;
  }
  if (!isJsonArray(content)) return message;
  const blocks = content.map((block): Json => {
    if (!isJsonObject(block)) return block;
    const text = block.get('text');
    return typeof text === 'string' && text.startsWith(PREFIX)
      ? new Map([...block, ['text', attached(text, pool) ?? text]])
      : block;
  });
  return new Map([...message, ['content', blocks]]);
}
