import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js';

/** Path → text of a bundle. */
export type BundleFiles = Readonly<Record<string, string>>;

/** A zip whose bytes the files alone decide: stored, since compressors differ; one date, in the zone that zip's clock has. */
export async function archive(files: BundleFiles): Promise<Uint8Array> {
  const writer = new ZipWriter(new Uint8ArrayWriter(), {
    level: 0,
    lastModDate: new Date(2026, 1, 12, 12, 0, 0),
    extendedTimestamp: false,
    dataDescriptor: false,
    useWebWorkers: false,
  });
  for (const [path, text] of Object.entries(files)) {
    await writer.add(path, new Uint8ArrayReader(new TextEncoder().encode(text)));
  }
  return writer.close();
}
