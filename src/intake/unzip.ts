// without its own workers and WebAssembly: the platform unpacks deflate
import {
  type FileEntry,
  Reader,
  registerCodec,
  WARNING_PREPENDED_DATA,
  ZipReader,
} from '@zip.js/zip.js/lib/zip-core-native.js';
import type { ByteSource } from './byte-source.ts';
import { chunkSource } from './derived-sources.ts';
import type { LimitCounter } from './limits.ts';
import { ZstdStream } from './zstd-stream.ts';

// Inspect packs the members of its logs by method 93
registerCodec({ compressionMethod: 93, format: 'zstd', DecompressionStream: ZstdStream });

export type ZipNews =
  | { readonly is: 'member'; readonly name: string; readonly source: ByteSource }
  | { readonly is: 'encrypted' | 'duplicate'; readonly name: string; readonly count: number }
  | { readonly is: 'link'; readonly name: string }
  /** Nothing of the member is used. */
  | { readonly is: 'damaged'; readonly name: string; readonly said: string }
  | { readonly is: 'limit'; readonly name: string; readonly said: string }
  /** The archive as a whole; nothing or nothing more can be read. */
  | { readonly is: 'broken'; readonly said: string };

export const isZip = (head: Uint8Array): boolean =>
  head[0] === 0x50 &&
  head[1] === 0x4b &&
  ((head[2] === 3 && head[3] === 4) || (head[2] === 5 && head[3] === 6));

/** zip.js asks for ranges. */
class SourceReader extends Reader<ByteSource> {
  constructor(private readonly source: ByteSource) {
    super(source);
    this.size = source.size;
  }
  override async readUint8Array(index: number, length: number): Promise<Uint8Array> {
    return this.source.read(index, length);
  }
}

/**
 * Unpacks every regular member of a zip, by its place in the central directory. CRCs are checked, overlapping members
 * refused, several members of one name none of them used, output counted as it comes (security.md).
 */
export async function* unzip(
  zip: ByteSource,
  heldBy: readonly string[],
  limits: LimitCounter,
  signal: AbortSignal | undefined,
): AsyncGenerator<ZipNews> {
  const reader = new ZipReader(new SourceReader(zip), {
    useWebWorkers: false,
    checkSignature: true,
    checkOverlappingEntry: true,
    extractAppendedData: true,
    strictness: 'balanced',
    // no path is ever made of a name, so none loses its member
    filenameValidation: 'tolerant',
  });
  const entries: FileEntry[] = [];
  try {
    for await (const entry of reader.getEntriesGenerator()) {
      signal?.throwIfAborted();
      if (entry.directory) continue;
      const over = limits.entry();
      if (over !== undefined) {
        yield { is: 'limit', name: entry.filename, said: over };
        break;
      }
      entries.push(entry);
    }
  } catch (error) {
    signal?.throwIfAborted();
    yield { is: 'broken', said: reasonOf(error) };
  }
  for (const said of around(reader)) yield { is: 'broken', said };
  const count = new Map<string, number>();
  for (const { filename } of entries) count.set(filename, (count.get(filename) ?? 0) + 1);
  const told = new Set<string>();
  for (const entry of entries) {
    const name = entry.filename;
    const same = count.get(name) ?? 1;
    if (same > 1) {
      if (!told.has(name)) yield { is: 'duplicate', name, count: same };
      told.add(name);
    } else if (entry.encrypted) yield { is: 'encrypted', name, count: 1 };
    else if (entry.symlink) yield { is: 'link', name };
    else yield await unpack(entry, heldBy, limits, signal);
  }
  await reader.close();
}

/** An archive behind another one, or a download with something glued on: its directory knows nothing of that. */
function* around(reader: ZipReader<ByteSource>): Generator<string> {
  if (reader.warnings?.some(({ reason }) => reason === WARNING_PREPENDED_DATA))
    yield 'bytes stand before its first member that its directory does not name';
  const { appendedData = new Uint8Array(0) } = reader;
  // zero padding is nothing odd
  if (appendedData.some((byte) => byte !== 0))
    yield `${appendedData.length} bytes that were not read follow its end`;
}

/** Thrown into zip.js's stream to stop it. */
class LimitHit extends Error {}

async function unpack(
  entry: FileEntry,
  heldBy: readonly string[],
  limits: LimitCounter,
  signal: AbortSignal | undefined,
): Promise<ZipNews> {
  const name = entry.filename;
  const chunks: Uint8Array[] = [];
  const count = limits.member(entry.compressedSize);
  const sink = new WritableStream<Uint8Array>({
    write(chunk) {
      const over = count(chunk.length);
      if (over !== undefined) throw new LimitHit(over);
      chunks.push(chunk.slice());
    },
  });
  try {
    await entry.getData(sink, { ...(signal === undefined ? {} : { signal }) });
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof LimitHit) return { is: 'limit', name, said: error.message };
    return { is: 'damaged', name, said: reasonOf(error) };
  }
  return { is: 'member', name, source: chunkSource({ path: name, heldBy }, chunks) };
}

/** The library's reasons in words; what it says of its own accord is kept. */
function reasonOf(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error);
  for (const [pattern, words] of REASONS) if (pattern.test(said)) return words;
  return said === '' ? 'it cannot be read' : said;
}

const REASONS: readonly (readonly [RegExp, string])[] = [
  [
    /central directory not found|eocdr|end of central/i,
    'its directory is missing: the end of the file is cut or it is no zip file',
  ],
  [/signature|crc/i, 'its checksum (CRC-32) is wrong'],
  [/overlapping/i, 'it lies over another member'],
  [/uncompressed size|unexpected size/i, 'its size is not the one that is stated'],
  [/compression method|not supported/i, 'it is packed by a method that is not known'],
  [/ambiguous/i, 'it can be read in two ways'],
  [
    /inflat|decompress|unexpected end|invalid (?:block|stored|distance|code|literal)|incorrect header/i,
    'its packed data are damaged',
  ],
];
