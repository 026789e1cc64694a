import { createReadStream } from 'node:fs';
import { lstat, readlink } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { createSha256 } from '../lib/hash.ts';
import { walk } from './working-copy.ts';

/** A write so shortly after a look may leave size and times as they were: such a file is read again. */
const FRESH_MS = 2_000;

/**
 * Digests of every file of a folder, by path with slashes. What did not change since the last look, and was not fresh
 * then, is not read again. Needs `loadHashes()`.
 */
export function createFolderDigests(folder: string): () => Promise<ReadonlyMap<string, string>> {
  let known = new Map<
    string,
    { readonly signature: string; readonly digest: string; readonly isFresh: boolean }
  >();
  return async () => {
    const next: typeof known = new Map();
    for await (const path of walk(folder)) {
      const { ino, mode, size, mtimeNs, ctimeNs } = await lstat(path, { bigint: true });
      const signature = `${ino} ${mode} ${size} ${mtimeNs} ${ctimeNs}`;
      const name = relative(folder, path).split(sep).join('/');
      const before = known.get(name);
      const isFresh = Number(ctimeNs / 1_000_000n) > Date.now() - FRESH_MS;
      const digest =
        before !== undefined && before.signature === signature && !before.isFresh
          ? before.digest
          : await digestOf(path);
      next.set(name, { signature, digest, isFresh });
    }
    known = next;
    return new Map([...next].map(([name, { digest }]) => [name, digest]));
  };
}

async function digestOf(path: string): Promise<string> {
  const stat = await lstat(path);
  if (stat.isSymbolicLink()) return `link ${await readlink(path)}`;
  if (!stat.isFile()) return 'no plain file';
  const hash = createSha256();
  for await (const piece of createReadStream(path)) hash.update(piece as Uint8Array);
  return hash.hex();
}
