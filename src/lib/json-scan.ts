import { asciiText, readString, type StringToken } from './json-text.ts';
import { type Json, JsonNumber } from './json-value.ts';
import { fail, ok, type Result } from './result.ts';

/** Nesting that is read: 256 open arrays and objects; `structuredClone` dies at about 5,000 (security.md). */
export const MAX_DEPTH = 256;

export interface ScanOptions {
  /** Open arrays and objects at once; default 256. */
  readonly maxDepth?: number;
  /** Python's dialect: bare NaN, Infinity and -Infinity are values like any other and are not listed. */
  readonly python?: boolean;
  /** Byte to start at; default 0. */
  readonly from?: number;
  /** `replace` (default) shows bad bytes as U+FFFD and lists them; `strict` makes them a syntax error. */
  readonly utf8?: 'strict' | 'replace';
}

/** What was accepted and is worth a problem. Byte offsets into the scanned bytes. */
export interface ScanFacts {
  /** Keys that stood in their object before; `byte` is the later one's opening quote. The last one counts. */
  readonly duplicateKeys: readonly { readonly key: string; readonly byte: number }[];
  readonly nonFinite: readonly number[];
  /** The first unpaired surrogate escape of every string that has one. */
  readonly loneSurrogates: readonly number[];
  /** The first bad byte of every string that has one. */
  readonly badUtf8: readonly number[];
}

export interface ScanError {
  readonly kind: 'syntax' | 'too-deep' | 'truncated' | 'empty';
  /** One sentence, lower case, without the place. */
  readonly said: string;
  readonly byte: number;
}

export interface Scanned {
  readonly value: Json;
  /** Offset behind the value. */
  readonly end: number;
  readonly facts: ScanFacts;
}

const CLEAN: ScanFacts = Object.freeze({
  duplicateKeys: [],
  nonFinite: [],
  loneSurrogates: [],
  badUtf8: [],
});

interface MutableFacts {
  duplicateKeys: { key: string; byte: number }[];
  nonFinite: number[];
  loneSurrogates: number[];
  badUtf8: number[];
}

const newFacts = (): MutableFacts => ({ duplicateKeys: [], nonFinite: [], loneSurrogates: [], badUtf8: [] });

/**
 * Reads one JSON value straight from bytes. Number tokens survive, objects are Maps, the last of duplicate keys wins.
 * What follows the value is the caller's business (`end`); `scanWholeJson` refuses it.
 * Strict RFC 8259 otherwise, but for bare NaN and Infinity as Python writes them. Without recursion.
 */
export function scanJson(bytes: Uint8Array, options: ScanOptions = {}): Result<Scanned, ScanError> {
  const maxDepth = options.maxDepth ?? MAX_DEPTH;
  const python = options.python === true;
  const strictUtf8 = options.utf8 === 'strict';
  const size = bytes.length;
  const token: StringToken = {
    text: undefined,
    end: 0,
    said: '',
    byte: 0,
    truncated: false,
    loneSurrogate: -1,
    badUtf8: -1,
  };
  let facts: MutableFacts | undefined;

  // the open containers; `keys` and `keyBytes` belong to the objects among them
  const open: (Json[] | Map<string, Json>)[] = [];
  const keys: string[] = [];
  const keyBytes: number[] = [];
  let depth = 0;

  let at = skipBlank(bytes, options.from ?? 0);
  if (at >= size) return fail({ kind: 'empty', said: 'there is no value', byte: at });

  /** Reads the string at `at` into `token` and moves on; the error otherwise. */
  const takeString = (): ScanError | undefined => {
    readString(bytes, at, token);
    if (token.text === undefined) {
      return { kind: token.truncated ? 'truncated' : 'syntax', said: token.said, byte: token.byte };
    }
    if (token.badUtf8 >= 0) {
      if (strictUtf8) {
        return { kind: 'syntax', said: 'a string holds a byte that is no UTF-8', byte: token.badUtf8 };
      }
      facts ??= newFacts();
      facts.badUtf8.push(token.badUtf8);
    }
    if (token.loneSurrogate >= 0) {
      facts ??= newFacts();
      facts.loneSurrogates.push(token.loneSurrogate);
    }
    at = token.end;
    return undefined;
  };

  /** Reads `"key" :` at `at` and leaves `at` at the value. */
  const takeKey = (): ScanError | undefined => {
    if (at >= size) return cut(size, 'an object');
    if (bytes[at] !== 0x22) return expected(bytes, at, 'a key in quotes');
    const keyByte = at;
    const wrong = takeString();
    if (wrong !== undefined) return wrong;
    keys[depth - 1] = token.text as string;
    keyBytes[depth - 1] = keyByte;
    at = skipBlank(bytes, at);
    if (at >= size) return cut(size, 'an object');
    if (bytes[at] !== 0x3a) return expected(bytes, at, 'a colon');
    at = skipBlank(bytes, at + 1);
    return at >= size ? cut(size, 'an object') : undefined;
  };

  for (;;) {
    // a value starts at `at`
    let value: Json;
    const byte = bytes[at] as number;
    if (byte === 0x22) {
      const wrong = takeString();
      if (wrong !== undefined) return fail(wrong);
      value = token.text as string;
    } else if (byte === 0x7b || byte === 0x5b) {
      const inObject = byte === 0x7b;
      if (depth >= maxDepth) {
        return fail({
          kind: 'too-deep',
          said: `values are nested deeper than ${maxDepth} levels`,
          byte: at,
        });
      }
      const container = inObject ? new Map<string, Json>() : [];
      at = skipBlank(bytes, at + 1);
      if (at >= size) return fail(cut(size, inObject ? 'an object' : 'an array'));
      if (bytes[at] === (inObject ? 0x7d : 0x5d)) {
        at++;
        value = container;
      } else {
        open[depth++] = container;
        if (inObject) {
          const wrong = takeKey();
          if (wrong !== undefined) return fail(wrong);
        }
        continue;
      }
    } else if (byte === 0x2d || (byte >= 0x30 && byte <= 0x39)) {
      const end = endOfNumber(bytes, at);
      if (end >= 0) {
        value = new JsonNumber(numberText(bytes, at, end));
        at = end;
      } else if (startsWith(bytes, at, MINUS_INFINITY)) {
        if (!python) {
          facts ??= newFacts();
          facts.nonFinite.push(at);
        }
        value = new JsonNumber('-Infinity');
        at += MINUS_INFINITY.length;
      } else {
        return fail(badNumber(bytes, at));
      }
    } else {
      const word = wordAt(bytes, at);
      if (word === undefined) return fail(notAValue(bytes, at));
      if (word.value instanceof JsonNumber && !python) {
        facts ??= newFacts();
        facts.nonFinite.push(at);
      }
      value = word.value;
      at += word.letters.length;
    }

    // put the value where it belongs, and close what ends with it
    for (;;) {
      if (depth === 0) return ok({ value, end: at, facts: facts ?? CLEAN });
      const container = open[depth - 1] as Json[] | Map<string, Json>;
      const isArray = Array.isArray(container);
      if (isArray) {
        container.push(value);
      } else {
        const key = keys[depth - 1] as string;
        const before = container.size;
        container.set(key, value);
        if (container.size === before) {
          facts ??= newFacts();
          facts.duplicateKeys.push({ key, byte: keyBytes[depth - 1] as number });
        }
      }
      at = skipBlank(bytes, at);
      if (at >= size) return fail(cut(size, isArray ? 'an array' : 'an object'));
      const next = bytes[at] as number;
      if (next === 0x2c) {
        at = skipBlank(bytes, at + 1);
        if (at >= size) return fail(cut(size, isArray ? 'an array' : 'an object'));
        if (!isArray) {
          const wrong = takeKey();
          if (wrong !== undefined) return fail(wrong);
        }
        break;
      }
      if (next !== (isArray ? 0x5d : 0x7d)) {
        return fail(
          expected(
            bytes,
            at,
            isArray ? 'a comma or the end of the array' : 'a comma or the end of the object',
          ),
        );
      }
      at++;
      value = container;
      depth--;
    }
  }
}

/** As `scanJson`, for bytes that hold one value and white space only. */
export function scanWholeJson(bytes: Uint8Array, options: ScanOptions = {}): Result<Scanned, ScanError> {
  const scanned = scanJson(bytes, options);
  if (!scanned.ok) return scanned;
  const at = skipBlank(bytes, scanned.value.end);
  if (at < bytes.length) {
    return fail({
      kind: 'syntax',
      said: `more text follows the end of the value: ${shown(bytes[at] as number)}`,
      byte: at,
    });
  }
  return scanned;
}

/** Skips JSON's white space: space, TAB, LF, CR. */
export function skipBlank(bytes: Uint8Array, from: number): number {
  let at = from;
  for (; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (byte > 0x20 || (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09)) return at;
  }
  return at;
}

interface Word {
  readonly letters: Uint8Array;
  readonly value: Json;
}
const word = (letters: string, value: Json): Word => ({ letters: new TextEncoder().encode(letters), value });
const MINUS_INFINITY = new TextEncoder().encode('-Infinity');
const WORDS: readonly Word[] = [
  word('true', true),
  word('false', false),
  word('null', null),
  word('NaN', new JsonNumber('NaN')),
  word('Infinity', new JsonNumber('Infinity')),
];

function wordAt(bytes: Uint8Array, at: number): Word | undefined {
  const first = bytes[at];
  for (const candidate of WORDS) {
    if (candidate.letters[0] === first && startsWith(bytes, at, candidate.letters)) return candidate;
  }
  return undefined;
}

function startsWith(bytes: Uint8Array, at: number, letters: Uint8Array): boolean {
  for (let i = 0; i < letters.length; i++) if (bytes[at + i] !== letters[i]) return false;
  return true;
}

/** The end of the longest number at `at`, or -1 when the grammar is broken inside it. */
function endOfNumber(bytes: Uint8Array, from: number): number {
  let at = from;
  if (bytes[at] === 0x2d) at++;
  const first = bytes[at];
  if (!isDigit(first)) return -1;
  at++;
  if (first !== 0x30) while (isDigit(bytes[at])) at++;
  if (bytes[at] === 0x2e) {
    at++;
    if (!isDigit(bytes[at])) return -1;
    while (isDigit(bytes[at])) at++;
  }
  if (bytes[at] === 0x65 || bytes[at] === 0x45) {
    at++;
    if (bytes[at] === 0x2b || bytes[at] === 0x2d) at++;
    if (!isDigit(bytes[at])) return -1;
    while (isDigit(bytes[at])) at++;
  }
  return at;
}

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39;

function numberText(bytes: Uint8Array, from: number, to: number): string {
  let hash = 0;
  for (let at = from; at < to; at++) hash = (Math.imul(hash, 31) + (bytes[at] as number)) | 0;
  return asciiText(bytes, from, to, hash);
}

function badNumber(bytes: Uint8Array, from: number): ScanError {
  let at = from;
  while (at < bytes.length && isNumberByte(bytes[at] as number)) at++;
  if (at >= bytes.length) return { kind: 'truncated', said: 'the text ends inside a number', byte: at };
  return { kind: 'syntax', said: 'a number is not spelled as JSON spells numbers', byte: from };
}

const isNumberByte = (byte: number): boolean =>
  isDigit(byte) || byte === 0x2d || byte === 0x2b || byte === 0x2e || byte === 0x65 || byte === 0x45;

function notAValue(bytes: Uint8Array, at: number): ScanError {
  if (bytes[at] === 0xef && bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf) {
    return { kind: 'syntax', said: 'a byte order mark stands where a value should start', byte: at };
  }
  for (const candidate of WORDS) {
    const rest = bytes.subarray(at);
    if (rest.length < candidate.letters.length && startsWith(candidate.letters, 0, rest)) {
      return { kind: 'truncated', said: 'the text ends inside a word', byte: bytes.length };
    }
  }
  return expected(bytes, at, 'a value');
}

const cut = (byte: number, inside: string): ScanError => ({
  kind: 'truncated',
  said: `the text ends inside ${inside}`,
  byte,
});

const expected = (bytes: Uint8Array, at: number, what: string): ScanError => ({
  kind: 'syntax',
  said: `expected ${what}, found ${shown(bytes[at] as number)}`,
  byte: at,
});

/** A byte as a person reads it; evidence text itself is never put into a message. */
function shown(byte: number): string {
  return byte > 0x20 && byte < 0x7f
    ? `'${String.fromCharCode(byte)}'`
    : `byte 0x${byte.toString(16).padStart(2, '0')}`;
}
