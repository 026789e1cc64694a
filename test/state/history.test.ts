import { describe, expect, it } from 'vitest';
import { type Change, createHistoryStore, inverse } from '../../src/state/history.ts';

const change = (id: string): Change => ({
  is: 'names',
  id,
  before: undefined,
  after: [],
});

describe('history', () => {
  it('moves gestures between undo and redo, and forgets redo on a new gesture', () => {
    const store = createHistoryStore();
    const labels = () => [
      store.getState().undos.map(({ label }) => label),
      store.getState().redos.map(({ label }) => label),
    ];
    store.getState().did({ label: 'a', changes: [] });
    store.getState().did({ label: 'b', changes: [] });
    store.getState().undid();
    expect(labels()).toEqual([['a'], ['b']]);
    store.getState().redid();
    expect(labels()).toEqual([['a', 'b'], []]);
    store.getState().undid();
    store.getState().undid();
    store.getState().undid();
    expect(labels()).toEqual([[], ['b', 'a']]);
    store.getState().did({ label: 'c', changes: [] });
    expect(labels()).toEqual([['c'], []]);
  });

  it('inverts a gesture from its end', () => {
    expect(inverse({ label: '', changes: [change('1'), change('2')] })).toEqual([
      { is: 'names', id: '2', before: [], after: undefined },
      { is: 'names', id: '1', before: [], after: undefined },
    ]);
  });
});
