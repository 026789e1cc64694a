import type { ByteSource } from '../../intake/byte-source.ts';
import { type ByteLine, readByteLines } from '../../lib/byte-lines.ts';
import { skipBlank } from '../../lib/json-scan.ts';
import { skipJsonValue } from '../../lib/json-skip.ts';

/** Bytes of one record that are read; a longer line is attack or damage (security.md). */
export const MAX_RECORD = 32 * 1024 * 1024;

/** The bytes of one record of a log, or what stands in its place. */
export type RawRecord =
  | {
      readonly is: 'record';
      /** Valid until the next record is asked for. */
      readonly bytes: Uint8Array;
      readonly offset: number;
      /** 1-based line of its first byte. */
      readonly line: number;
      /** Whether something ends it (LF, comma, bracket): a record that nothing ends may be cut. */
      readonly ended: boolean;
    }
  | { readonly is: 'too-big'; readonly offset: number; readonly line: number; readonly bytes: number }
  /** The array of records ends in the middle. */
  | { readonly is: 'cut'; readonly offset: number; readonly line: number }
  /** Text behind the end of the array, or no comma between two of its elements (then no byte of it is lost). */
  | { readonly is: 'stray'; readonly offset: number; readonly line: number; readonly bytes: number };

/** How the records of a file stand in it. */
export type Arrangement = 'lines' | 'array' | 'values';

const BRACKET_OPEN = 0x5b;
const BRACKET_CLOSE = 0x5d;
const COMMA = 0x2c;
const LF = 0x0a;

/** The records of a file in file order. `values`: one after the other, each over several lines. */
export async function* readRawRecords(
  source: ByteSource,
  arrangement: Arrangement,
): AsyncGenerator<RawRecord> {
  switch (arrangement) {
    case 'lines':
      yield* readLines(source);
      return;
    case 'array':
    case 'values':
      yield* readValues(source, arrangement === 'array');
  }
}

async function* readLines(source: ByteSource): AsyncGenerator<RawRecord> {
  const start = await markLength(source);
  for await (const lines of readByteLines(source.stream(start), MAX_RECORD)) {
    for (const line of lines) {
      const record = recordOfLine(line, start);
      if (record !== undefined) yield record;
    }
  }
}

function recordOfLine(line: ByteLine, start: number): RawRecord | undefined {
  const offset = line.offset + start;
  if (line.length > line.bytes.length) {
    return { is: 'too-big', offset, line: line.line, bytes: line.length };
  }
  const from = skipBlank(line.bytes, 0);
  if (from === line.bytes.length) return undefined;
  return {
    is: 'record',
    bytes: line.bytes.subarray(from),
    offset: offset + from,
    line: line.line,
    ended: line.ended,
  };
}

/** UTF-8's byte order mark, where the file starts with one. */
export async function markLength(source: ByteSource): Promise<number> {
  const [a, b, c] = await source.read(0, 3);
  return a === 0xef && b === 0xbb && c === 0xbf ? 3 : 0;
}

/** The part of the file that is looked at; it grows until a value ends in it. */
interface Window {
  /** Undefined at the end of the file. White space is stepped over. */
  nextByte(): Promise<number | undefined>;
  /** Length of the value that starts at the window's start; undefined when it does not end in the file or the cap. */
  valueLength(): Promise<number | undefined>;
  bytes(): Uint8Array;
  advance(length: number): void;
  /** Offset and line of the window's first byte. */
  place(): { readonly offset: number; readonly line: number };
}

function openWindow(source: ByteSource, start: number): Window {
  const pieces = source.stream(start)[Symbol.asyncIterator]();
  let bytes = new Uint8Array(0);
  let offset = start;
  let line = 1;
  /** Adds at least `wanted` bytes; false at the end of the file. */
  const grow = async (wanted: number): Promise<boolean> => {
    const parts = [bytes];
    let added = 0;
    while (added < wanted) {
      const { done, value } = await pieces.next();
      if (done === true) break;
      // the source may reuse its piece once the next is asked for
      parts.push(value.slice());
      added += value.length;
    }
    if (added > 0) bytes = concat(parts);
    return added > 0;
  };
  const advance = (length: number): void => {
    for (let at = bytes.indexOf(LF); at >= 0 && at < length; at = bytes.indexOf(LF, at + 1)) line++;
    bytes = bytes.subarray(length);
    offset += length;
  };
  return {
    async nextByte() {
      do {
        advance(skipBlank(bytes, 0));
      } while (bytes.length === 0 && (await grow(1)));
      return bytes[0];
    },
    async valueLength() {
      for (;;) {
        const end = skipJsonValue(bytes, 0, bytes.length);
        // a byte that no value starts with must not stop the reader where it stands
        if (end >= 0) return Math.max(1, end);
        if (bytes.length > MAX_RECORD) return undefined;
        // doubling: else a long value, looked at again with every piece, would cost its square
        if (!(await grow(bytes.length))) return undefined;
      }
    },
    bytes: () => bytes,
    advance,
    place: () => ({ offset, line }),
  };
}

/** Values by their brackets, in or out of an array. */
async function* readValues(source: ByteSource, inArray: boolean): AsyncGenerator<RawRecord> {
  const window = openWindow(source, await markLength(source));
  if (inArray && (await window.nextByte()) === BRACKET_OPEN) window.advance(1);
  for (let first = true; ; first = false) {
    let byte = await window.nextByte();
    if (inArray && byte === BRACKET_CLOSE) {
      window.advance(1);
      if ((await window.nextByte()) !== undefined)
        yield {
          is: 'stray',
          bytes: source.size - window.place().offset,
          ...window.place(),
        };
      return;
    }
    if (inArray && !first && byte !== undefined) {
      if (byte === COMMA) window.advance(1);
      else yield { is: 'stray', bytes: 0, ...window.place() };
      byte = await window.nextByte();
    }
    if (byte === undefined) {
      if (inArray) yield { is: 'cut', ...window.place() };
      return;
    }
    const length = await window.valueLength();
    const bytes = window.bytes();
    if (length === undefined && bytes.length > MAX_RECORD) {
      yield { is: 'too-big', bytes: bytes.length, ...window.place() };
      return;
    }
    yield { is: 'record', bytes: bytes.subarray(0, length), ended: length !== undefined, ...window.place() };
    if (length === undefined) return;
    window.advance(length);
  }
}

function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
