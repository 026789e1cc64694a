import { type RenderResult, render } from '@testing-library/react';
import { App } from '../../src/app/App.tsx';
import { createWorkbench } from '../../src/app/create-workbench.ts';
import { memorySource } from '../../src/intake/byte-source.ts';
import type { CaseSummary } from '../../src/model/case-store.ts';
import { createQueryClient } from '../../src/queries/query-client.ts';
import type { Workbench } from '../../src/queries/workbench.ts';
import { createFakeEngine, type FakeCase, type FakeEngine } from './fake-engine.ts';
import { createFakeShelf, type FakeShelf } from './fake-shelf.ts';
import { fillJsdom } from './fill-jsdom.ts';

export const SMALL_SUMMARY: CaseSummary = {
  id: 'c1',
  title: 'limits.yaml incident',
  files: 5,
  bytes: 309_678,
  spans: 128,
  calls: 40,
  problems: 3,
  outcomes: { divergent: 1 },
};

export interface RenderedWorkbench {
  readonly page: RenderResult;
  readonly workbench: Workbench;
  readonly engine: FakeEngine;
  readonly shelf: FakeShelf;
}

/** The whole page over made-up answers, in jsdom. */
export function renderWorkbench(fake?: FakeCase, change?: (shelf: FakeShelf) => void): RenderedWorkbench {
  fillJsdom();
  const engine = createFakeEngine(fake);
  const shelf = createFakeShelf([
    { summary: SMALL_SUMMARY, storedAt: '2026-11-30T16:20:00Z', state: 'whole' },
  ]);
  change?.(shelf);
  const workbench = createWorkbench(
    {
      engine,
      shelf,
      sourceOf: ({ path }) => memorySource(path, new Uint8Array()),
      chosenFiles: (files) => [...files].map((file) => ({ file, path: file.name, heldBy: [] })),
    },
    undefined,
  );
  const page = render(<App workbench={workbench} client={createQueryClient()} />);
  return { page, workbench, engine, shelf };
}
