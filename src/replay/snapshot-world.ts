import { readFile, stat } from 'node:fs/promises';
import { type DigestScheme, digestHex } from '../lib/hash.ts';
import type { FingerprintScheme } from '../model/call.ts';
import type { ExecutorModule } from './executor.ts';
import { createFolderDigests } from './folder-digests.ts';
import { fileResource, type NamedResource, readResourceName, tableResource } from './resource-names.ts';
import { loadSqlite, type ReadTables } from './table-states.ts';
import { plainFile } from './working-copy.ts';
import type { SeenState, World } from './world.ts';

/** Content that is attached to a state; more is told by its fingerprint. */
const ATTACHED_BYTES = 1024 * 1024;
/** A file is hashed whole. */
const FILE_BYTES = 512 * 1024 * 1024;

/**
 * A working copy as it can be seen: its files, the tables of its databases, and for everything else what the executor
 * reports. A name of the recording never leads out of the copy. Needs `loadHashes()`.
 * @param resources every resource that the recording names.
 */
export async function createSnapshotWorld(
  folder: string,
  resources: readonly string[],
  report: ExecutorModule['stateOf'],
): Promise<World> {
  const named = resources.map((resource) => ({ resource, name: readResourceName(resource) }));
  const databases = new Set(named.flatMap(({ name }) => (name.is === 'table' ? [name.path] : [])));
  const nameOf = new Map(named.map(({ resource, name }) => [JSON.stringify(name), resource]));
  const asRecorded = (name: NamedResource, plain: string): string =>
    nameOf.get(JSON.stringify(name)) ?? plain;
  const sqlite = databases.size === 0 ? undefined : await loadSqlite();
  const digests = createFolderDigests(folder);
  let marked: Everything = { found: new Map(), unseen: [] };

  const everything = async (): Promise<Everything> => {
    const found = new Map<string, string>();
    const unseen: string[] = [];
    for (const [path, digest] of await digests()) {
      // what a database keeps in its files is told by its tables
      if (databases.has(path) || databases.has(path.replace(/(?:-wal|-shm|-journal|\.lock)$/, ''))) continue;
      found.set(asRecorded({ is: 'file', path }, fileResource(path)), digest);
    }
    for (const path of sqlite === undefined ? [] : databases) {
      try {
        for (const [table, text] of await tablesOf(folder, path, sqlite as ReadTables)) {
          found.set(asRecorded({ is: 'table', path, table }, tableResource(path, table)), text);
        }
      } catch (error) {
        unseen.push(`The tables of ${path} were not seen: ${reasonOf(error)}.`);
      }
    }
    return { found, unseen };
  };

  return {
    folder,
    async stateOf(resource, scheme) {
      const name = readResourceName(resource);
      switch (name.is) {
        case 'file':
          return seen(scheme, () => fileBytes(folder, name.path));
        case 'table':
          return seen(scheme, () => tableBytes(folder, name.path, name.table, sqlite));
        case 'outside':
          return { is: 'unknown', said: 'its name leads out of the snapshot' };
        case 'other':
          return reported(resource, folder, report);
      }
    },
    async mark() {
      marked = await everything();
    },
    async changedSinceMark() {
      const now = await everything();
      const unseen = [...new Set([...marked.unseen, ...now.unseen])];
      // what was seen only once cannot be held against itself
      const isComparable = (resource: string): boolean =>
        unseen.length === 0 ||
        (marked.found.has(resource) && now.found.has(resource)) ||
        !resource.startsWith('sqlite:');
      const all = new Set([...marked.found.keys(), ...now.found.keys()]);
      const changed = [...all].filter(
        (resource) => isComparable(resource) && marked.found.get(resource) !== now.found.get(resource),
      );
      return { changed: changed.sort(), unseen };
    },
  };
}

/** How everything in the copy is, by the resource it is part of. */
interface Everything {
  readonly found: ReadonlyMap<string, string>;
  readonly unseen: readonly string[];
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const isDigest = (scheme: FingerprintScheme): scheme is DigestScheme =>
  scheme === 'sha256' || scheme === 'sha512' || scheme === 'blake3';

async function seen(
  scheme: FingerprintScheme = 'sha256',
  read: () => Promise<Uint8Array | undefined>,
): Promise<SeenState> {
  if (!isDigest(scheme)) {
    return { is: 'unknown', said: `the recording has its ${scheme}, and only its content can be seen here` };
  }
  try {
    const bytes = await read();
    if (bytes === undefined) return { is: 'absent' };
    const fingerprint = `${scheme}:${digestHex(scheme, bytes)}`;
    return { is: 'there', fingerprint, ...(bytes.length > ATTACHED_BYTES ? {} : { content: bytes }) };
  } catch (error) {
    return { is: 'unknown', said: reasonOf(error) };
  }
}

async function fileBytes(folder: string, path: string): Promise<Uint8Array | undefined> {
  const file = await plainFile(folder, path);
  if (file === undefined) return undefined;
  const { size } = await stat(file);
  if (size > FILE_BYTES) throw new Error(`it has ${size} bytes, more than the ${FILE_BYTES} that are read`);
  return readFile(file);
}

const utf8 = new TextEncoder();

async function tableBytes(
  folder: string,
  path: string,
  table: string,
  sqlite: ReadTables | undefined,
): Promise<Uint8Array | undefined> {
  const file = await plainFile(folder, path);
  if (file === undefined || sqlite === undefined) return undefined;
  const text = sqlite(file, (tables) => tables.text(table));
  return text === undefined ? undefined : utf8.encode(text);
}

/** Every table with its text. @throws what SQLite throws. */
async function tablesOf(
  folder: string,
  path: string,
  sqlite: ReadTables,
): Promise<readonly (readonly [table: string, text: string])[]> {
  const file = await plainFile(folder, path);
  if (file === undefined) return [];
  return sqlite(file, (tables) => tables.names().map((name) => [name, tables.text(name) ?? ''] as const));
}

async function reported(
  resource: string,
  folder: string,
  report: ExecutorModule['stateOf'],
): Promise<SeenState> {
  if (report === undefined) {
    return {
      is: 'unknown',
      said: 'it is neither a file nor a table of the snapshot, and the executor exports no stateOf',
    };
  }
  try {
    const state = await report(resource, { folder, signal: new AbortController().signal });
    if (state === undefined) return { is: 'unknown', said: 'the executor cannot say how it is' };
    if ('absent' in state) return { is: 'absent' };
    return { is: 'there', ...state };
  } catch (error) {
    return { is: 'unknown', said: reasonOf(error) };
  }
}
