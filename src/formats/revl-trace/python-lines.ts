import type { ByteLine } from '../../lib/byte-lines.ts';

const CR = 0x0d;

/**
 * Splits further what was split on LF, as Python's `splitlines` does (revl-wal.md 6): CR, CRLF, VT, FF, U+001C..1E,
 * U+0085, U+2028 and U+2029 end a line too, inside strings as well.
 * @param firstLine number of the first of the lines
 */
export function pythonLines(line: ByteLine, firstLine: number): readonly ByteLine[] {
  const { bytes } = line;
  const lines: ByteLine[] = [];
  let from = 0;
  const end = (to: number, ended: boolean): void => {
    lines.push({
      line: firstLine + lines.length,
      offset: line.offset + from,
      length: to - from,
      bytes: bytes.subarray(from, to),
      ended,
    });
  };
  for (let at = 0; at < bytes.length; at++) {
    const width = separatorWidth(bytes, at);
    if (width === 0) continue;
    // the CR of a CRLF: the LF ends the line
    if (bytes[at] === CR && at === bytes.length - 1 && line.ended) break;
    end(at, true);
    from = at + width;
    at = from - 1;
  }
  const isCrLf = line.ended && bytes.at(-1) === CR && from <= bytes.length - 1;
  if (line.ended || from < bytes.length) end(isCrLf ? bytes.length - 1 : bytes.length, line.ended);
  return lines;
}

function separatorWidth(bytes: Uint8Array, at: number): 0 | 1 | 2 | 3 {
  const byte = bytes[at] as number;
  if (byte < 0x20) return (byte >= 0x0b && byte <= 0x0d) || (byte >= 0x1c && byte <= 0x1e) ? 1 : 0;
  if (byte === 0xc2) return bytes[at + 1] === 0x85 ? 2 : 0;
  if (byte !== 0xe2 || bytes[at + 1] !== 0x80) return 0;
  return bytes[at + 2] === 0xa8 || bytes[at + 2] === 0xa9 ? 3 : 0;
}
