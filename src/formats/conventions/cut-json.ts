import { scanWholeJson } from '../../lib/json-scan.ts';
import type { Json } from '../../lib/json-value.ts';

export type LooseJson =
  | { readonly is: 'whole'; readonly value: Json }
  /** The text was cut; this is its longest beginning that closes, the half-written member left out (formats.md 3.15). */
  | { readonly is: 'cut'; readonly value: Json }
  | { readonly is: 'unreadable' };

const utf8 = new TextEncoder();

/** Reads a JSON text that may have lost its end. */
export function readCutJson(text: string): LooseJson {
  const bytes = utf8.encode(text);
  const scanned = scanWholeJson(bytes);
  if (scanned.ok) return { is: 'whole', value: scanned.value.value };
  if (scanned.error.kind === 'empty' || scanned.error.kind === 'too-deep') return { is: 'unreadable' };
  const prefix = longestClosing(bytes);
  if (prefix === undefined) return { is: 'unreadable' };
  const closed = scanWholeJson(prefix);
  return closed.ok ? { is: 'cut', value: closed.value.value } : { is: 'unreadable' };
}

/** The beginning up to the last complete value, and the brackets that close it. */
function longestClosing(bytes: Uint8Array): Uint8Array | undefined {
  const open: number[] = [];
  let keep = 0;
  let closers: number[] = [];
  let at = 0;
  let afterKey = false;
  const mark = (end: number): void => {
    keep = end;
    closers = [...open];
  };
  while (at < bytes.length) {
    const byte = bytes[at] as number;
    if (byte === 0x22) {
      const end = stringEnd(bytes, at);
      if (end < 0) break;
      // a string in an object is a value only behind a colon
      if (open.at(-1) !== OBJECT_END || afterKey) mark(end);
      at = end;
      afterKey = false;
      continue;
    }
    at++;
    if (byte === 0x7b || byte === 0x5b) {
      open.push(byte === 0x7b ? OBJECT_END : ARRAY_END);
      if (open.length > 256) return undefined;
      mark(at);
      afterKey = false;
    } else if (byte === OBJECT_END || byte === ARRAY_END) {
      if (open.pop() !== byte) break;
      mark(at);
      if (open.length === 0) break;
    } else if (byte === 0x3a) afterKey = true;
    else if (isWord(byte)) {
      while (at < bytes.length && isWord(bytes[at] as number)) at++;
      // a number or word that touches the end may go on
      if (at >= bytes.length) break;
      mark(at);
      afterKey = false;
    }
  }
  if (keep === 0) return undefined;
  return Uint8Array.from([...bytes.subarray(0, keep), ...closers.reverse()]);
}

const OBJECT_END = 0x7d;
const ARRAY_END = 0x5d;

function stringEnd(bytes: Uint8Array, open: number): number {
  for (let at = open + 1; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (byte === 0x22) return at + 1;
    if (byte === 0x5c) at++;
  }
  return -1;
}

const isWord = (byte: number): boolean =>
  (byte >= 0x30 && byte <= 0x39) ||
  (byte >= 0x61 && byte <= 0x7a) ||
  byte === 0x2d ||
  byte === 0x2e ||
  byte === 0x2b ||
  byte === 0x45;
