import { useStore } from 'zustand';
import { useWorkbench } from './workbench.ts';

/**
 * The divider of a split pane stays where it was left: `<SplitPane {...useStoredShare('triage', 46)} …>`.
 * @param name under which it is kept. @param share per cent of the first pane until it is moved.
 */
export function useStoredShare(
  name: string,
  share: number,
): { readonly share: number; readonly onShare: (share: number) => void } {
  const { preferences } = useWorkbench();
  const stored = useStore(preferences, (state) => state.panes[name]);
  return {
    share: stored ?? share,
    onShare: (next) => {
      const { panes, set } = preferences.getState();
      set({ panes: { ...panes, [name]: next } });
    },
  };
}
