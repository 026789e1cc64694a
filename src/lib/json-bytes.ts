import { scanJson } from './json-scan.ts';

export const QUOTE = 0x22;
const BACKSLASH = 0x5c;

const keyDecoder = new TextDecoder();

/** A key's characters; `plain` when it has no escape. */
export function keyText(bytes: Uint8Array, from: number, to: number, plain: boolean): string {
  if (plain) return keyDecoder.decode(bytes.subarray(from + 1, to - 1));
  const scanned = scanJson(bytes.subarray(from, to));
  return scanned.ok && typeof scanned.value.value === 'string'
    ? scanned.value.value
    : keyDecoder.decode(bytes.subarray(from + 1, to - 1));
}

export function skipSpace(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  for (; at < to; at++) {
    const byte = bytes[at] as number;
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) break;
  }
  return at;
}

/** A bracket, a quote, a digit, a minus, or the first letter of true, false, null, NaN, Infinity. */
export function startsValue(byte: number): boolean {
  return (
    byte === 0x7b ||
    byte === 0x5b ||
    byte === QUOTE ||
    byte === 0x2d ||
    (byte >= 0x30 && byte <= 0x39) ||
    byte === 0x74 ||
    byte === 0x66 ||
    byte === 0x6e ||
    byte === 0x4e ||
    byte === 0x49
  );
}

export const isWordByte = (byte: number): boolean =>
  (byte >= 0x30 && byte <= 0x39) ||
  (byte >= 0x41 && byte <= 0x5a) ||
  (byte >= 0x61 && byte <= 0x7a) ||
  byte === 0x2b ||
  byte === 0x2d ||
  byte === 0x2e;

/** The last byte of an object, array or string: the value cannot go on behind it. */
export const endsItself = (byte: number): boolean => byte === 0x7d || byte === 0x5d || byte === QUOTE;

/**
 * Steps over the inside of a string, which may go on in the next piece (`escaped` is kept for it). The index of the
 * closing quote, of a raw control character, or `to`.
 */
export function scanText(
  bytes: Uint8Array,
  from: number,
  to: number,
  state: { escaped: boolean; plain: boolean },
): number {
  let { escaped } = state;
  let at = from;
  for (; at < to; at++) {
    const byte = bytes[at] as number;
    if (byte < 0x20) break;
    if (escaped) escaped = false;
    else if (byte === QUOTE) break;
    else if (byte === BACKSLASH) {
      escaped = true;
      state.plain = false;
    }
  }
  state.escaped = escaped;
  return at;
}

/** What a byte that should not be there is a sign of: NUL is what a crash leaves in a file. */
export const broken = (byte: number): 'nul' | 'syntax' => (byte === 0 ? 'nul' : 'syntax');
