import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../lib/json-value.ts';

const CONTEXT = 'context.';
const ATTRIBUTES = 'attributes.';
/** Messages, the calls in them, and one more. */
const NESTED_LISTS = 3;

/**
 * A row of Phoenix's data frame (`get_spans_dataframe`, formats.md 1.10) as the span that it stands for: its columns
 * `context.*` and `attributes.*` are gathered, and the dotted keys inside its lists are nested as the REST interface
 * nests them. A cell without a value is an attribute that the span does not have. Anything else comes back as it is.
 */
export function spanOfFrameRow(row: JsonObject): JsonObject {
  if (!row.has(`${CONTEXT}span_id`)) return row;
  const span = new Map<string, Json>();
  const context = new Map<string, Json>();
  const attributes = new Map<string, Json>();
  for (const [column, value] of row) {
    if (column.startsWith(CONTEXT)) context.set(column.slice(CONTEXT.length), value);
    else if (!column.startsWith(ATTRIBUTES)) span.set(column, value);
    else if (value !== null) attributes.set(column.slice(ATTRIBUTES.length), nested(value, NESTED_LISTS));
  }
  return span.set('context', context).set('attributes', attributes);
}

function nested(value: Json, levels: number): Json {
  if (levels === 0 || !isJsonArray(value)) return value;
  return value.map((entry) => (isJsonObject(entry) ? undotted(entry, levels - 1) : entry));
}

/** `{"message.role": …, "message.content": …}` as `{"message": {"role": …, "content": …}}`. */
function undotted(entry: JsonObject, levels: number): JsonObject {
  const top = new Map<string, Json>();
  for (const [key, value] of entry) {
    const parts = key.split('.');
    const last = parts.pop() ?? key;
    let into = top;
    for (const part of parts) into = heldBy(into, part);
    into.set(last, nested(value, levels));
  }
  return top;
}

/** The object under a key; a plain value that stands there gives way to it. */
function heldBy(object: Map<string, Json>, key: string): Map<string, Json> {
  const there = object.get(key);
  const held = there instanceof Map ? there : new Map<string, Json>();
  object.set(key, held);
  return held;
}
