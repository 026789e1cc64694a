/** The part of a byte stream that a reader still needs: grows by pieces at its end, lets go at its beginning. */
export interface ByteWindow {
  /** The buffer; valid bytes are `[from, to)`. Replaced when the window grows, so never keep it across `append`. */
  bytes: Uint8Array;
  from: number;
  to: number;
  /** Offset in the stream of `bytes[0]`. */
  base: number;
  /** 1-based line of `bytes[0]`. */
  line: number;
}

const FIRST_ROOM = 256 * 1024;
const LF = 0x0a;

export function createByteWindow(): ByteWindow {
  return { bytes: new Uint8Array(FIRST_ROOM), from: 0, to: 0, base: 0, line: 1 };
}

/** Copies a piece to the end. What stands before `from` may be gone afterwards; offsets in the stream stay true. */
export function appendPiece(window: ByteWindow, piece: Uint8Array): void {
  if (window.to + piece.length > window.bytes.length) {
    const held = window.to - window.from;
    const target =
      held + piece.length <= window.bytes.length / 2
        ? window.bytes
        : new Uint8Array(Math.max(window.bytes.length, 2 * (held + piece.length)));
    window.line += countLines(window.bytes, 0, window.from);
    window.base += window.from;
    if (target === window.bytes) target.copyWithin(0, window.from, window.to);
    else target.set(window.bytes.subarray(window.from, window.to));
    window.bytes = target;
    window.from = 0;
    window.to = held;
  }
  window.bytes.set(piece, window.to);
  window.to += piece.length;
}

/** 1-based line of the byte at `index` of the buffer. */
export function lineAt(window: ByteWindow, index: number): number {
  return window.line + countLines(window.bytes, 0, index);
}

function countLines(bytes: Uint8Array, from: number, to: number): number {
  let lines = 0;
  for (let at = bytes.indexOf(LF, from); at >= 0 && at < to; at = bytes.indexOf(LF, at + 1)) lines++;
  return lines;
}
