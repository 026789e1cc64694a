import { createRoot } from 'react-dom/client';
import { createCaseShelf } from '../casefile/create-case-shelf.ts';
import { blobSource } from '../intake/blob-source.ts';
import { chosenFiles } from '../intake/dropped-files.ts';
import { createQueryClient } from '../queries/query-client.ts';
import '../ui/theme.css';
import '../ui/table.css';
import { App } from './App.tsx';
import { bindRoute } from './bind-route.ts';
import { createWorkbench } from './create-workbench.ts';
import { publishIdle } from './idle.ts';
import { startEngine } from './start-engine.ts';

/** Where the page is put together. */
const workbench = createWorkbench(
  {
    engine: startEngine(),
    shelf: createCaseShelf(),
    sourceOf: ({ file, path, heldBy }) => blobSource(file, path, heldBy),
    chosenFiles,
  },
  localStorage,
);
const client = createQueryClient();
bindRoute(workbench.route);
publishIdle(workbench, client);

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no root element (a bug in Witnessmark)');
createRoot(root).render(<App workbench={workbench} client={client} />);
