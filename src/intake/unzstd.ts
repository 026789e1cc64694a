import { Decompress } from 'fzstd';
import { createXXHash64, type IHasher } from 'hash-wasm';
import type { Spoilt } from '../lib/spoilt.ts';
import { isZstd, zstdFrames } from '../lib/zstd-frames.ts';

export { isZstd };

export type UnzstdEnd =
  | { readonly is: 'end' }
  /** The last frame is cut: what was yielded is its true beginning, and no checksum covers it. */
  | { readonly is: 'truncated' }
  | { readonly is: 'trailing'; readonly at: number };

/** A window above this is refused: a header alone must not take the memory (RFC 8878 asks readers for 8 MiB). */
const MAX_WINDOW = 256 * 1024 * 1024;
/** Compressed bytes handed over at once, so that the caller can count what comes out. */
const STEP = 16 * 1024;

/**
 * Decompresses a zstd file of one or more frames (the collector writes one for each batch). The decoder checks no
 * checksums, so they are computed here.
 */
export async function* unzstd(bytes: Uint8Array): AsyncGenerator<Uint8Array | Spoilt, UnzstdEnd> {
  const hash: IHasher = await createXXHash64();
  for (const frame of zstdFrames(bytes)) {
    const at = frame.from;
    switch (frame.is) {
      case 'skippable':
        continue;
      case 'dictionary':
        yield { at, bytes: 0, said: 'it needs a dictionary', isLast: true };
        return { is: 'end' };
      case 'other':
        if (at > 0) return { is: 'trailing', at };
        yield { at, bytes: 0, said: 'a block is of an unknown kind', isLast: true };
        return { is: 'end' };
      case 'truncated': {
        const rest = decodeFrame(bytes.subarray(at), false);
        for (const piece of rest.pieces) yield piece;
        return { is: 'truncated' };
      }
      case 'frame': {
        if (frame.window > MAX_WINDOW) {
          yield { at, bytes: 0, said: `a frame wants ${frame.window} bytes of memory` };
          continue;
        }
        hash.init();
        let length = 0;
        const decoded = decodeFrame(bytes.subarray(at, frame.to), true);
        for (const piece of decoded.pieces) {
          hash.update(piece);
          length += piece.length;
          yield piece;
        }
        if (decoded.failed() !== undefined)
          yield { at, bytes: length, said: `a frame cannot be decoded (${decoded.failed()})` };
        else if (
          frame.checksum !== undefined &&
          Number.parseInt(hash.digest('hex').slice(8), 16) !== frame.checksum
        )
          yield { at, bytes: length, said: 'the checksum of a frame is wrong' };
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
