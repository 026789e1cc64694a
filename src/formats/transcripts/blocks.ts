import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../lib/json-value.ts';

/** Content blocks of a message; a plain text has none. */
export function blocksOf(content: Json | undefined): readonly JsonObject[] {
  return isJsonArray(content) ? content.filter(isJsonObject) : [];
}

/** A result as the model read it: one block of text is that text, several stay a list. */
export function resultText(content: Json | undefined): Json | undefined {
  const blocks = blocksOf(content);
  const [only] = blocks;
  if (blocks.length === 1 && only?.get('type') === 'text') return only.get('text');
  return content;
}

/** A member that is a text and not empty. */
export function textAt(object: JsonObject, ...keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const value = object.get(key);
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
  }
  return undefined;
}
