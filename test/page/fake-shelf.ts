import type { Act, CaseListing, CaseShelf } from '../../src/casefile/case-shelf.ts';
import { changedPeople } from '../../src/casefile/changed-people.ts';
import { type ActionLogEntry, NOTHING_MADE, type PeopleMade } from '../../src/model/people.ts';

/** A shelf in memory, for tests of the screens alone; the real one is tested with a real database. */
export interface FakeShelf extends CaseShelf {
  listings: CaseListing[];
  heldElsewhere: boolean;
}

export function createFakeShelf(listings: readonly CaseListing[]): FakeShelf {
  const people = new Map<string, PeopleMade>();
  const acts: Act[] = [];
  const shelf: FakeShelf = {
    listings: [...listings],
    heldElsewhere: false,
    list: async () => shelf.listings,
    remove: async (id) => {
      shelf.listings = shelf.listings.filter(({ summary }) => summary.id !== id);
    },
    people: async (id) => people.get(id) ?? NOTHING_MADE,
    apply: async (id, act) => {
      acts.push(act);
      const after = changedPeople(people.get(id) ?? NOTHING_MADE, act.changes);
      people.set(id, after);
      return after;
    },
    actionLog: async () =>
      acts.map(
        (act, seq): ActionLogEntry => ({
          seq,
          at: '2026-12-01T09:00:00Z',
          author: act.author,
          action: act.label,
          detail: JSON.stringify(act.changes),
          previous: '0'.repeat(64),
          hash: String(seq).padStart(64, '0'),
        }),
      ),
    hold: async () => (shelf.heldElsewhere ? { is: 'elsewhere' } : { is: 'held', release: () => undefined }),
    awaitHold: () => new Promise(() => undefined),
    onChange: () => () => undefined,
    persisted: async () => 'refused',
  };
  return shelf;
}
