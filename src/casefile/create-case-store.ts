import type { CaseStore, CaseSummary, StagedCase, StoredBytes } from '../model/case-store.ts';
import type { Evidence } from '../model/session.ts';
import { announce } from './announce.ts';
import { columnRows, evicted, joinChunks, recordRows } from './chunks.ts';
import { type CaseDatabase, type Contents, caseTables, type FileRow, openDatabase } from './database.ts';
import { joinParts, splitEvidence } from './evidence-parts.ts';
import { type Locks, stagingLock, takeLock } from './locks.ts';
import { withSentences } from './store-failure.ts';
import { blobOf, storedBytes } from './stored-bytes.ts';

/** What the store stands on; tests bring their own. */
export interface Surroundings {
  readonly database: CaseDatabase;
  readonly locks: Locks;
}

export const browserSurroundings = (): Surroundings => ({
  database: openDatabase(),
  locks: navigator.locks as unknown as Locks,
});

/**
 * Cases in IndexedDB. Works in the worker and in the page. Everything that fails on a full disk, on evidence that is
 * gone, or on a newer database throws a StoreFailure with a sentence.
 */
export function createCaseStore(surroundings: Surroundings = browserSurroundings()): CaseStore {
  return {
    stage: (id, title) => withSentences(() => stageCase(surroundings, id, title)),
    load: (id) => withSentences(() => loadCase(surroundings.database, id)),
    source: (id, file) => withSentences(() => loadFile(surroundings.database, id, file)),
  };
}

async function stageCase({ database, locks }: Surroundings, id: string, title: string): Promise<StagedCase> {
  // held until commit or abandon, so that no other tab sweeps this import away as a leftover
  const release = await takeLock(locks, stagingLock(id));
  if (release === undefined) throw new Error(`the case ${id} is staged twice (a bug in Witnessmark)`);
  const abandon = async (): Promise<void> => {
    await removeCase(database, id);
    release();
  };
  /** A write that fails takes everything that was staged with it. */
  const orAbandon = <T>(work: () => Promise<T>): Promise<T> =>
    withSentences(async () => {
      try {
        return await work();
      } catch (error) {
        await abandon().catch(() => undefined);
        throw error;
      }
    });
  await orAbandon(() =>
    database.cases.add({ id, title, state: 'staged', storedAt: new Date().toISOString() }),
  );
  return {
    putFiles: (first, files) =>
      orAbandon(async () => {
        const rows: FileRow[] = [];
        for (const [i, source] of files.entries()) {
          const { path, size } = source;
          rows.push({ caseId: id, index: first + i, path, size, bytes: await blobOf(source) });
        }
        await database.files.bulkPut(rows);
      }),
    putEvidence: (evidence) => orAbandon(() => putEvidence(database, id, evidence)),
    commit: (summary) =>
      orAbandon(async () => {
        await commitCase(database, id, summary);
        release();
        announce(id);
      }),
    abandon,
  };
}

async function putEvidence(database: CaseDatabase, id: string, evidence: Evidence): Promise<void> {
  const parts = splitEvidence(evidence);
  // a row at a time: what is in flight stays a few MB
  for (const row of columnRows(id, parts)) await database.columns.put(row);
  for (const row of recordRows(id, parts)) await database.records.put(row);
}

/** The one flag: before this transaction there is no case, after it there is a whole one. */
async function commitCase(database: CaseDatabase, id: string, summary: CaseSummary): Promise<void> {
  await database.transaction('rw', [database.cases, ...caseTables(database)], async () => {
    const contents = await countContents(database, id);
    await database.cases.put({
      id,
      title: summary.title,
      state: 'committed',
      storedAt: new Date().toISOString(),
      summary,
      contents,
    });
  });
}

export async function countContents(database: CaseDatabase, id: string): Promise<Contents> {
  const [files, columns, records] = await Promise.all([
    database.files.where('caseId').equals(id).count(),
    database.columns.where('caseId').equals(id).count(),
    database.records.where('caseId').equals(id).count(),
  ]);
  return { files, columns, records };
}

/** Whether everything that the commit counted is still there. */
export function isWhole(counted: Contents | undefined, now: Contents): boolean {
  return (
    counted !== undefined &&
    counted.files === now.files &&
    counted.columns === now.columns &&
    counted.records === now.records
  );
}

async function loadCase(database: CaseDatabase, id: string): Promise<Evidence | undefined> {
  const row = await database.cases.get(id);
  if (row?.state !== 'committed') return undefined;
  if (!isWhole(row.contents, await countContents(database, id))) throw evicted();
  const [columns, records] = await Promise.all([
    database.columns.where('caseId').equals(id).toArray(),
    database.records.where('caseId').equals(id).toArray(),
  ]);
  return joinParts(joinChunks(columns, records));
}

async function loadFile(database: CaseDatabase, id: string, file: number): Promise<StoredBytes> {
  const row = await database.files.get([id, file]);
  if (row === undefined) throw evicted();
  return storedBytes(row);
}

/** Everything of a case, whatever its state. */
export async function removeCase(database: CaseDatabase, id: string): Promise<void> {
  await database.transaction('rw', [database.cases, ...caseTables(database)], async () => {
    await database.cases.delete(id);
    for (const table of caseTables(database)) {
      await table.where('caseId').equals(id).delete();
    }
  });
}

/** Removes what pages left behind that died in mid-import. An import that lives in another tab holds its lock and stays. */
export async function sweepStaged({ database, locks }: Surroundings): Promise<void> {
  const staged = await database.cases.filter(({ state }) => state === 'staged').primaryKeys();
  for (const id of staged) {
    const release = await takeLock(locks, stagingLock(id));
    if (release === undefined) continue;
    await removeCase(database, id);
    release();
  }
}
