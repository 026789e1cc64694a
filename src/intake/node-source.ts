import { type FileHandle, lstat, open, readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { pushAll } from '../lib/push-all.ts';
import type { ByteSource } from './byte-source.ts';
import { chunkSource } from './derived-sources.ts';

export interface NodeListing {
  readonly sources: readonly ByteSource[];
  /** Paths that could not be listed, each with the reason in a sentence part. */
  readonly unreadable: readonly { readonly path: string; readonly said: string }[];
}

const PIECE = 1024 * 1024;

/**
 * Files and folders named on the command line as sources: folders recursively and sorted. A file in a folder is
 * called by its place in it, a file named itself by its base name. Links that lead out of their folder are not
 * followed. @param pipeLimit bytes read from what is no regular file (a pipe).
 */
export async function listNodeSources(paths: readonly string[], pipeLimit: number): Promise<NodeListing> {
  const sources: ByteSource[] = [];
  const unreadable: { path: string; said: string }[] = [];
  for (const path of paths) {
    try {
      const info = await stat(path);
      if (info.isDirectory()) await listFolder(path, sources, unreadable);
      else if (info.isFile()) sources.push(fileSource(path, basename(path), holdersOf(path), info.size));
      else sources.push(await pipeSource(path, pipeLimit));
    } catch (error) {
      unreadable.push({ path, said: reasonOf(error) });
    }
  }
  return { sources, unreadable };
}

/** All folders above a file, outermost first. */
const holdersOf = (path: string): readonly string[] =>
  dirname(resolve(path))
    .split(sep)
    .filter((name) => name !== '');

async function listFolder(
  folder: string,
  sources: ByteSource[],
  unreadable: { path: string; said: string }[],
): Promise<void> {
  const root = await realpath(folder);
  const heldBy = [...holdersOf(folder), basename(resolve(folder))];
  const open = [folder];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const names = (await readdir(at)).sort();
    const deeper: string[] = [];
    for (const name of names) {
      const path = join(at, name);
      const shown = relative(folder, path).split(sep).join('/');
      try {
        const link = await lstat(path);
        const info = link.isSymbolicLink() ? await linkedFile(path, root) : link;
        if (info.isDirectory()) deeper.push(path);
        else if (info.isFile()) sources.push(fileSource(path, shown, heldBy, info.size));
        else unreadable.push({ path: shown, said: 'it is no regular file' });
      } catch (error) {
        unreadable.push({ path: shown, said: reasonOf(error) });
      }
    }
    pushAll(open, deeper.reverse());
  }
}

/** What a link inside a folder leads to, when that is a file of the folder. */
async function linkedFile(path: string, root: string) {
  const target = await realpath(path);
  if (target !== root && !target.startsWith(root + sep))
    throw new Error('it is a link that leads out of its folder');
  const info = await stat(target);
  if (info.isDirectory()) throw new Error('it is a link to a folder');
  return info;
}

function fileSource(path: string, shown: string, heldBy: readonly string[], size: number): ByteSource {
  return {
    path: shown,
    heldBy,
    size,
    async *stream(from = 0) {
      const file = await open(path, 'r');
      try {
        yield* piecesOf(file, from);
      } finally {
        await file.close();
      }
    },
    async read(offset, length) {
      const want = Math.max(0, Math.min(length, size - offset));
      if (want === 0) return new Uint8Array(0);
      const file = await open(path, 'r');
      try {
        const bytes = new Uint8Array(want);
        let got = 0;
        while (got < want) {
          const { bytesRead } = await file.read(bytes, got, want - got, offset + got);
          if (bytesRead === 0) break;
          got += bytesRead;
        }
        return got === want ? bytes : bytes.subarray(0, got);
      } finally {
        await file.close();
      }
    },
  };
}

async function* piecesOf(file: FileHandle, from: number): AsyncGenerator<Uint8Array> {
  const piece = new Uint8Array(PIECE);
  for (let at = from; ; ) {
    const { bytesRead } = await file.read(piece, 0, PIECE, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield bytesRead === PIECE ? piece : piece.subarray(0, bytesRead);
  }
}

/** A pipe (`<(…)`, /dev/stdin) can be read once and has no size: it is held in memory. */
async function pipeSource(path: string, limit: number): Promise<ByteSource> {
  const file = await open(path, 'r');
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { bytesRead, buffer } = await file.read(new Uint8Array(PIECE), 0, PIECE, null);
      if (bytesRead === 0) break;
      size += bytesRead;
      if (size > limit) throw new Error(`it is no regular file and gave more than ${limit} bytes`);
      chunks.push(buffer.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
  return chunkSource({ path: basename(path), heldBy: holdersOf(path) }, chunks);
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'ENOENT':
      return 'there is no such file';
    case 'EACCES':
    case 'EPERM':
      return 'it may not be read';
    case 'ELOOP':
      return 'it is a link that leads to itself';
    default:
      return error instanceof Error ? error.message : String(error);
  }
}
