import { createSha256, loadHashes } from '../lib/hash.ts';
import type { ByteSource } from './byte-source.ts';

/**
 * SHA-256 (lower-case hex) of a file as it was dropped: of the packed or undecoded bytes where `original` has them.
 * Streams; any size.
 */
export async function hashSource(
  source: ByteSource,
  options: { readonly signal?: AbortSignal; readonly onProgress?: (bytes: number) => void } = {},
): Promise<string> {
  await loadHashes();
  const hash = createSha256();
  let bytes = 0;
  for await (const piece of (source.original ?? source).stream()) {
    options.signal?.throwIfAborted();
    hash.update(piece);
    bytes += piece.length;
    options.onProgress?.(bytes);
  }
  return hash.hex();
}
