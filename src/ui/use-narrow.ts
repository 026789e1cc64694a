import { useSyncExternalStore } from 'react';

/** Two panes side by side need more than this. */
const NARROW = '(max-width: 860px)';

/** Whether the window is too narrow for two panes side by side: `direction={useNarrow() ? 'column' : 'row'}`. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = matchMedia(NARROW);
      query.addEventListener('change', changed);
      return () => query.removeEventListener('change', changed);
    },
    () => matchMedia(NARROW).matches,
  );
}
