import { createContext, useContext } from 'react';
import type { CaseShelf } from '../casefile/case-shelf.ts';
import type { Engine, OpenRequest } from '../engine/messages.ts';
import type { CommandId, CommandsStore } from '../state/commands.ts';
import type { HistoryStore } from '../state/history.ts';
import type { ImportingStore } from '../state/importing.ts';
import type { KeysStore } from '../state/keys.ts';
import type { PendingStore } from '../state/pending.ts';
import type { PreferencesStore } from '../state/preferences.ts';
import type { Route, RouteStore } from '../state/route.ts';
import type { ViewStore } from '../state/view.ts';
import type { CommandRow } from './use-command.ts';
import type { ChosenFile } from './use-import.ts';

/**
 * Everything the screens stand on, made once by `app/main.tsx` (or by a test, with a made-up engine) and given down.
 * Screens do not take it apart: they use the hooks of this folder.
 */
export interface Workbench {
  readonly engine: Engine;
  readonly shelf: CaseShelf;
  readonly route: RouteStore;
  readonly view: ViewStore;
  readonly preferences: PreferencesStore;
  readonly history: HistoryStore;
  readonly keys: KeysStore;
  readonly importing: ImportingStore;
  readonly commands: CommandsStore;
  readonly pending: PendingStore;
  /** The command's row of the one table. */
  commandRow(id: CommandId): CommandRow;
  /** The address of a place (`app/routes.ts`), for real links. */
  hrefOf(route: Route): string;
  /** A dropped or chosen file as a byte source of the engine (`intake/`). */
  sourceOf(chosen: ChosenFile): OpenRequest['sources'][number];
  /** Files of a file or folder dialog, with their places (`intake/`). */
  chosenFiles(files: Iterable<File>): readonly ChosenFile[];
}

export const WorkbenchContext = createContext<Workbench | undefined>(undefined);

/** @throws Error (our bug) outside of the provider. */
export function useWorkbench(): Workbench {
  const workbench = useContext(WorkbenchContext);
  if (workbench === undefined) throw new Error('no workbench above this component (a bug in Witnessmark)');
  return workbench;
}
