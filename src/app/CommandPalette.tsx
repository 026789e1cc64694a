import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { useStore } from 'zustand';
import { useWorkbench } from '../queries/workbench.ts';
import { COMMAND_IDS } from '../state/commands.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { KeyHint } from '../ui/KeyHint.tsx';
import './command-palette.css';
import { COMMANDS } from './commands.ts';

/** Everything that can be done now, found by typing. */
export function CommandPalette({ onClose }: { readonly onClose: () => void }): ReactNode {
  const offered = useStore(useWorkbench().commands, (state) => state.offered);
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const words = text.toLowerCase().split(/\s+/);
  const found = COMMAND_IDS.filter(
    (id) =>
      id !== 'palette' &&
      offered.has(id) &&
      words.every((word) => `${COMMANDS[id].group} ${COMMANDS[id].label}`.toLowerCase().includes(word)),
  );
  const active = Math.min(at, found.length - 1);
  const run = (index: number): void => {
    const id = found[index];
    onClose();
    // after the dialog is gone, so that focus is where it was
    if (id !== undefined) setTimeout(() => offered.get(id)?.());
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') run(active);
    else if (event.key === 'ArrowDown') setAt(Math.min(active + 1, found.length - 1));
    else if (event.key === 'ArrowUp') setAt(Math.max(active - 1, 0));
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title="Commands" onClose={onClose}>
      <input
        className="wm-palette-input"
        type="text"
        role="combobox"
        aria-label="Find a command"
        aria-expanded="true"
        aria-controls="wm-palette-found"
        aria-activedescendant={active >= 0 ? `wm-palette-${found[active]}` : undefined}
        placeholder="Type what you want to do"
        data-focus
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown={press}
      />
      <div
        role="listbox"
        id="wm-palette-found"
        aria-label="Commands"
        className="wm-palette-found"
        tabIndex={-1}
      >
        {found.map((id, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the input, which has the focus
          // biome-ignore lint/a11y/useFocusableInteractive: as above
          <div
            key={id}
            id={`wm-palette-${id}`}
            role="option"
            aria-selected={index === active}
            className="wm-palette-item"
            onClick={() => run(index)}
          >
            <span>{COMMANDS[id].label}</span>
            <span className="wm-palette-group">{COMMANDS[id].group}</span>
            {COMMANDS[id].keys[0] === undefined ? undefined : <KeyHint keys={COMMANDS[id].keys[0]} />}
          </div>
        ))}
        {found.length === 0 ? (
          <p className="wm-palette-none">No command of this name is possible now.</p>
        ) : undefined}
      </div>
    </Dialog>
  );
}
