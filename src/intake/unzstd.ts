import { Decompress } from 'fzstd';
import { createXXHash64, type IHasher } from 'hash-wasm';
import { isZstd, zstdFrames } from '../lib/zstd-frames.ts';

export { isZstd };

export type UnzstdEnd =
  | { readonly is: 'end' }
  /** The last frame is cut: what was yielded is its true beginning, and no checksum covers it. */
  | { readonly is: 'truncated' }
  | { readonly is: 'damaged'; readonly said: string }
  | { readonly is: 'trailing'; readonly at: number };

/** A window above this is refused: a header alone must not take the memory (RFC 8878 asks readers for 8 MiB). */
const MAX_WINDOW = 256 * 1024 * 1024;
/** Compressed bytes handed over at once, so that the caller can count what comes out. */
const STEP = 16 * 1024;

/**
 * Decompresses a zstd file of one or more frames (the collector writes one for each batch). The decoder checks no
 * checksums, so they are computed here.
 */
export async function* unzstd(bytes: Uint8Array): AsyncGenerator<Uint8Array, UnzstdEnd> {
  const hash: IHasher = await createXXHash64();
  for (const frame of zstdFrames(bytes)) {
    switch (frame.is) {
      case 'skippable':
        continue;
      case 'dictionary':
        return { is: 'damaged', said: 'it needs a dictionary' };
      case 'other':
        return frame.from === 0
          ? { is: 'damaged', said: 'a block is of an unknown kind' }
          : { is: 'trailing', at: frame.from };
      case 'truncated': {
        const rest = decodeFrame(bytes.subarray(frame.from), false);
        for (const piece of rest.pieces) yield piece;
        return { is: 'truncated' };
      }
      case 'frame': {
        if (frame.window > MAX_WINDOW)
          return { is: 'damaged', said: `a frame wants ${frame.window} bytes of memory` };
        hash.init();
        const decoded = decodeFrame(bytes.subarray(frame.from, frame.to), true);
        for (const piece of decoded.pieces) {
          hash.update(piece);
          yield piece;
        }
        if (decoded.failed() !== undefined)
          return { is: 'damaged', said: `a frame cannot be decoded (${decoded.failed()})` };
        if (
          frame.checksum !== undefined &&
          Number.parseInt(hash.digest('hex').slice(8), 16) !== frame.checksum
        ) {
          return { is: 'damaged', said: 'the checksum of a frame is wrong' };
        }
      }
    }
  }
  return { is: 'end' };
}

/** The pieces of one frame, as far as it can be decoded; of a cut one every block that is whole. */
function decodeFrame(
  frame: Uint8Array,
  whole: boolean,
): { readonly pieces: Generator<Uint8Array>; failed(): string | undefined } {
  let failed: string | undefined;
  function* pieces(): Generator<Uint8Array> {
    let out: Uint8Array[] = [];
    // the decoder may reuse its buffer
    const stream = new Decompress((piece) => void out.push(piece.slice()));
    for (let at = 0; at < frame.length; at += STEP) {
      try {
        stream.push(frame.subarray(at, at + STEP), whole && at + STEP >= frame.length);
      } catch (error) {
        failed = error instanceof Error ? error.message : String(error);
      }
      yield* out;
      out = [];
      if (failed !== undefined) return;
    }
  }
  return { pieces: pieces(), failed: () => failed };
}
