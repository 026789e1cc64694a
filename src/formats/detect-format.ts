import { scanJson } from '../lib/json-scan.ts';
import { isUtf16 } from '../lib/utf16.ts';
import type { ProblemCode } from '../model/problem.ts';
import { type Detection, type Format, HEAD_BYTES } from './format.ts';
import { outlineOf } from './outline.ts';
import { FORMATS } from './registry.ts';
import { recogniseUnread } from './unread-formats.ts';

export type Detected =
  | { readonly is: 'format'; readonly format: Format; readonly detection: Detection }
  /** No reader: `said` goes into the ledger, with the file's path put before it by the caller or not. */
  | {
      readonly is: 'unreadable';
      readonly code: ProblemCode;
      readonly said: string;
      readonly hint?: string;
      /** Where the text breaks the rules of JSON. */
      readonly line?: number;
      readonly byte?: number;
    };

/**
 * Which format the first bytes (up to HEAD_BYTES) are of, by content alone; the first sure one in order of trust, else
 * the first likely one. Archives are unpacked before.
 */
export function detectFormat(head: Uint8Array, formats: readonly Format[] = FORMATS): Detected {
  if (head.length === 0) return { is: 'unreadable', code: 'empty', said: 'The file is empty.' };
  let likely: Detected | undefined;
  for (const format of formats) {
    const detection = format.detect(head);
    if (detection === undefined) continue;
    const found: Detected = { is: 'format', format, detection };
    if (detection.confidence === 'certain') return found;
    likely ??= found;
  }
  return likely ?? recogniseUnread(head) ?? unknown(head);
}

/** Five different sentences for five different troubles. */
function unknown(head: Uint8Array): Detected {
  const unreadable = (code: ProblemCode, said: string, hint?: string): Detected => ({
    is: 'unreadable',
    code,
    said,
    ...(hint === undefined ? {} : { hint }),
  });
  if (head.every((byte) => byte === 0)) return unreadable('empty', 'The file holds nothing but NUL bytes.');
  if (isUtf16(head)) return unreadable('format-unknown', 'The file is UTF-16 text of no known format.');
  if (head.every(isBlank)) return unreadable('empty', 'The file holds nothing but white space.');
  const { records } = outlineOf(head);
  const [first] = records;
  if (first === undefined || startsOddly(head)) {
    return unreadable(
      'format-unknown',
      'The file is of no format that is known: it is neither JSON nor one of the binary formats of traces.',
    );
  }
  const broken = firstBreak(head);
  if (broken !== undefined) return broken;
  if (records.every(({ is }) => is === 'primitive')) {
    return unreadable(
      'not-evidence',
      'The file is well-formed JSON, but a bare value (a number, a text, null) and no record of anything.',
    );
  }
  if (records.every(({ paths }) => [...paths].every((path) => path === '[]'))) {
    return unreadable(
      'not-evidence',
      'The file is well-formed JSON and empty: it holds no record of anything.',
    );
  }
  return unreadable(
    'format-unknown',
    'The file is JSON of no format that is known: no record in it has the keys of a trace, a log or a call.',
    'The README lists the formats that are read and how to export them.',
  );
}

/** The first place where the values of the head are no JSON; undefined when they are, as far as the head goes. */
function firstBreak(head: Uint8Array): Detected | undefined {
  let at = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0;
  for (;;) {
    while (at < head.length && (isBlank(head[at] as number) || head[at] === 0)) at++;
    if (at >= head.length) return undefined;
    const scanned = scanJson(head, { from: at });
    if (scanned.ok) {
      at = scanned.value.end;
      continue;
    }
    const { kind, said, byte } = scanned.error;
    // a head that is full may end anywhere
    if (kind === 'truncated' && head.length >= HEAD_BYTES) return undefined;
    // a text that merely starts with a letter of `true` is a text, not broken JSON
    const isText = head[at] !== 0x7b && head[at] !== 0x5b;
    const code = kind === 'too-deep' || kind === 'truncated' ? kind : isText ? 'format-unknown' : 'malformed';
    const line = 1 + head.subarray(0, byte).filter((b) => b === 0x0a).length;
    return {
      is: 'unreadable',
      code,
      said: `The file is of no format that is known, and no JSON either: at line ${line}, byte ${byte} ${said}.`,
      line,
      byte,
    };
  }
}

const isBlank = (byte: number): boolean => byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;

/** Bytes that no JSON text starts with. */
function startsOddly(head: Uint8Array): boolean {
  const bom = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0;
  for (let at = bom; at < head.length; at++) {
    const byte = head[at] as number;
    if (isBlank(byte) || byte === 0) continue;
    return !'{["-0123456789tfn'.includes(String.fromCharCode(byte));
  }
  return true;
}
