import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import type { CommandId } from '../state/commands.ts';
import { useWorkbench } from './workbench.ts';

/** What the one table (`app/commands.ts`) says of a command. */
export interface CommandRow {
  readonly label: string;
  /** `mod+k`, `shift+n`, `arrowright`, `?`; the first is the one that is shown. */
  readonly keys: readonly string[];
}

export interface Command extends CommandRow {
  /** Undefined: not possible now. */
  readonly run: (() => void) | undefined;
}

/** A command for a button: its label, its keys, and whether it can be done now. */
export function useCommand(id: CommandId): Command {
  const { commands, commandRow } = useWorkbench();
  const run = useStore(commands, (state) => state.offered.get(id));
  return { ...commandRow(id), run };
}

/** Makes a command possible while this component is shown. @param perform undefined: not now. */
export function useOfferCommand(id: CommandId, perform: (() => void) | undefined): void {
  const { commands } = useWorkbench();
  const latest = useRef(perform);
  latest.current = perform;
  const possible = perform !== undefined;
  useEffect(() => {
    if (!possible) return;
    return commands.getState().offer(id, () => latest.current?.());
  }, [commands, id, possible]);
}
