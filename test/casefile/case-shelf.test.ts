import { describe, expect, it } from 'vitest';
import { createCaseShelf } from '../../src/casefile/create-case-shelf.ts';
import { createCaseStore, type Surroundings } from '../../src/casefile/create-case-store.ts';
import type { Pin } from '../../src/model/order.ts';
import type { Finding, PeopleChange } from '../../src/model/people.ts';
import { fakeBrowser, fakeStorage } from './fake-surroundings.ts';
import { madeEvidence, madeSummary } from './made-evidence.ts';

const pin = (id: string): Pin => ({
  id,
  before: 'a',
  after: 'b',
  author: 'ann',
  at: '2026-12-01T00:00:00Z',
  reason: '',
});
const made = (item: Pin): PeopleChange => ({ is: 'pin', id: item.id, before: undefined, after: item });
const taken = (item: Pin): PeopleChange => ({ is: 'pin', id: item.id, before: item, after: undefined });
const finding: Finding = {
  id: 'f',
  title: 'It wrote five lines',
  text: '',
  severity: 'high',
  restsOn: [],
  author: 'ann',
  at: '2026-12-01T00:00:00Z',
};

async function openCase(surroundings: Surroundings, id = 'c') {
  const staged = await createCaseStore(surroundings).stage(id, 'made');
  await staged.putEvidence(madeEvidence(1));
  await staged.commit(madeSummary(id));
  return createCaseShelf(fakeStorage(), surroundings);
}

describe('what people made', () => {
  it('survives, in the order in which it was made', async () => {
    const { surroundings } = fakeBrowser().page();
    const shelf = await openCase(surroundings);
    await shelf.apply('c', { author: 'ann', label: 'pin', changes: [made(pin('z')), made(pin('a'))] });
    await shelf.apply('c', {
      author: 'ann',
      label: 'write a finding',
      changes: [{ is: 'finding', id: 'f', before: undefined, after: finding }],
    });
    const people = await shelf.apply('c', {
      author: 'ann',
      label: 'expect seals',
      changes: [
        { is: 'expect-sealed', id: '', before: undefined, after: true },
        { is: 'names', id: '', before: undefined, after: [] },
      ],
    });
    expect(people.pins.map(({ id }) => id)).toEqual(['z', 'a']);
    expect(people).toMatchObject({ expectSealed: true, names: [], findings: [finding] });
    const again = createCaseShelf(fakeStorage(), surroundings);
    expect(await again.people('c')).toEqual(people);
    const after = await again.apply('c', { author: 'ann', label: 'undo', changes: [taken(pin('z'))] });
    expect(after.pins.map(({ id }) => id)).toEqual(['a']);
  });

  it('is refused for a case that is not there', async () => {
    const { surroundings } = fakeBrowser().page();
    const shelf = createCaseShelf(fakeStorage(), surroundings);
    await expect(shelf.apply('nowhere', { author: 'ann', label: 'pin', changes: [] })).rejects.toThrow(
      /no longer stored/,
    );
  });

  it('goes with the case, and with no other', async () => {
    const { surroundings } = fakeBrowser().page();
    const shelf = await openCase(surroundings);
    await openCase(surroundings, 'd');
    await shelf.apply('c', { author: 'ann', label: 'pin', changes: [made(pin('p'))] });
    await shelf.apply('d', { author: 'ann', label: 'pin', changes: [made(pin('q'))] });
    await shelf.remove('c');
    expect((await shelf.list()).map(({ summary }) => summary.id)).toEqual(['d']);
    expect((await shelf.people('c')).pins).toEqual([]);
    expect((await shelf.people('d')).pins).toHaveLength(1);
    expect(await shelf.actionLog('c')).toEqual([]);
  });
});

describe('the action log', () => {
  it('is a chain: writes that come at once stay in line', async () => {
    const { surroundings } = fakeBrowser().page();
    const shelf = await openCase(surroundings);
    await Promise.all(
      ['a', 'b', 'c'].map((id) =>
        shelf.apply('c', { author: 'ann', label: `pin ${id}`, changes: [made(pin(id))] }),
      ),
    );
    await shelf.apply('c', { author: 'ann', label: 'give a key', changes: [], detail: { keyId: '00ff' } });
    const log = await shelf.actionLog('c');
    expect(log.map(({ seq }) => seq)).toEqual([0, 1, 2, 3]);
    expect(log.map(({ action }) => action)).toEqual(['pin a', 'pin b', 'pin c', 'give a key']);
    expect(log[0]?.previous).toBe('0'.repeat(64));
    expect(log.slice(1).map(({ previous }) => previous)).toEqual(log.slice(0, -1).map(({ hash }) => hash));
    expect(log[3]?.detail).toBe('{"keyId":"00ff"}');
  });

  it('shows a line that was changed and a line that was taken out', async () => {
    const { surroundings } = fakeBrowser().page();
    const shelf = await openCase(surroundings);
    for (const id of ['a', 'b', 'c']) {
      await shelf.apply('c', { author: 'ann', label: 'pin', changes: [made(pin(id))] });
    }
    const { actions } = surroundings.database;
    const second = await actions.get(['c', 1]);
    await actions.update(['c', 1], { author: 'eve' });
    await expect(shelf.actionLog('c')).rejects.toThrow(/entry 1/);
    await actions.put(second as never);
    expect(await shelf.actionLog('c')).toHaveLength(3);
    await actions.delete(['c', 1]);
    await expect(shelf.actionLog('c')).rejects.toThrow(/entry 1/);
  });
});

describe('the case lock', () => {
  it('lets one page write; the second reads, until the first is gone', async () => {
    const browser = fakeBrowser();
    const first = browser.page();
    const shelf = await openCase(first.surroundings);
    const hold = await shelf.hold('c');
    expect(hold.is).toBe('held');
    const other = createCaseShelf(fakeStorage(), browser.page().surroundings);
    expect((await other.hold('c')).is).toBe('elsewhere');
    const closing = new AbortController();
    const given = createCaseShelf(fakeStorage(), browser.page().surroundings).awaitHold('c', closing.signal);
    closing.abort();
    await expect(given).rejects.toThrow(/abort/i);
    const waiting = other.awaitHold('c', new AbortController().signal);
    if (hold.is === 'held') hold.release();
    (await waiting)();
  });
});
