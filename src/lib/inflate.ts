/** How a deflate stream ended. */
export type InflateEnd =
  | { readonly is: 'end'; readonly at: number }
  /** The input ends before the stream does: what was yielded is its true beginning. */
  | { readonly is: 'truncated' }
  | { readonly is: 'damaged'; readonly said: string; readonly at: number };

const WINDOW = 32 * 1024;
const PIECE = 1024 * 1024;

/**
 * Decompresses a raw deflate stream (RFC 1951) that starts at `from`. Yields pieces of the output as it goes, so a
 * caller that counts can stop a bomb. The browser's own stream tells neither where a stream ends nor what it held
 * before it was cut, and refuses gzip files of several members.
 */
export function* inflate(input: Uint8Array, from: number): Generator<Uint8Array, InflateEnd> {
  const bits: Bits = { input, at: from, hold: 0, count: 0, cut: false };
  // the window in front of every piece: matches reach back 32 KiB
  const out = new Uint8Array(WINDOW + PIECE + 512);
  let to = WINDOW;
  let filled = 0;
  const piece = (): Uint8Array => {
    const done = out.slice(WINDOW, to);
    filled = Math.min(WINDOW, filled + done.length);
    out.copyWithin(0, to - WINDOW, to);
    to = WINDOW;
    return done;
  };
  for (;;) {
    const last = take(bits, 1);
    const kind = take(bits, 2);
    if (bits.cut) return yield* ending(to > WINDOW ? piece() : undefined, { is: 'truncated' });
    if (kind === 3)
      return yield* ending(piece(), { is: 'damaged', said: 'a block of an unknown kind', at: bits.at });
    if (kind === 0) {
      bits.hold = 0;
      bits.at -= bits.count >> 3;
      bits.count = 0;
      const header = input.subarray(bits.at, bits.at + 4);
      if (header.length < 4) return yield* ending(piece(), { is: 'truncated' });
      const length = (header[0] as number) | ((header[1] as number) << 8);
      if ((length ^ 0xffff) !== ((header[2] as number) | ((header[3] as number) << 8))) {
        return yield* ending(piece(), {
          is: 'damaged',
          said: 'the length of a stored block contradicts itself',
          at: bits.at,
        });
      }
      bits.at += 4;
      let left = length;
      while (left > 0) {
        const some = input.subarray(bits.at, bits.at + Math.min(left, WINDOW + PIECE - to));
        if (some.length === 0) return yield* ending(piece(), { is: 'truncated' });
        out.set(some, to);
        to += some.length;
        bits.at += some.length;
        left -= some.length;
        if (to >= WINDOW + PIECE) yield piece();
      }
    } else {
      const tables = kind === 1 ? FIXED : readTables(bits);
      if (bits.cut) return yield* ending(piece(), { is: 'truncated' });
      if (tables === undefined) {
        return yield* ending(piece(), {
          is: 'damaged',
          said: 'the code tables of a block are wrong',
          at: bits.at,
        });
      }
      const { literals, distances } = tables;
      for (;;) {
        const symbol = decode(bits, literals);
        if (symbol < 256) {
          if (symbol < 0) {
            const end: InflateEnd = bits.cut
              ? { is: 'truncated' }
              : { is: 'damaged', said: 'a code that no table has', at: bits.at };
            return yield* ending(piece(), end);
          }
          out[to++] = symbol;
        } else if (symbol === 256) break;
        else {
          const entry = symbol - 257;
          if (entry >= LENGTH_BASE.length)
            return yield* ending(piece(), {
              is: 'damaged',
              said: 'a length that does not exist',
              at: bits.at,
            });
          const length = (LENGTH_BASE[entry] as number) + take(bits, LENGTH_EXTRA[entry] as number);
          const code = decode(bits, distances);
          if (bits.cut) return yield* ending(piece(), { is: 'truncated' });
          if (code < 0 || code >= DISTANCE_BASE.length)
            return yield* ending(piece(), {
              is: 'damaged',
              said: 'a distance that does not exist',
              at: bits.at,
            });
          const distance = (DISTANCE_BASE[code] as number) + take(bits, DISTANCE_EXTRA[code] as number);
          if (bits.cut) return yield* ending(piece(), { is: 'truncated' });
          if (distance > filled + (to - WINDOW)) {
            return yield* ending(piece(), {
              is: 'damaged',
              said: 'a reference before the beginning of the data',
              at: bits.at,
            });
          }
          for (let i = 0; i < length; i++, to++) out[to] = out[to - distance] as number;
        }
        if (to >= WINDOW + PIECE) yield piece();
      }
    }
    if (last === 1) {
      const unread = bits.count >> 3;
      return yield* ending(piece(), { is: 'end', at: bits.at - unread });
    }
  }
}

function* ending(rest: Uint8Array | undefined, end: InflateEnd): Generator<Uint8Array, InflateEnd> {
  if (rest !== undefined && rest.length > 0) yield rest;
  return end;
}

interface Bits {
  readonly input: Uint8Array;
  at: number;
  hold: number;
  count: number;
  cut: boolean;
}

function take(bits: Bits, want: number): number {
  while (bits.count < want) {
    if (bits.at >= bits.input.length) {
      bits.cut = true;
      return 0;
    }
    bits.hold |= (bits.input[bits.at++] as number) << bits.count;
    bits.count += 8;
  }
  const value = bits.hold & ((1 << want) - 1);
  bits.hold >>>= want;
  bits.count -= want;
  return value;
}

/** A Huffman code: a table by the next bits for short codes, canonical counting for the rest. */
interface Code {
  /** By the next FAST bits: symbol << 4 | length; 0 where the code is longer. */
  readonly fast: Uint16Array;
  readonly counts: Uint16Array;
  readonly symbols: Uint16Array;
}

const FAST = 10;
const LONGEST = 15;

/** Undefined when the lengths are no code (more codes than there is room for). */
function makeCode(lengths: Uint8Array): Code | undefined {
  const counts = new Uint16Array(LONGEST + 1);
  for (const length of lengths) counts[length] = (counts[length] as number) + 1;
  counts[0] = 0;
  let room = 1;
  for (let length = 1; length <= LONGEST; length++) {
    room = room * 2 - (counts[length] as number);
    if (room < 0) return undefined;
  }
  const starts = new Uint16Array(LONGEST + 2);
  const codes = new Uint16Array(LONGEST + 2);
  for (let length = 1; length <= LONGEST; length++) {
    starts[length + 1] = (starts[length] as number) + (counts[length] as number);
    codes[length + 1] = ((codes[length] as number) + (counts[length] as number)) << 1;
  }
  const symbols = new Uint16Array(lengths.length);
  const fast = new Uint16Array(1 << FAST);
  for (let symbol = 0; symbol < lengths.length; symbol++) {
    const length = lengths[symbol] as number;
    if (length === 0) continue;
    symbols[starts[length] as number] = symbol;
    starts[length] = (starts[length] as number) + 1;
    const code = codes[length] as number;
    codes[length] = code + 1;
    if (length > FAST) continue;
    for (let at = reversed(code, length); at < 1 << FAST; at += 1 << length)
      fast[at] = (symbol << 4) | length;
  }
  return { fast, counts, symbols };
}

function reversed(code: number, length: number): number {
  let value = 0;
  for (let i = 0; i < length; i++) value |= ((code >> i) & 1) << (length - 1 - i);
  return value;
}

/** -1 when there is no such code, or when the input ends (then `cut` is set). */
function decode(bits: Bits, code: Code): number {
  while (bits.count < LONGEST && bits.at < bits.input.length) {
    bits.hold |= (bits.input[bits.at++] as number) << bits.count;
    bits.count += 8;
  }
  const entry = code.fast[bits.hold & ((1 << FAST) - 1)] as number;
  const short = entry & 15;
  if (short > 0) {
    if (short > bits.count) return cutShort(bits);
    bits.hold >>>= short;
    bits.count -= short;
    return entry >> 4;
  }
  let value = 0;
  let first = 0;
  let index = 0;
  for (let length = 1; length <= LONGEST; length++) {
    if (length > bits.count) return cutShort(bits);
    value |= (bits.hold >>> (length - 1)) & 1;
    const count = code.counts[length] as number;
    if (value - count < first) {
      bits.hold >>>= length;
      bits.count -= length;
      return code.symbols[index + (value - first)] as number;
    }
    index += count;
    first = (first + count) << 1;
    value <<= 1;
  }
  return -1;
}

function cutShort(bits: Bits): number {
  bits.cut = true;
  return -1;
}

interface Tables {
  readonly literals: Code;
  readonly distances: Code;
}

const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15] as const;

function readTables(bits: Bits): Tables | undefined {
  const literals = take(bits, 5) + 257;
  const distances = take(bits, 5) + 1;
  const used = take(bits, 4) + 4;
  const own = new Uint8Array(19);
  for (let i = 0; i < used; i++) own[ORDER[i] as number] = take(bits, 3);
  const code = makeCode(own);
  if (code === undefined || bits.cut) return undefined;
  const lengths = new Uint8Array(literals + distances);
  for (let at = 0; at < lengths.length; ) {
    const symbol = decode(bits, code);
    if (symbol < 0) return undefined;
    if (symbol < 16) {
      lengths[at++] = symbol;
      continue;
    }
    if (symbol === 16 && at === 0) return undefined;
    const value = symbol === 16 ? (lengths[at - 1] as number) : 0;
    const times = symbol === 16 ? 3 + take(bits, 2) : symbol === 17 ? 3 + take(bits, 3) : 11 + take(bits, 7);
    if (bits.cut || at + times > lengths.length) return undefined;
    lengths.fill(value, at, at + times);
    at += times;
  }
  const literalCode = makeCode(lengths.subarray(0, literals));
  const distanceCode = makeCode(lengths.subarray(literals));
  if (literalCode === undefined || distanceCode === undefined || lengths[256] === 0) return undefined;
  return { literals: literalCode, distances: distanceCode };
}

function fixedTables(): Tables {
  const lengths = new Uint8Array(288);
  lengths.fill(8, 0, 144).fill(9, 144, 256).fill(7, 256, 280).fill(8, 280, 288);
  const literals = makeCode(lengths);
  const distances = makeCode(new Uint8Array(30).fill(5));
  if (literals === undefined || distances === undefined) throw new Error('the fixed codes are codes');
  return { literals, distances };
}

const FIXED = fixedTables();

const LENGTH_BASE = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195,
  227, 258,
];
const LENGTH_EXTRA = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const DISTANCE_BASE = [
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097,
  6145, 8193, 12289, 16385, 24577,
];
const DISTANCE_EXTRA = [
  0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
];
