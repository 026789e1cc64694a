import { skipBlank } from './json-scan.ts';

/**
 * The offset behind the JSON value that starts at or after `from` (white space is skipped), or -1 when it does not
 * end before `limit`. Counts brackets and steps over strings and checks nothing else, so a streaming reader can find
 * a value's bytes before it scans them. A number or word that touches `limit` has not ended.
 */
export function skipJsonValue(bytes: Uint8Array, from: number, limit: number): number {
  let at = skipBlank(bytes, from);
  if (at >= limit) return -1;
  const first = bytes[at] as number;
  if (first === 0x22) return endOfString(bytes, at, limit);
  if (first !== 0x7b && first !== 0x5b) {
    while (at < limit && !endsWord(bytes[at] as number)) at++;
    return at < limit ? at : -1;
  }
  let depth = 0;
  while (at < limit) {
    const byte = bytes[at] as number;
    if (byte === 0x22) {
      at = endOfString(bytes, at, limit);
      if (at < 0) return -1;
      continue;
    }
    at++;
    // '[' 0x5b and '{' 0x7b differ in one bit, and so do ']' 0x5d and '}' 0x7d
    const bracket = byte & 0xdf;
    if (bracket === 0x5b) depth++;
    else if (bracket === 0x5d && --depth === 0) return at;
  }
  return -1;
}

function endOfString(bytes: Uint8Array, open: number, limit: number): number {
  for (let at = open + 1; at < limit; at++) {
    const byte = bytes[at] as number;
    if (byte === 0x22) return at + 1;
    if (byte === 0x5c) at++;
  }
  return -1;
}

function endsWord(byte: number): boolean {
  return byte <= 0x20 || byte === 0x2c || byte === 0x5d || byte === 0x7d || byte === 0x3a;
}
