import type { RouteStore } from '../state/route.ts';
import { formatRoute, parseRoute } from './routes.ts';

/** Keeps the address and the route store equal, both ways. An address that is not understood becomes the start. @returns unbind. */
export function bindRoute(store: RouteStore): () => void {
  const read = (): void => {
    const place = parseRoute(location.hash) ?? { is: 'start' };
    if (formatRoute(place) !== formatRoute(store.getState().route)) store.getState().go(place, 'replace');
  };
  read();
  const unsubscribe = store.subscribe(({ route, push }) => {
    const address = formatRoute(route);
    if (address === location.hash) return;
    if (push) history.pushState(undefined, '', address);
    else history.replaceState(undefined, '', address);
  });
  addEventListener('popstate', read);
  addEventListener('hashchange', read);
  return () => {
    unsubscribe();
    removeEventListener('popstate', read);
    removeEventListener('hashchange', read);
  };
}
