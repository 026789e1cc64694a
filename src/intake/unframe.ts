import type { Spoilt } from '../lib/spoilt.ts';
import type { ByteSource } from './byte-source.ts';
import { wholeBytes } from './derived-sources.ts';
import { isZstd, unzstd } from './unzstd.ts';

export type UnframeEnd =
  | { readonly is: 'end' }
  /** The file ends inside a message, which is left out. */
  | { readonly is: 'truncated'; readonly at: number };

/**
 * The collector's file exporter puts four bytes (big-endian) with the length before every message (formats.md 1.2):
 * true when the first length leads to another one, or to the end of the file.
 */
export async function isFramed(source: ByteSource, head: Uint8Array): Promise<boolean> {
  if (head.length < 6) return false;
  const first = lengthAt(head, 0);
  if (first < 2 || !isPayload(head.subarray(4))) return false;
  const next = 4 + first;
  if (next === source.size) return true;
  if (next + 6 > source.size) return false;
  const second = await source.read(next, 8);
  return lengthAt(second, 0) >= 2 && isPayload(second.subarray(4));
}

/** OTLP protobuf, JSON or a zstd frame. */
const isPayload = (bytes: Uint8Array): boolean => bytes[0] === 0x0a || bytes[0] === 0x7b || isZstd(bytes);

const lengthAt = (bytes: Uint8Array, at: number): number =>
  (bytes[at] as number) * 0x1000000 +
  ((bytes[at + 1] as number) << 16) +
  ((bytes[at + 2] as number) << 8) +
  (bytes[at + 3] as number);

/**
 * The messages without their lengths, unpacked where each was packed on its own. JSON gets a line each; protobuf
 * messages of one type may simply follow each other, since their lists add up.
 */
export async function* unframe(source: ByteSource): AsyncGenerator<Uint8Array | Spoilt, UnframeEnd> {
  const bytes = await wholeBytes(source);
  for (let at = 0; at < bytes.length; ) {
    if (at + 4 > bytes.length) return { is: 'truncated', at };
    const to = at + 4 + lengthAt(bytes, at);
    if (to > bytes.length) return { is: 'truncated', at };
    const message = bytes.subarray(at + 4, to);
    if (isZstd(message)) yield* unpackedMessage(message, at);
    else {
      yield message;
      if (message[0] === 0x7b) yield LINE_FEED;
    }
    at = to;
  }
  return { is: 'end' };
}

/** A message is one record to its writer: it is whole, or nothing of it is used. */
async function* unpackedMessage(message: Uint8Array, at: number): AsyncGenerator<Uint8Array | Spoilt> {
  const stream = unzstd(message);
  let first: Uint8Array | undefined;
  let length = 0;
  let isWhole = true;
  let next = await stream.next();
  for (; next.done !== true; next = await stream.next()) {
    if (next.value instanceof Uint8Array) {
      first ??= next.value;
      length += next.value.length;
      yield next.value;
    } else isWhole = false;
  }
  if (!isWhole || next.value.is !== 'end') yield { at, bytes: length, said: 'a message cannot be unpacked' };
  else if (first?.[0] === 0x7b) yield LINE_FEED;
}

const LINE_FEED = Uint8Array.of(0x0a);
