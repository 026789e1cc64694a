import type { ByteSource } from './byte-source.ts';

/**
 * A dropped or chosen file as a source. @param path its place in the bundle (`webkitRelativePath` without the folder's
 * own name for a chosen folder, the name for a file).
 */
export function blobSource(blob: Blob, path: string, heldBy: readonly string[] = []): ByteSource {
  return {
    path,
    heldBy,
    // asked for late: the size of a File is a question to the disk, and the page that only hands it on must not wait
    get size() {
      return blob.size;
    },
    blob,
    async *stream(from = 0) {
      const reader = (from === 0 ? blob : blob.slice(from)).stream().getReader();
      try {
        for (;;) {
          const { done, value } = await reader.read();
          if (done) return;
          yield value;
        }
      } finally {
        await reader.cancel();
      }
    },
    async read(offset, length) {
      if (offset >= blob.size || length <= 0) return new Uint8Array(0);
      return new Uint8Array(await blob.slice(offset, offset + length).arrayBuffer());
    },
  };
}
