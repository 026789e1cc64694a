import type { Workbench } from '../queries/workbench.ts';
import { COMMAND_IDS } from '../state/commands.ts';
import { COMMANDS } from './commands.ts';

/** Runs the command whose keys were pressed, unless somebody is typing or a dialog is open. @returns unbind. */
export function bindKeys(workbench: Workbench): () => void {
  const press = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing) return;
    const keys = keysOf(event);
    const isTyping = typesInto(event.target);
    if (isTyping && !/^mod\+/.test(keys)) return;
    // undo inside a text field is the field's
    if (isTyping && /^mod\+(shift\+)?[zy]$/.test(keys)) return;
    if (document.querySelector('dialog[open]') !== null) return;
    for (const id of COMMAND_IDS) {
      if (!COMMANDS[id].keys.includes(keys)) continue;
      const run = workbench.commands.getState().offered.get(id);
      if (run === undefined) continue;
      event.preventDefault();
      run();
      return;
    }
  };
  addEventListener('keydown', press);
  return () => removeEventListener('keydown', press);
}

/** `mod+shift+z`, `shift+q`, `?`: as the table writes them. */
export function keysOf(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
): string {
  const key = event.key === ' ' ? 'space' : event.key.toLowerCase();
  const isLetter = /^[a-z]$/.test(key);
  return [
    event.ctrlKey || event.metaKey ? 'mod+' : '',
    event.altKey ? 'alt+' : '',
    // of a sign such as `?` the shift is part of the key
    event.shiftKey && (isLetter || key.length > 1) ? 'shift+' : '',
    key,
  ].join('');
}

function typesInto(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement)
    return !['checkbox', 'radio', 'button', 'file'].includes(target.type);
  return (
    target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.isContentEditable
  );
}
