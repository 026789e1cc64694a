import { createCaseStore } from '../casefile/create-case-store.ts';
import { createEngine } from '../engine/create-engine.ts';
import { serveEngine } from '../engine/serve-worker.ts';
import type { Port } from '../engine/wire.ts';
import { documentWriters } from '../report/findings.ts';

/** Where the engine of the page is put together: cases in IndexedDB, documents as the report spells them. */
serveEngine(
  globalThis as unknown as Port,
  createEngine({ store: createCaseStore(), documents: documentWriters }),
);
