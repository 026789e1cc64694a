import { rmSync } from 'node:fs';
import { cp, lstat, mkdtemp, readdir, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';

export interface WorkingCopy {
  /** An absolute path without links in it. */
  readonly folder: string;
  /** At once, also while the process ends. */
  remove(): void;
}

/** Copies a snapshot, which is never touched. @throws Error with a sentence where it cannot be copied safely. */
export async function copySnapshot(snapshot: string): Promise<WorkingCopy> {
  const from = await snapshotFolder(snapshot);
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'witnessmark-replay-')));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    await cp(from, folder, { recursive: true, verbatimSymlinks: true });
    for await (const path of walk(folder)) {
      if ((await lstat(path)).isSymbolicLink()) await refuseLinkOut(path, folder);
    }
  } catch (error) {
    remove();
    throw error;
  }
  return { folder, remove };
}

/** The folder of a snapshot without links in its path. @throws Error with a sentence where there is none. */
export async function snapshotFolder(snapshot: string): Promise<string> {
  try {
    const folder = await realpath(snapshot);
    if ((await lstat(folder)).isDirectory()) return folder;
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new Error(`There is no snapshot ${snapshot}.`);
  }
  throw new Error(`The snapshot ${snapshot} is no folder.`);
}

/**
 * Where a link leads is known only by following it, in the copy: an absolute one leads back into the snapshot, and a
 * relative one may pass other links, or leave the folder by its name.
 */
async function refuseLinkOut(path: string, folder: string): Promise<void> {
  const target = await realpath(path).catch(() => undefined);
  if (target === folder || target?.startsWith(folder + sep) === true) return;
  const leads = target === undefined ? 'leads nowhere, or out of it' : 'leads out of it';
  throw new Error(
    `${relative(folder, path)} of the snapshot is a link that ${leads}: it cannot be copied safely.`,
  );
}

/** Everything below a folder but folders themselves, sorted; links are not followed. */
export async function* walk(folder: string): AsyncGenerator<string> {
  const open = [folder];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const entry of await entriesOf(at)) {
      const path = join(at, entry.name);
      if (entry.isDirectory()) open.push(path);
      else yield path;
    }
  }
}

/** Of a folder that went away in the meantime: none. */
async function entriesOf(folder: string) {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
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

export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
