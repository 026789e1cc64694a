import { describe, expect, it, vi } from 'vitest';
import { createCaseShelf } from '../../src/casefile/create-case-shelf.ts';
import { createCaseStore, type Surroundings } from '../../src/casefile/create-case-store.ts';
import { memorySource } from '../../src/intake/byte-source.ts';
import { JsonNumber } from '../../src/lib/json-value.ts';
import { StoreFailure } from '../../src/model/case-store.ts';
import { fakeBrowser, fakeStorage } from './fake-surroundings.ts';
import { madeEvidence, madeSummary } from './made-evidence.ts';

const bytes = new TextEncoder().encode('the bytes of the file');

async function storeCase(surroundings: Surroundings, id: string, spans = 3): Promise<void> {
  const staged = await createCaseStore(surroundings).stage(id, 'made');
  await staged.putFiles(0, [memorySource('trace.jsonl', bytes)]);
  await staged.putEvidence(madeEvidence(spans));
  await staged.commit(madeSummary(id));
}

describe('a stored case', () => {
  it('comes back equal, numbers and maps and columns of several chunks included', async () => {
    const { surroundings } = fakeBrowser().page();
    // two chunks of 65,536 rows and some
    await storeCase(surroundings, 'c', 140_000);
    const store = createCaseStore(surroundings);
    const stored = await store.load('c');
    const made = madeEvidence(140_000);
    expect(stored?.spans.start).toEqual(made.spans.start);
    expect(stored?.spans.offset).toBeInstanceOf(Float64Array);
    expect(stored?.spans.kind).toBeInstanceOf(Uint8Array);
    expect(stored?.spans.strings).toEqual(made.spans.strings);
    expect(stored?.spans.facts.get(3)).toEqual({ toolName: '__proto__', callId: 'c3' });
    expect(stored?.wals).toEqual(made.wals);
    expect(stored?.callLogs).toEqual(made.callLogs);
    expect(stored?.files).toEqual(made.files);
    const [wal] = stored?.wals ?? [];
    const value = wal?.reading.is === 'read' ? wal.reading.records[0]?.value : undefined;
    expect(value?.get('big')).toBeInstanceOf(JsonNumber);
    const source = await store.source('c', 0);
    expect(await source.read(4, 5)).toEqual(bytes.slice(4, 9));
    expect(source.path).toBe('trace.jsonl');
    const pieces: number[] = [];
    for await (const piece of source.stream(10)) pieces.push(...piece);
    expect(pieces).toEqual([...bytes.slice(10)]);
  });

  it('is never shown before the commit, at whatever stage the page dies, and its leftovers are swept', async () => {
    const stages = ['staged', 'file put', 'evidence put'] as const;
    for (const [last] of stages.entries()) {
      const browser = fakeBrowser();
      const dying = browser.page();
      const staged = await createCaseStore(dying.surroundings).stage('c', 'made');
      if (last >= 1) await staged.putFiles(0, [memorySource('a', bytes)]);
      if (last >= 2) await staged.putEvidence(madeEvidence(3));
      dying.die();
      const next = browser.page();
      expect(await createCaseStore(next.surroundings).load('c')).toBeUndefined();
      expect(await createCaseShelf(fakeStorage(), next.surroundings).list()).toEqual([]);
      const { database } = next.surroundings;
      expect(await database.cases.count()).toBe(0);
      expect(await database.files.count()).toBe(0);
      expect(await database.columns.count()).toBe(0);
      expect(await database.records.count()).toBe(0);
    }
  });

  it('is not swept while its import lives in another tab', async () => {
    const browser = fakeBrowser();
    const importing = browser.page();
    const staged = await createCaseStore(importing.surroundings).stage('c', 'made');
    await staged.putEvidence(madeEvidence(3));
    const other = createCaseShelf(fakeStorage(), browser.page().surroundings);
    expect(await other.list()).toEqual([]);
    await staged.commit(madeSummary('c'));
    expect((await other.list()).map(({ summary }) => summary.id)).toEqual(['c']);
  });

  it('leaves nothing when it is abandoned', async () => {
    const { surroundings } = fakeBrowser().page();
    const staged = await createCaseStore(surroundings).stage('c', 'made');
    await staged.putFiles(0, [memorySource('a', bytes)]);
    await staged.abandon();
    expect(await surroundings.database.files.count()).toBe(0);
    expect(await createCaseStore(surroundings).load('c')).toBeUndefined();
    // and the same id can be staged again
    await (await createCaseStore(surroundings).stage('c', 'made')).abandon();
  });

  const noRoom = Object.assign(new Error('aborted'), { inner: { name: 'QuotaExceededError' } });
  it.each([
    ['a write', noRoom],
    ['one of many writes', Object.assign(new Error('bulkPut'), { failures: [noRoom] })],
  ])('rolls back and says so when the browser has no room: %s', async (_, thrown) => {
    const { surroundings } = fakeBrowser().page();
    const staged = await createCaseStore(surroundings).stage('c', 'made');
    const full = vi.spyOn(surroundings.database.files, 'bulkPut').mockRejectedValue(thrown as never);
    const failure = await staged.putFiles(0, [memorySource('a', bytes)]).catch((error: unknown) => error);
    full.mockRestore();
    expect(failure).toBeInstanceOf(StoreFailure);
    expect((failure as StoreFailure).why).toBe('full');
    expect((failure as StoreFailure).message).toContain('no room left');
    expect(await surroundings.database.cases.count()).toBe(0);
  });
});

describe('evicted evidence', () => {
  it('is told when chunks are gone, never shown as a smaller case', async () => {
    const { surroundings } = fakeBrowser().page();
    await storeCase(surroundings, 'c');
    await surroundings.database.columns.where('caseId').equals('c').limit(1).delete();
    const shelf = createCaseShelf(fakeStorage(), surroundings);
    expect((await shelf.list())[0]?.state).toBe('evicted');
    await expect(createCaseStore(surroundings).load('c')).rejects.toMatchObject({ why: 'evicted' });
  });

  it('is told when a file is gone', async () => {
    const { surroundings } = fakeBrowser().page();
    await storeCase(surroundings, 'c');
    await surroundings.database.files.clear();
    await expect(createCaseStore(surroundings).source('c', 0)).rejects.toMatchObject({ why: 'evicted' });
  });

  it('is told when the whole database is gone', async () => {
    const storage = fakeStorage();
    const browser = fakeBrowser();
    const { surroundings } = browser.page();
    await storeCase(surroundings, 'c');
    expect((await createCaseShelf(storage, surroundings).list())[0]?.state).toBe('whole');
    await surroundings.database.delete();
    const after = createCaseShelf(storage, browser.page().surroundings);
    expect(await after.list()).toMatchObject([{ state: 'evicted', summary: { id: 'c', title: 'made' } }]);
    await after.remove('c');
    expect(await after.list()).toEqual([]);
  });
});
