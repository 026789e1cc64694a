import Dexie from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, it } from 'vitest';
import { openDatabase, VERSIONS } from '../../src/casefile/database.ts';
import { madeSummary } from './made-evidence.ts';

it('a case of the first layout is opened by today’s: its outcomes are counted', async () => {
  const surroundings = { indexedDB: new IDBFactory(), IDBKeyRange };
  const old = new Dexie('test', surroundings);
  old.version(1).stores({ ...VERSIONS[0]?.stores });
  const outcomes = ['divergent', 'hypothesis', 'divergent'];
  await old.table('cases').add({
    id: 'c',
    title: 'old',
    state: 'committed',
    storedAt: '2026-01-01T00:00:00Z',
    summary: { ...madeSummary('c'), outcomes },
  });
  await old
    .table('cases')
    .add({ id: 'd', title: 'staged', state: 'staged', storedAt: '2026-01-01T00:00:00Z' });
  old.close();
  const now = openDatabase('test', surroundings);
  expect((await now.cases.get('c'))?.summary?.outcomes).toEqual({ divergent: 2, hypothesis: 1 });
  expect(await now.cases.get('d')).toMatchObject({ state: 'staged' });
  now.close();
});
