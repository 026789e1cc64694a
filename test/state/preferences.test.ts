import { describe, expect, it } from 'vitest';
import { createPreferencesStore, DEFAULT_PREFERENCES, readPreferences } from '../../src/state/preferences.ts';

describe('preferences', () => {
  it('come back, and know nothing but themselves', () => {
    const kept = new Map<string, string>();
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    };
    createPreferencesStore(storage)
      .getState()
      .set({ theme: 'dark', panes: { triage: 30 }, examiner: 'Ann' });
    expect(createPreferencesStore(storage).getState()).toMatchObject({
      theme: 'dark',
      panes: { triage: 30 },
      examiner: 'Ann',
      keyIdleMinutes: DEFAULT_PREFERENCES.keyIdleMinutes,
    });
    expect([...kept.keys()]).toEqual(['witnessmark.preferences']);
  });

  it.each([
    '',
    '{',
    'null',
    '[]',
    '{"theme":"pink","panes":{"a":400,"b":"x"},"examiner":"","keyIdleMinutes":-1}',
  ])('survive a stored text that is odd: %s', (text) => {
    expect({ ...DEFAULT_PREFERENCES, ...readPreferences(text) }).toMatchObject({
      theme: 'system',
      panes: {},
      examiner: 'examiner',
      keyIdleMinutes: 15,
    });
  });
});
