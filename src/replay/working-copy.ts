import { rmSync } from 'node:fs';
import { cp, lstat, mkdtemp, readdir, readlink, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';

export interface WorkingCopy {
  /** An absolute path without links in it. */
  readonly folder: string;
  /** At once, also while the process ends. */
  remove(): void;
}

/** Copies a snapshot, which is never touched. @throws Error with a sentence where it cannot be copied safely. */
export async function copySnapshot(snapshot: string): Promise<WorkingCopy> {
  const from = await realpath(snapshot);
  for await (const path of walk(from)) {
    const stat = await lstat(path);
    if (!stat.isSymbolicLink()) continue;
    const target = resolve(dirname(path), await readlink(path));
    if (target !== from && !target.startsWith(from + sep)) {
      throw new Error(
        `${relative(from, path)} of the snapshot is a link that leads out of it: it cannot be copied safely.`,
      );
    }
  }
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'witnessmark-replay-')));
  await cp(from, folder, { recursive: true, verbatimSymlinks: true });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Everything below a folder but folders themselves, sorted; links are not followed. */
export async function* walk(folder: string): AsyncGenerator<string> {
  const open = [folder];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const entries = await readdir(at, { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(at, entry.name);
      if (entry.isDirectory()) open.push(path);
      else yield path;
    }
  }
}

/**
 * A file of the copy, wherever it really lies: the executor may have made links. Undefined: there is none. @throws Error
 * with a sentence where it is no plain file inside of the copy.
 */
export async function plainFile(folder: string, path: string): Promise<string | undefined> {
  let real: string;
  try {
    real = await realpath(join(folder, path));
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
  if (!real.startsWith(folder + sep)) throw new Error('it leads out of the working copy');
  if (!(await lstat(real)).isFile()) throw new Error('it is no plain file');
  return real;
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
