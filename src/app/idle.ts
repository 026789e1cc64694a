import type { QueryClient } from '@tanstack/react-query';
import type { Workbench } from '../queries/workbench.ts';

declare global {
  interface Window {
    /**
     * For end-to-end tests: resolves when no import runs, no question is open, nothing is being written, and what
     * came of it has been painted. Tests wait on it instead of sleeping.
     */
    __witnessmarkIdle?: () => Promise<void>;
  }
}

export function publishIdle(workbench: Workbench, client: QueryClient): void {
  const isBusy = (): boolean =>
    workbench.importing.getState().now.is === 'reading' ||
    client.isFetching() > 0 ||
    client.isMutating() > 0 ||
    workbench.pending.getState().count > 0;
  const painted = (): Promise<void> =>
    new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  window.__witnessmarkIdle = async () => {
    // twice quiet in a row: an answer may lead to the next question in the render that follows it
    for (let quiet = 0; quiet < 2; ) {
      await painted();
      quiet = isBusy() ? 0 : quiet + 1;
    }
  };
}
