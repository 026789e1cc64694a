import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { OpenResult, Progress } from '../engine/messages.ts';
import { problem } from '../model/problem.ts';
import type { FailedBecause, Importing, ImportSketch } from '../state/importing.ts';
import { placeAfter } from './read-again.ts';
import { useWorkbench, type Workbench } from './workbench.ts';

/** A file with its place in the bundle, as it was dropped or chosen (`intake/dropped-files.ts` makes them). */
export interface ChosenFile {
  readonly file: File;
  /** Relative inside a dropped folder; the base name of a file dropped itself. */
  readonly path: string;
  /** The dropped folder's name, for a file inside it. */
  readonly heldBy: readonly string[];
}

export interface ImportControl {
  readonly now: Importing;
  /**
   * Reads the files into a new case and goes to its triage. Does nothing while another import runs.
   * @param unreadable places that could not even be listed: they belong to the bundle and are missing from it.
   */
  start(files: readonly ChosenFile[], unreadable?: readonly string[]): Promise<void>;
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
      start: async (files, unreadable = []) => {
        if (importing.getState().now.is === 'reading') return;
        await importBundle(workbench, files, unreadable);
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

async function importBundle(
  workbench: Workbench,
  files: readonly ChosenFile[],
  unreadable: readonly string[],
): Promise<void> {
  const { engine, importing, route, sourceOf } = workbench;
  const from = route.getState().route;
  const title = titleOf(files);
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
    const sources = files.map(sourceOf);
    const problems = unreadable.map((path) =>
      problem(
        'file-missing',
        path,
        'This place could not be read by the browser; nothing of it is in the case.',
      ),
    );
    const result = await engine.open({ caseId, title, sources, problems }, onProgress, cancel.signal);
    if (result.is === 'opened') {
      const at = await placeAfter(from, caseId, workbench);
      importing.getState().set({ is: 'idle' });
      route.getState().go(at);
    } else importing.getState().set({ is: 'failed', title, because: reasonsOf(result) });
  } catch (error) {
    if (cancel.signal.aborted) importing.getState().set({ is: 'idle' });
    else {
      const said = sentenceOf(error);
      importing
        .getState()
        .set({ is: 'failed', title, because: [{ file: undefined, said, hint: undefined }] });
    }
  } finally {
    cancels.delete(workbench);
  }
}

/** What a browser says of a file that went away while it was read ("network error", NotReadableError) helps nobody. */
function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.name === 'NotReadableError' ||
    error.name === 'NotFoundError' ||
    error.message === 'network error'
    ? 'A file could not be read from where it lies: it was moved, changed or deleted while it was read, or may not be read. Nothing was stored.'
    : error.message;
}

function reasonsOf(result: Exclude<OpenResult, { is: 'opened' }>): readonly FailedBecause[] {
  if (result.is === 'not-stored') return [{ file: undefined, said: result.said, hint: undefined }];
  return result.problems.map(({ file, said, hint }) => ({ file, said, hint }));
}

/** What the case is called until its manifest names it: the one folder, the one file, or the first and how many more. */
function titleOf(files: readonly ChosenFile[]): string {
  const [first] = files;
  if (first === undefined) return 'nothing';
  const [folder] = first.heldBy;
  if (folder !== undefined && files.every((file) => file.heldBy[0] === folder)) return folder;
  return files.length === 1 ? first.path : `${first.path} and ${files.length - 1} more`;
}
