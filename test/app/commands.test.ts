import { describe, expect, it } from 'vitest';
import { keysOf } from '../../src/app/bind-keys.ts';
import { COMMANDS } from '../../src/app/commands.ts';
import { COMMAND_IDS, type CommandId } from '../../src/state/commands.ts';

const press = (key: string, held: Partial<KeyboardEvent> = {}) =>
  keysOf({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held });

describe('the command table', () => {
  it('has a label for every command, and no key twice among commands that can meet', () => {
    const everywhere = new Set(['everywhere', 'case']);
    for (const group of ['start', 'triage', 'graph', 'calls', 'ledger', 'findings'] as const) {
      const keys = COMMAND_IDS.map((id) => COMMANDS[id])
        .filter((row) => row.group === group || everywhere.has(row.group))
        .flatMap((row) => row.keys);
      expect(keys).toEqual([...new Set(keys)]);
    }
    for (const id of COMMAND_IDS) expect(COMMANDS[id].label).not.toBe('');
  });

  it('gives stepping no key of what every screen of a case offers', () => {
    const everyScreen = new Set(
      ['findings.new', 'note.new', 'key.give', 'key.forget'].flatMap((id) => COMMANDS[id as CommandId].keys),
    );
    const calls = COMMAND_IDS.filter((id) => COMMANDS[id].group === 'calls').flatMap(
      (id) => COMMANDS[id].keys,
    );
    expect(calls.filter((keys) => everyScreen.has(keys))).toEqual([]);
  });

  it('writes keys as they are pressed', () => {
    expect(press('k', { ctrlKey: true })).toBe('mod+k');
    expect(press('K', { metaKey: true, shiftKey: true })).toBe('mod+shift+k');
    expect(press('?', { shiftKey: true })).toBe('?');
    expect(press('ArrowRight')).toBe('arrowright');
    expect(press('Q', { shiftKey: true })).toBe('shift+q');
    expect(press(' ')).toBe('space');
  });
});
