import { useCallback } from 'react';
import { useStore } from 'zustand';
import { changedRoute, type Route, type RouteChange, type Selection } from '../state/route.ts';
import { useWorkbench } from './workbench.ts';

/** Where the examiner is. */
export const useRoute = (): Route => useStore(useWorkbench().route, (state) => state.route);

/** What is selected on this screen, or undefined. */
export function useSelection(): Selection | undefined {
  const route = useRoute();
  return route.is === 'case' ? route.selection : undefined;
}

/**
 * Goes to another place in the open case; what the change does not name stays. `replace` for steps of one walk
 * (arrow keys), so that Back leaves the walk.
 */
export function useGo(): (change: RouteChange, how?: 'push' | 'replace') => void {
  const { route } = useWorkbench();
  return useCallback(
    (change, how = 'push') => {
      const state = route.getState();
      state.go(changedRoute(state.route, change), how);
    },
    [route],
  );
}

/** The address of a place in the open case, for `<a href>`. */
export function useHref(): (change: RouteChange) => string {
  const { hrefOf } = useWorkbench();
  const route = useRoute();
  return (change) => hrefOf(changedRoute(route, change));
}
