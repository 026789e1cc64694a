import { AS_WRITTEN } from '../../lib/json-as-written.ts';
import { isJsonArray, isJsonObject, type Json } from '../../lib/json-value.ts';
import { type Spelling, writeJson } from '../../lib/json-write.ts';
import type { CutText } from '../messages.ts';

/** Bytes that are shown of one text; the rest is a range of the file away (security.md, huge strings). */
export const SHOWN_BYTES = 64 * 1024;

const utf8 = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

export function cutBytes(bytes: Uint8Array, whole = bytes.length): CutText {
  return {
    text: decoder.decode(bytes.subarray(0, SHOWN_BYTES)),
    bytes: whole,
    cut: whole > Math.min(bytes.length, SHOWN_BYTES),
  };
}

export const cutString = (text: string): CutText => cutBytes(utf8.encode(text));

/** A text as its characters, anything else as JSON over several lines, its numbers as they stand in the file. */
export const cutJson = (value: Json): CutText => cutString(jsonText(value));

export function jsonText(value: Json): string {
  if (typeof value === 'string') return value;
  return writeJson(value, isJsonObject(value) || isJsonArray(value) ? OPENED : AS_WRITTEN);
}

const OPENED: Spelling = { ...AS_WRITTEN, colon: ': ', indent: 2 };
