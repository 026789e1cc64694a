import { crc32 } from './crc32.ts';
import { inflate } from './inflate.ts';
import type { Spoilt } from './spoilt.ts';

export type GunzipEnd =
  | { readonly is: 'end' }
  /** The file ends inside a member: what was yielded is its true beginning, but no checksum covers it. */
  | { readonly is: 'truncated' }
  /** Bytes that are no gzip member follow the last one. */
  | { readonly is: 'trailing'; readonly at: number };

/**
 * Decompresses a gzip file (RFC 1952) of one or more members, checksums and lengths checked. Zero padding behind the
 * last member is nothing odd.
 */
export function* gunzip(input: Uint8Array): Generator<Uint8Array | Spoilt, GunzipEnd> {
  let at = 0;
  for (let member = 0; ; member++) {
    if (member > 0) {
      while (at < input.length && input[at] === 0) at++;
      if (at >= input.length) return { is: 'end' };
      if (input[at] !== 0x1f || input[at + 1] !== 0x8b) return { is: 'trailing', at };
    }
    const data = endOfHeader(input, at);
    if (data === undefined) {
      yield { at, bytes: 0, said: 'the header of a member is wrong', isLast: true };
      return { is: 'end' };
    }
    if (data >= input.length) return { is: 'truncated' };
    let crc = 0;
    let length = 0;
    const stream = inflate(input, data);
    let next = stream.next();
    while (next.done !== true) {
      crc = crc32(next.value, crc);
      length += next.value.length;
      yield next.value;
      next = stream.next();
    }
    const end = next.value;
    if (end.is === 'truncated') return { is: 'truncated' };
    if (end.is === 'damaged') {
      yield { at, bytes: length, said: `${end.said} at byte ${end.at}`, isLast: true };
      return { is: 'end' };
    }
    if (end.at + 8 > input.length) return { is: 'truncated' };
    const tail = new DataView(input.buffer, input.byteOffset + end.at, 8);
    if (tail.getUint32(0, true) !== crc) yield { at, bytes: length, said: 'the checksum is wrong' };
    else if (tail.getUint32(4, true) !== length % 2 ** 32)
      yield { at, bytes: length, said: 'the length is wrong' };
    at = end.at + 8;
  }
}

/** Behind the header and its optional fields; undefined when it is none. */
function endOfHeader(input: Uint8Array, from: number): number | undefined {
  if (input[from] !== 0x1f || input[from + 1] !== 0x8b || input[from + 2] !== 8) return undefined;
  const flags = input[from + 3] ?? 0;
  if ((flags & 0xe0) !== 0) return undefined;
  let at = from + 10;
  if ((flags & 4) !== 0) at += 2 + ((input[at] ?? 0) | ((input[at + 1] ?? 0) << 8));
  for (const flag of [8, 16]) {
    if ((flags & flag) === 0) continue;
    const zero = input.indexOf(0, at);
    if (zero < 0) return input.length;
    at = zero + 1;
  }
  return (flags & 2) === 0 ? at : at + 2;
}
