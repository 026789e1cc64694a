import type { StoredBytes } from '../model/case-store.ts';
import type { FileRow } from './database.ts';

const READ_PIECE = 4 * 1024 * 1024;
/** Pieces are gathered into blobs of this size, which the browser may keep on disk, so that memory does not grow with the file. */
const GATHERED = 16 * 1024 * 1024;

/** The bytes as one Blob. A source over a File gives the File itself: the browser copies it without passing it through here. */
export async function blobOf(bytes: StoredBytes): Promise<Blob> {
  const { blob } = bytes as StoredBytes & { readonly blob?: unknown };
  if (blob instanceof Blob) return blob;
  const blobs: Blob[] = [];
  let pieces: Uint8Array<ArrayBuffer>[] = [];
  let gathered = 0;
  const flush = (): void => {
    if (pieces.length > 0) blobs.push(new Blob(pieces));
    pieces = [];
    gathered = 0;
  };
  for await (const piece of bytes.stream()) {
    // the source may use its buffer again
    pieces.push(new Uint8Array(piece));
    gathered += piece.length;
    if (gathered >= GATHERED) flush();
  }
  flush();
  return new Blob(blobs);
}

/** Reads a stored file. */
export function storedBytes({ path, size, bytes }: FileRow): StoredBytes {
  const read = async (from: number, to: number): Promise<Uint8Array> =>
    new Uint8Array(await bytes.slice(from, to).arrayBuffer());
  return {
    path,
    size,
    read: (offset, length) => read(offset, offset + length),
    async *stream(from = 0) {
      for (let at = from; at < size; at += READ_PIECE) yield await read(at, at + READ_PIECE);
    },
  };
}
