import { readFile, stat } from 'node:fs/promises';
import { type DigestScheme, digestHex } from '../lib/hash.ts';
import type { FingerprintScheme } from '../model/call.ts';
import { type DatabaseState, databaseChanges } from './database-changes.ts';
import type { ExecutorModule } from './executor.ts';
import { createFolderDigests } from './folder-digests.ts';
import { readReport } from './read-report.ts';
import { fileResource, type NamedResource, readResourceName, tableResource } from './resource-names.ts';
import { loadSqlite, type ReadTables } from './table-states.ts';
import { within } from './within.ts';
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
 * @param reportMs how long the executor may take for a report.
 */
export async function createSnapshotWorld(
  folder: string,
  resources: readonly string[],
  report: ExecutorModule['stateOf'],
  reportMs: number,
): Promise<World> {
  const named = resources.map((resource) => ({ resource, name: readResourceName(resource) }));
  const databases = new Set(named.flatMap(({ name }) => (name.is === 'table' ? [name.path] : [])));
  const nameOf = new Map(named.map(({ resource, name }) => [JSON.stringify(name), resource]));
  const asRecorded = (name: NamedResource, plain: string): string =>
    nameOf.get(JSON.stringify(name)) ?? plain;
  const sqlite = databases.size === 0 ? undefined : await loadSqlite();
  const look = createFolderDigests(folder);
  let before: Everything | undefined;

  const everything = async (): Promise<Everything> => {
    const { digests, unseen } = await look();
    // what a database keeps in its files is told by its tables
    const files = [...digests].filter(
      ([path]) => !databases.has(path) && !databases.has(path.replace(DATABASE_SIDE_FILE, '')),
    );
    const seen = new Map<string, DatabaseState>();
    const notSeen = [...unseen];
    for (const path of sqlite === undefined ? [] : databases) {
      try {
        seen.set(path, await databaseAt(folder, path, sqlite as ReadTables));
      } catch (error) {
        notSeen.push(`The tables of ${path} were not seen: ${reasonOf(error)}.`);
      }
    }
    return { files: new Map(files), databases: seen, unseen: notSeen };
  };

  const changesBetween = (earlier: Everything, now: Everything): readonly string[] => {
    const paths = new Set([...earlier.files.keys(), ...now.files.keys()]);
    const files = [...paths]
      .filter((path) => earlier.files.get(path) !== now.files.get(path))
      .map((path) => asRecorded({ is: 'file', path }, fileResource(path)));
    const tables = [...databases].flatMap((path) => {
      const [then, since] = [earlier.databases.get(path), now.databases.get(path)];
      // what was seen only once cannot be held against itself
      if (then === undefined || since === undefined) return [];
      return databaseChanges(then, since).map((table) =>
        asRecorded({ is: 'table', path, table }, tableResource(path, table)),
      );
    });
    return [...files, ...tables].sort();
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
          return reported(resource, folder, report, reportMs);
      }
    },
    async changes() {
      const earlier = before;
      const now = await everything();
      before = now;
      if (earlier === undefined) return { changed: [], unseen: now.unseen };
      return {
        changed: changesBetween(earlier, now),
        unseen: [...new Set([...earlier.unseen, ...now.unseen])],
      };
    },
  };
}

const DATABASE_SIDE_FILE = /(?:-wal|-shm|-journal|\.lock)$/;

/** How everything in the copy is; a database that could not be read is not among them. */
interface Everything {
  readonly files: ReadonlyMap<string, string>;
  readonly databases: ReadonlyMap<string, DatabaseState>;
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

/** A file that is not there has no tables. @throws what SQLite throws. */
async function databaseAt(folder: string, path: string, sqlite: ReadTables): Promise<DatabaseState> {
  const file = await plainFile(folder, path);
  return file === undefined
    ? { tables: new Map(), schema: [] }
    : sqlite(file, (tables) => tables.everything());
}

async function reported(
  resource: string,
  folder: string,
  report: ExecutorModule['stateOf'],
  reportMs: number,
): Promise<SeenState> {
  if (report === undefined) {
    return {
      is: 'unknown',
      said: 'it is neither a file nor a table of the snapshot, and the executor exports no stateOf',
    };
  }
  const waited = await within<unknown>(reportMs, (signal) => report(resource, { folder, signal }));
  switch (waited.is) {
    case 'done':
      return readReport(waited.value);
    case 'failed':
      return { is: 'unknown', said: waited.said };
    case 'late':
      return { is: 'unknown', said: `the executor did not say how it is within ${reportMs / 1000} s` };
  }
}
