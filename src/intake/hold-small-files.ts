import type { ByteSource } from './byte-source.ts';

/** Bytes of a file that is read whole. */
const SMALL = 256 * 1024;
/** Bytes of all files that are held. */
const ROOM = 256 * 1024 * 1024;
/** Files whose reading is begun together. */
const AHEAD = 32;

/**
 * The same sources, the small ones read once and held: a browser takes milliseconds for each read of a File however
 * small, a case is read four times (whether it can be read, what it is, its records, its hash), and a folder has thousands.
 */
export function holdSmallFiles(sources: readonly ByteSource[]): readonly ByteSource[] {
  const held: (Promise<Uint8Array> | undefined)[] = [];
  let room = ROOM;
  const bytesOf = (at: number): Promise<Uint8Array> | undefined => {
    if (held[at] !== undefined) return held[at];
    for (let i = at; i < Math.min(at + AHEAD, sources.length); i++) {
      const source = sources[i];
      if (source === undefined || held[i] !== undefined || source.size > Math.min(SMALL, room)) continue;
      room -= source.size;
      const reading = source.read(0, source.size);
      // whoever asks for it is told
      reading.catch(() => undefined);
      held[i] = reading;
    }
    return held[at];
  };
  return sources.map((source, at) => ({
    path: source.path,
    get size() {
      return source.size;
    },
    ...(source.heldBy === undefined ? {} : { heldBy: source.heldBy }),
    ...(source.blob === undefined ? {} : { blob: source.blob }),
    async *stream(from = 0) {
      const bytes = await bytesOf(at);
      if (bytes === undefined) yield* source.stream(from);
      else if (from < bytes.length) yield bytes.subarray(from);
    },
    async read(offset, length) {
      const bytes = await bytesOf(at);
      return bytes === undefined
        ? source.read(offset, length)
        : bytes.slice(Math.max(0, offset), Math.max(0, offset + length));
    },
  }));
}
