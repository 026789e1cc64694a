import type { ByteSource } from './byte-source.ts';

/** What a derived source knows of where it comes from. */
export interface SourceOrigin {
  readonly path: string;
  readonly heldBy?: readonly string[];
  readonly original?: ByteSource;
}

/** A source over unpacked pieces in memory; they are never joined into one. */
export function chunkSource(origin: SourceOrigin, chunks: readonly Uint8Array[]): ByteSource {
  const starts: number[] = [];
  let size = 0;
  for (const chunk of chunks) {
    starts.push(size);
    size += chunk.length;
  }
  /** The chunk that holds `offset`, by bisection. */
  const holding = (offset: number): number => {
    let low = 0;
    let high = chunks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  return {
    ...origin,
    size,
    async *stream(from = 0) {
      if (from >= size) return;
      const first = holding(from);
      for (const [i, chunk] of chunks.entries()) {
        if (i < first) continue;
        yield i === first ? chunk.subarray(from - (starts[i] ?? 0)) : chunk;
      }
    },
    async read(offset, length) {
      const end = Math.min(size, offset + Math.max(0, length));
      if (offset < 0 || offset >= end) return new Uint8Array(0);
      const bytes = new Uint8Array(end - offset);
      for (let i = holding(offset), at = offset; at < end; i++) {
        const start = starts[i] ?? 0;
        const some = (chunks[i] ?? new Uint8Array(0)).subarray(at - start, end - start);
        bytes.set(some, at - offset);
        at += some.length;
      }
      return bytes;
    },
  };
}

/** A range of another source (a member of an uncompressed tar) without a copy. */
export function sliceSource(
  origin: SourceOrigin,
  whole: ByteSource,
  start: number,
  size: number,
): ByteSource {
  return {
    ...origin,
    size,
    async *stream(from = 0) {
      let left = size - from;
      if (left <= 0) return;
      for await (const piece of whole.stream(start + from)) {
        yield left < piece.length ? piece.subarray(0, left) : piece;
        left -= piece.length;
        if (left <= 0) return;
      }
    },
    read: (offset, length) =>
      offset < 0 || offset >= size
        ? Promise.resolve(new Uint8Array(0))
        : whole.read(start + offset, Math.min(Math.max(0, length), size - offset)),
  };
}

/** All bytes of a source in one piece: for packed files, which are small against what they hold. */
export async function wholeBytes(source: ByteSource): Promise<Uint8Array> {
  const bytes = new Uint8Array(source.size);
  let at = 0;
  for await (const piece of source.stream()) {
    const some = piece.subarray(0, bytes.length - at);
    bytes.set(some, at);
    at += some.length;
  }
  return bytes.subarray(0, at);
}
