/**
 * The part of `bytes[from, to)` that Python's `str.strip()` leaves of its text: white space is what `str.isspace`
 * says, so U+001C..1F and U+0085 count and U+FEFF does not (JavaScript's `trim` is the reverse; revl-wal.md 1.2).
 * Works on UTF-8 bytes; ill-formed bytes are never white space.
 */
export function pythonStrip(
  bytes: Uint8Array,
  from: number,
  to: number,
): { readonly from: number; readonly to: number } {
  let start = from;
  let end = to;
  for (let width = spaceWidth(bytes, start, end); width > 0; width = spaceWidth(bytes, start, end)) {
    start += width;
  }
  while (start < end) {
    const width = widthOfSpaceBefore(bytes, start, end);
    if (width === 0) break;
    end -= width;
  }
  return { from: start, to: end };
}

/** Bytes of the white space character that starts at `at`, or 0. */
function spaceWidth(bytes: Uint8Array, at: number, to: number): 0 | 1 | 2 | 3 {
  if (at >= to) return 0;
  const first = bytes[at] as number;
  if (first < 0x80) return isAsciiSpace(first) ? 1 : 0;
  const second = at + 1 < to ? (bytes[at + 1] as number) : 0;
  if (first === 0xc2) return second === 0x85 || second === 0xa0 ? 2 : 0;
  const third = at + 2 < to ? (bytes[at + 2] as number) : 0;
  return isWideSpace(first, second, third) ? 3 : 0;
}

function widthOfSpaceBefore(bytes: Uint8Array, from: number, end: number): 0 | 1 | 2 | 3 {
  const last = bytes[end - 1] as number;
  if (last < 0x80) return isAsciiSpace(last) ? 1 : 0;
  if (end - 2 >= from && spaceWidth(bytes, end - 2, end) === 2) return 2;
  if (end - 3 >= from && spaceWidth(bytes, end - 3, end) === 3) return 3;
  return 0;
}

function isAsciiSpace(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d) || (byte >= 0x1c && byte <= 0x1f);
}

/** U+1680, U+2000..200A, U+2028, U+2029, U+202F, U+205F, U+3000. */
function isWideSpace(first: number, second: number, third: number): boolean {
  if (first === 0xe1) return second === 0x9a && third === 0x80;
  if (first === 0xe3) return second === 0x80 && third === 0x80;
  if (first !== 0xe2) return false;
  if (second === 0x81) return third === 0x9f;
  if (second !== 0x80) return false;
  return (third >= 0x80 && third <= 0x8a) || third === 0xa8 || third === 0xa9 || third === 0xaf;
}
