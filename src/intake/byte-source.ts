/**
 * Bytes with a name: a dropped file, a file on disk, an unpacked archive member. Read in pieces; nobody ever asks for
 * a whole file as one string (the limit is 536,870,888 characters, and `File.text()` above it returns '' silently).
 */
export interface ByteSource {
  /** Place in the bundle: `/`-separated, as given, never used as a path on any disk. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** All bytes from `from` (default 0) in pieces of any size. The pieces may be reused by the source once the next is asked for. */
  stream(from?: number): AsyncIterable<Uint8Array>;
  /** Bytes [offset, offset + length), fewer at the end of the file. */
  read(offset: number, length: number): Promise<Uint8Array>;
  /** Folders and archives around it that `path` does not name, outermost first: they tell two files of one path apart. */
  readonly heldBy?: readonly string[];
  /** The bytes as they were dropped, where these were decoded from them (gzip, zstd, UTF-16): the SHA-256 is theirs. */
  readonly original?: ByteSource;
  /** The dropped file itself, unread: it goes over to a worker, and into the store, without its bytes passing through here. */
  readonly blob?: Blob;
}

/** A source over bytes in memory. */
export function memorySource(path: string, bytes: Uint8Array): ByteSource {
  return {
    path,
    size: bytes.length,
    async *stream(from = 0) {
      if (from < bytes.length) yield bytes.subarray(from);
    },
    read: async (offset, length) => bytes.slice(offset, offset + length),
  };
}
