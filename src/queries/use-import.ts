import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { OpenResult, Progress } from '../engine/messages.ts';
import type { FailedBecause, Importing, ImportSketch } from '../state/importing.ts';
import { useWorkbench, type Workbench } from './workbench.ts';

/** A file with its place in the bundle, as it was dropped or chosen. */
export interface ChosenFile {
  /** `/`-separated, inside the dropped folder; the bare name for a loose file. */
  readonly path: string;
  readonly file: File;
}

export interface ChosenBundle {
  /** What the case is called until its manifest names it. */
  readonly title: string;
  readonly files: readonly ChosenFile[];
}

export interface ImportControl {
  readonly now: Importing;
  /** Reads the files into a new case and goes to its triage. Does nothing while another import runs. */
  start(bundle: ChosenBundle): Promise<void>;
  /** Also when nothing could be got (a download that failed): the sentence is shown where failures are. */
  fail(title: string, said: string): void;
  cancel(): void;
  /** After a failure was read. */
  dismiss(): void;
}

/** The running import; one per page, wherever the hook is used. */
export function useImport(): ImportControl {
  const workbench = useWorkbench();
  const client = useQueryClient();
  const now = useStore(workbench.importing, (state) => state.now);
  return useMemo(() => {
    const { importing } = workbench;
    return {
      now,
      start: async (bundle) => {
        if (importing.getState().now.is === 'reading') return;
        await importBundle(workbench, bundle);
        await client.invalidateQueries({ queryKey: ['cases'] });
      },
      fail: (title, said) =>
        importing
          .getState()
          .set({ is: 'failed', title, because: [{ file: undefined, said, hint: undefined }] }),
      cancel: () => cancels.get(workbench)?.abort(),
      dismiss: () => importing.getState().set({ is: 'idle' }),
    };
  }, [workbench, now, client]);
}

/** The running import of each workbench (a page has one, tests have many). */
const cancels = new WeakMap<Workbench, AbortController>();

async function importBundle(workbench: Workbench, { title, files }: ChosenBundle): Promise<void> {
  const { engine, importing, route, sourceOf } = workbench;
  const cancel = new AbortController();
  cancels.set(workbench, cancel);
  const caseId = crypto.randomUUID();
  let sketch: ImportSketch | undefined;
  const show = (phase: string, done: number, total: number, records: number): void =>
    importing.getState().set({ is: 'reading', title, phase, done, total, records, sketch });
  const onProgress = (progress: Progress): void => {
    if (progress.phase === 'sketch') {
      sketch = progress.sketch;
      const { now } = importing.getState();
      if (now.is === 'reading') importing.getState().set({ ...now, sketch });
    } else show(progress.phase, progress.done, progress.total, progress.records);
  };
  // progress is shown there
  route.getState().go({ is: 'start' });
  show('starting', 0, 0, 0);
  try {
    const sources = files.map(({ path, file }) => sourceOf(path, file));
    const result = await engine.open({ caseId, title, sources }, onProgress, cancel.signal);
    if (result.is === 'opened') {
      importing.getState().set({ is: 'idle' });
      route.getState().go({ is: 'case', caseId, screen: 'triage', session: undefined, selection: undefined });
    } else importing.getState().set({ is: 'failed', title, because: reasonsOf(result) });
  } catch (error) {
    if (cancel.signal.aborted) importing.getState().set({ is: 'idle' });
    else {
      const said = error instanceof Error ? error.message : String(error);
      importing
        .getState()
        .set({ is: 'failed', title, because: [{ file: undefined, said, hint: undefined }] });
    }
  } finally {
    cancels.delete(workbench);
  }
}

function reasonsOf(result: Exclude<OpenResult, { is: 'opened' }>): readonly FailedBecause[] {
  if (result.is === 'not-stored') return [{ file: undefined, said: result.said, hint: undefined }];
  return result.problems.map(({ file, said, hint }) => ({ file, said, hint }));
}
