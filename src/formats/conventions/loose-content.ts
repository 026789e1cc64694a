import { scanWholeJson } from '../../lib/json-scan.ts';
import { isJsonArray, isJsonNumber, isJsonObject, type Json } from '../../lib/json-value.ts';
import { type ContentFact, contentOfJson, contentOfText } from '../../model/content.ts';

const utf8 = new TextEncoder();

/**
 * Attributes carry structured values as JSON texts, because spans could long hold nothing else (formats.md 1.15). A
 * text that is a JSON object, array or string is that value; any other text is itself.
 */
export function looseValue(value: Json): Json {
  if (typeof value !== 'string') return value;
  const first = firstCharacter(value);
  if (first !== '{' && first !== '[' && first !== '"') return value;
  const scanned = scanWholeJson(utf8.encode(value));
  return scanned.ok && scanned.value.facts.duplicateKeys.length === 0 ? scanned.value.value : value;
}

function firstCharacter(text: string): string {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > 0x20) return text.charAt(at);
  }
  return '';
}

/** The value as it is compared. Needs `loadHashes()`. */
export function looseContent(value: Json): ContentFact {
  if (typeof value === 'string' && value.length <= REMEMBERED_LENGTH) {
    const known = remembered.get(value);
    if (known !== undefined) return known;
    const content = contentOf(looseValue(value));
    if (remembered.size >= REMEMBERED) remembered.clear();
    remembered.set(value, content);
    return content;
  }
  return contentOf(looseValue(value));
}

function contentOf(value: Json): ContentFact {
  return typeof value === 'string' ? contentOfText(value) : contentOfJson(value);
}

/** A history repeats the same arguments in every later span. */
const remembered = new Map<string, ContentFact>();
const REMEMBERED = 4_096;
const REMEMBERED_LENGTH = 2_048;

/** Null, empty object and empty text say nothing (ADK writes `{}` where it withholds). */
export function saysNothing(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (typeof value === 'string') return false;
  if (isJsonObject(value)) return value.size === 0;
  return !isJsonArray(value) && !isJsonNumber(value) && typeof value !== 'boolean';
}
