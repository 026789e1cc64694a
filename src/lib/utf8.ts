/**
 * Offset of the first byte of `bytes[from, to)` that is not part of well-formed UTF-8 (no overlong forms, no
 * surrogates, nothing above U+10FFFF; RFC 3629), or -1. A sequence cut by `to` is bad at its lead byte.
 */
export function firstBadUtf8(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to) {
    const lead = bytes[at] as number;
    if (lead < 0x80) {
      at++;
      continue;
    }
    const length = sequenceLength(lead);
    if (length === 0 || at + length > to) return at;
    const second = bytes[at + 1] as number;
    if (second < lowestSecond(lead) || second > highestSecond(lead)) return at;
    for (let i = 2; i < length; i++) {
      if (((bytes[at + i] as number) & 0xc0) !== 0x80) return at;
    }
    at += length;
  }
  return -1;
}

function sequenceLength(lead: number): number {
  if (lead >= 0xc2 && lead <= 0xdf) return 2;
  if (lead >= 0xe0 && lead <= 0xef) return 3;
  if (lead >= 0xf0 && lead <= 0xf4) return 4;
  return 0;
}

/** Narrower than 0x80 where the encoding would be overlong. */
function lowestSecond(lead: number): number {
  if (lead === 0xe0) return 0xa0;
  if (lead === 0xf0) return 0x90;
  return 0x80;
}

/** Narrower than 0xBF where the encoding would be a surrogate or lie above U+10FFFF. */
function highestSecond(lead: number): number {
  if (lead === 0xed) return 0x9f;
  if (lead === 0xf4) return 0x8f;
  return 0xbf;
}
