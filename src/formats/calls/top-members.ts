import { scanJson, skipBlank } from '../../lib/json-scan.ts';
import { skipJsonValue } from '../../lib/json-skip.ts';

/** Where the value of a member stands, and how it begins. */
export interface TopMember {
  readonly start: number;
  /** Undefined when the bytes end before the value does. */
  readonly end: number | undefined;
  /** The first 64 bytes of the value, as Latin-1. */
  readonly text: string;
}

const SHOWN = 64;

/** The members of the object whose brace stands at `from`, as far as the bytes go; the values are stepped over. */
export function topMembers(bytes: Uint8Array, from: number): ReadonlyMap<string, TopMember> {
  const members = new Map<string, TopMember>();
  const latin = new TextDecoder('latin1');
  let at = skipBlank(bytes, from + 1);
  while (bytes[at] === 0x22) {
    const key = scanJson(bytes, { from: at });
    if (!key.ok || typeof key.value.value !== 'string') break;
    const colon = skipBlank(bytes, key.value.end);
    if (bytes[colon] !== 0x3a) break;
    const start = skipBlank(bytes, colon + 1);
    const found = skipJsonValue(bytes, start, bytes.length);
    const end = found < 0 ? undefined : found;
    const text = latin.decode(bytes.subarray(start, Math.min(start + SHOWN, end ?? bytes.length)));
    members.set(key.value.value, { start, end, text });
    if (end === undefined) break;
    at = skipBlank(bytes, end);
    if (bytes[at] !== 0x2c) break;
    at = skipBlank(bytes, at + 1);
  }
  return members;
}
