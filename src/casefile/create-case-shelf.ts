import { StoreFailure } from '../model/case-store.ts';
import { type ActionLogEntry, NOTHING_MADE, type PeopleChange, type PeopleMade } from '../model/people.ts';
import { brokenAt, chainedEntry } from './action-log.ts';
import { announce, listen } from './announce.ts';
import type { Act, CaseListing, CaseShelf, Persisted } from './case-shelf.ts';
import { changedPeople } from './changed-people.ts';
import {
  browserSurroundings,
  countContents,
  isWhole,
  removeCase,
  type Surroundings,
  sweepStaged,
} from './create-case-store.ts';
import type { CaseDatabase, PeopleRow } from './database.ts';
import { awaitLock, caseLock, takeLock } from './locks.ts';
import { createSentinels, type SentinelStorage } from './sentinels.ts';
import { withSentences } from './store-failure.ts';

/**
 * The page's side of the stored cases. Sweeps leftovers of dead imports when it is made.
 * @param storage where the sentinels are kept: what tells a case that was evicted from one that never was.
 */
export function createCaseShelf(
  storage: SentinelStorage = localStorage,
  surroundings: Surroundings = browserSurroundings(),
): CaseShelf {
  const { database, locks } = surroundings;
  const sentinels = createSentinels(storage);
  const swept = sweepStaged(surroundings).catch(() => undefined);
  // one write after another: each entry of the action log needs the one before
  let writing: Promise<unknown> = Promise.resolve();
  return {
    list: () =>
      withSentences(async () => {
        await swept;
        return listCases(database, sentinels);
      }),
    remove: (caseId) =>
      withSentences(async () => {
        await removeCase(database, caseId);
        sentinels.remove(caseId);
        announce(caseId);
      }),
    people: (caseId) => withSentences(() => readPeople(database, caseId)),
    apply: (caseId, act) => {
      const write = writing.then(() => withSentences(() => applyAct(database, caseId, act)));
      writing = write.catch(() => undefined);
      return write;
    },
    actionLog: (caseId) => withSentences(() => readLog(database, caseId)),
    hold: async (caseId) => {
      const release = await takeLock(locks, caseLock(caseId));
      return release === undefined ? { is: 'elsewhere' } : { is: 'held', release };
    },
    awaitHold: (caseId, signal) => awaitLock(locks, caseLock(caseId), signal),
    onChange: (listener) => listen(listener),
    persisted,
  };
}

async function listCases(
  database: CaseDatabase,
  sentinels: ReturnType<typeof createSentinels>,
): Promise<readonly CaseListing[]> {
  const rows = await database.cases.filter(({ state }) => state === 'committed').toArray();
  const listings: CaseListing[] = [];
  for (const row of rows) {
    if (row.summary === undefined) continue;
    const now = await countContents(database, row.id);
    listings.push({
      summary: row.summary,
      storedAt: row.storedAt,
      state: isWhole(row.contents, now) ? 'whole' : 'evicted',
    });
    sentinels.add({ summary: row.summary, storedAt: row.storedAt });
  }
  const known = new Set(rows.map(({ id }) => id));
  for (const { summary, storedAt } of sentinels.all()) {
    if (!known.has(summary.id)) listings.push({ summary, storedAt, state: 'evicted' });
  }
  return listings.sort((a, b) => (a.storedAt < b.storedAt ? 1 : -1));
}

async function readPeople(database: CaseDatabase, caseId: string): Promise<PeopleMade> {
  const rows = await database.people.where('caseId').equals(caseId).toArray();
  return changedPeople(
    NOTHING_MADE,
    rows
      .sort((a, b) => a.order - b.order)
      .map(({ is, id, value }) => ({ is, id, before: undefined, after: value }) as PeopleChange),
  );
}

async function applyAct(database: CaseDatabase, caseId: string, act: Act): Promise<PeopleMade> {
  const last = await lastEntry(database, caseId);
  // hashed before the transaction: IndexedDB ends one that waits for anything else
  const entry = await chainedEntry(last, {
    at: new Date().toISOString(),
    author: act.author,
    action: act.label,
    detail: JSON.stringify({ ...act.detail, ...(act.changes.length > 0 ? { changes: act.changes } : {}) }),
  });
  await database.transaction('rw', [database.cases, database.people, database.actions], async () => {
    if ((await database.cases.get(caseId))?.state !== 'committed') {
      throw new StoreFailure('evicted', 'This case is no longer stored: it was deleted or evicted.');
    }
    // two writers of one case would break the chain; the lock forbids it, `add` proves it
    await database.actions.add({ ...entry, caseId });
    for (const [at, change] of act.changes.entries()) {
      const { is, id, after } = change;
      if (after === undefined) await database.people.delete([caseId, is, id]);
      else {
        const known = await database.people.get([caseId, is, id]);
        const row: PeopleRow = { caseId, is, id, order: known?.order ?? entry.seq + at / 1e6, value: after };
        await database.people.put(row);
      }
    }
  });
  announce(caseId);
  return readPeople(database, caseId);
}

async function lastEntry(database: CaseDatabase, caseId: string): Promise<ActionLogEntry | undefined> {
  const row = await database.actions
    .where('[caseId+seq]')
    .between([caseId, 0], [caseId, Number.POSITIVE_INFINITY])
    .last();
  if (row === undefined) return undefined;
  const { caseId: _, ...entry } = row;
  return entry;
}

/** @throws StoreFailure when a line was changed or taken out behind our back. */
async function readLog(database: CaseDatabase, caseId: string): Promise<readonly ActionLogEntry[]> {
  const rows = await database.actions.where('caseId').equals(caseId).sortBy('seq');
  const entries = rows.map(({ caseId: _, ...entry }): ActionLogEntry => entry);
  const broken = await brokenAt(entries);
  if (broken === undefined) return entries;
  throw new StoreFailure(
    'altered',
    `The action log is broken at entry ${broken}: a line was changed or taken out after it was written.`,
  );
}

async function persisted(): Promise<Persisted> {
  const { storage } = navigator;
  if (storage?.persist === undefined) return 'not-supported';
  return (await storage.persisted()) || (await storage.persist()) ? 'granted' : 'refused';
}
