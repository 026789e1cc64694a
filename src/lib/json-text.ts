import { firstBadUtf8 } from './utf8.ts';

/** A string token of JSON, or why there is none. */
export interface StringToken {
  /** Undefined: the token is broken; `said` and `byte` tell where. */
  text: string | undefined;
  /** Offset behind the closing quote. */
  end: number;
  said: string;
  byte: number;
  /** The bytes ended inside the token. */
  truncated: boolean;
  /** Offset of the first unpaired `\ud800`..`\udfff` escape, or -1. */
  loneSurrogate: number;
  /** Offset of the first byte that is no UTF-8, or -1; such bytes became U+FFFD. */
  badUtf8: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LOWER_U = 0x75;

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Names repeat in every record: a direct-mapped table saves decoding and gives the same string object each time. */
const CACHE_SLOTS = 4096;
const CACHED_LENGTH = 64;
const cache: string[] = new Array<string>(CACHE_SLOTS).fill('');

/** Decodes ASCII bytes; `hash` is any function of them. */
export function asciiText(bytes: Uint8Array, from: number, to: number, hash: number): string {
  const length = to - from;
  if (length === 0) return '';
  if (length > CACHED_LENGTH) return decoder.decode(bytes.subarray(from, to));
  const slot = hash & (CACHE_SLOTS - 1);
  const known = cache[slot] as string;
  if (known.length === length) {
    let i = 0;
    while (i < length && known.charCodeAt(i) === bytes[from + i]) i++;
    if (i === length) return known;
  }
  const text =
    length < 12
      ? String.fromCharCode.apply(undefined, bytes.subarray(from, to) as unknown as number[])
      : decoder.decode(bytes.subarray(from, to));
  cache[slot] = text;
  return text;
}

/**
 * Reads the string whose opening quote stands at `open`, into `token` (reused by the caller: one per scan).
 * RFC 8259: raw control characters are refused. Lone surrogate escapes are kept as they are.
 */
export function readString(bytes: Uint8Array, open: number, token: StringToken): void {
  const size = bytes.length;
  let at = open + 1;
  let hash = 0;
  token.loneSurrogate = -1;
  token.badUtf8 = -1;
  token.truncated = false;
  for (; at < size; at++) {
    const byte = bytes[at] as number;
    if (byte === QUOTE) {
      token.text = asciiText(bytes, open + 1, at, hash);
      token.end = at + 1;
      return;
    }
    if (byte === BACKSLASH || byte >= 0x80 || byte < 0x20) break;
    hash = (Math.imul(hash, 31) + byte) | 0;
  }
  readUnevenString(bytes, open, at, token);
}

/** The slow way: escapes, characters above ASCII, or an error. `at` is the first byte that is not plain. */
function readUnevenString(bytes: Uint8Array, open: number, from: number, token: StringToken): void {
  const size = bytes.length;
  let text = '';
  let at = from;
  let plain = open + 1;
  let uneven = false;
  while (at < size) {
    const byte = bytes[at] as number;
    if (byte < 0x20) {
      failString(token, at, 'a raw control character stands inside a string', false);
      return;
    }
    if (byte !== QUOTE && byte !== BACKSLASH) {
      if (byte >= 0x80) uneven = true;
      at++;
      continue;
    }
    if (at > plain) {
      if (uneven && token.badUtf8 < 0) token.badUtf8 = firstBadUtf8(bytes, plain, at);
      text += decoder.decode(bytes.subarray(plain, at));
    }
    uneven = false;
    if (byte === QUOTE) {
      token.text = text;
      token.end = at + 1;
      return;
    }
    if (at + 1 >= size) break;
    const escaped = bytes[at + 1] as number;
    if (escaped !== LOWER_U) {
      const character = SHORT_ESCAPES.get(escaped);
      if (character === undefined) {
        failString(token, at, 'an escape in a string is not one of JSON', false);
        return;
      }
      text += character;
      at += 2;
      plain = at;
      continue;
    }
    const unit = hex4(bytes, at + 2);
    if (unit < 0) {
      failString(token, at, 'a \\u escape in a string has no four hex digits', at + 6 > size);
      return;
    }
    if (isHighSurrogate(unit) && bytes[at + 6] === BACKSLASH && bytes[at + 7] === LOWER_U) {
      const low = hex4(bytes, at + 8);
      if (low >= 0xdc00 && low <= 0xdfff) {
        text += String.fromCharCode(unit, low);
        at += 12;
        plain = at;
        continue;
      }
    }
    if (unit >= 0xd800 && unit <= 0xdfff && token.loneSurrogate < 0) token.loneSurrogate = at;
    text += String.fromCharCode(unit);
    at += 6;
    plain = at;
  }
  failString(token, size, 'the text ends inside a string', true);
}

function failString(token: StringToken, byte: number, said: string, truncated: boolean): void {
  token.text = undefined;
  token.byte = byte;
  token.said = said;
  token.truncated = truncated;
}

const SHORT_ESCAPES: ReadonlyMap<number, string> = new Map([
  [0x22, '"'],
  [0x5c, '\\'],
  [0x2f, '/'],
  [0x62, '\b'],
  [0x66, '\f'],
  [0x6e, '\n'],
  [0x72, '\r'],
  [0x74, '\t'],
]);

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;

function hex4(bytes: Uint8Array, at: number): number {
  if (at + 4 > bytes.length) return -1;
  let value = 0;
  for (let i = 0; i < 4; i++) {
    const digit = hexDigit(bytes[at + i] as number);
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
}

function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}
