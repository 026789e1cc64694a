import type { Workbench } from '../queries/workbench.ts';
import { createCommandsStore } from '../state/commands.ts';
import { createHistoryStore } from '../state/history.ts';
import { createImportingStore } from '../state/importing.ts';
import { createKeysStore } from '../state/keys.ts';
import { createPendingStore } from '../state/pending.ts';
import { createPreferencesStore } from '../state/preferences.ts';
import { createRouteStore } from '../state/route.ts';
import { createViewStore } from '../state/view.ts';
import { commandRow } from './commands.ts';
import { formatRoute } from './routes.ts';

/** A workbench with fresh stores over an engine and a shelf. @param storage for preferences; undefined keeps none. */
export function createWorkbench(
  parts: Pick<Workbench, 'engine' | 'shelf' | 'sourceOf' | 'chosenFiles'>,
  storage: Pick<Storage, 'getItem' | 'setItem'> | undefined,
): Workbench {
  return {
    ...parts,
    route: createRouteStore(),
    view: createViewStore(),
    preferences: createPreferencesStore(storage),
    history: createHistoryStore(),
    keys: createKeysStore(),
    importing: createImportingStore(),
    commands: createCommandsStore(),
    pending: createPendingStore(),
    commandRow,
    hrefOf: formatRoute,
  };
}
