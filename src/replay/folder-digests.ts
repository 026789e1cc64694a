import { createReadStream } from 'node:fs';
import { lstat, readlink } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { createSha256 } from '../lib/hash.ts';
import { isMissing, walk } from './working-copy.ts';

/** A write so shortly after a look may leave size and times as they were: such a file is read again. */
const FRESH_MS = 2_000;

interface Known {
  readonly signature: string;
  readonly digest: string;
  readonly isFresh: boolean;
}

export interface FolderDigests {
  /** By path with slashes. */
  readonly digests: ReadonlyMap<string, string>;
  /** What could not be read, a sentence each. */
  readonly unseen: readonly string[];
}

/**
 * Digests of every file of a folder. What did not change since the last look, and was not fresh then, is not read again;
 * what goes away while it is looked at is not there. Needs `loadHashes()`.
 */
export function createFolderDigests(folder: string): () => Promise<FolderDigests> {
  let known: ReadonlyMap<string, Known> = new Map();
  return async () => {
    const next = new Map<string, Known>();
    const unseen: string[] = [];
    for await (const path of walk(folder)) {
      const name = relative(folder, path).split(sep).join('/');
      try {
        next.set(name, await look(path, known.get(name)));
      } catch (error) {
        if (!isMissing(error)) unseen.push(`${name} was not seen: ${(error as Error).message}.`);
      }
    }
    known = next;
    return { digests: new Map([...next].map(([name, { digest }]) => [name, digest])), unseen };
  };
}

async function look(path: string, before: Known | undefined): Promise<Known> {
  const { ino, mode, size, mtimeNs, ctimeNs } = await lstat(path, { bigint: true });
  const signature = `${ino} ${mode} ${size} ${mtimeNs} ${ctimeNs}`;
  const isFresh = Number(ctimeNs / 1_000_000n) > Date.now() - FRESH_MS;
  const isKnown = before !== undefined && before.signature === signature && !before.isFresh;
  return { signature, digest: isKnown ? before.digest : await digestOf(path), isFresh };
}

async function digestOf(path: string): Promise<string> {
  const stat = await lstat(path);
  if (stat.isSymbolicLink()) return `link ${await readlink(path)}`;
  if (!stat.isFile()) return 'no plain file';
  const hash = createSha256();
  for await (const piece of createReadStream(path)) hash.update(piece as Uint8Array);
  return hash.hex();
}
