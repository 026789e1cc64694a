import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Which rows of a long list are on screen, and where they go. Browsers cap the height of an element: beyond it the scroll is scaled. */
export interface RowWindow {
  readonly from: number;
  readonly to: number;
  /** Height of the whole in px, after scaling. */
  readonly height: number;
  /** Top of row `from` in px. */
  readonly top: number;
  scrollTo(row: number): void;
}

/** Firefox stops at 17.8 million px. */
const HEIGHT_CAP = 8_000_000;
const OVERSCAN = 8;

export function useWindow(
  box: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
  headerHeight = 0,
): RowWindow {
  const [view, setView] = useState({ scroll: 0, height: 600 });
  const full = count * rowHeight;
  const height = Math.min(full, HEIGHT_CAP);
  const room = Math.max(0, view.height - headerHeight);
  // scrolled px → px of the unscaled list
  const ratio = full > height ? (full - room) / Math.max(1, height - room) : 1;

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const read = (): void => setView({ scroll: element.scrollTop, height: element.clientHeight });
    element.addEventListener('scroll', read, { passive: true });
    // the observer tells the first size too, once the browser has laid out: asking now would make it lay out twice
    const observer = new ResizeObserver(read);
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', read);
      observer.disconnect();
    };
  }, [box]);

  const first = Math.floor((view.scroll * ratio) / rowHeight);
  const from = Math.max(0, first - OVERSCAN);
  const to = Math.min(count, first + Math.ceil(room / rowHeight) + OVERSCAN);
  const scrollTo = useCallback(
    (row: number): void => {
      const element = box.current;
      if (element === null) return;
      const visible = Math.max(rowHeight, element.clientHeight - headerHeight);
      const top = (row * rowHeight) / ratio;
      if (top < element.scrollTop) element.scrollTop = top;
      else if (top + rowHeight > element.scrollTop + visible) element.scrollTop = top + rowHeight - visible;
    },
    [box, rowHeight, ratio, headerHeight],
  );
  return {
    from,
    to,
    height,
    top: ratio === 1 ? from * rowHeight : view.scroll - (first - from) * rowHeight,
    scrollTo,
  };
}

/** Keeps the active row on screen as it changes, but not when the list is merely re-read. */
export function useFollow(active: number | undefined, scrollTo: (row: number) => void): void {
  const last = useRef<number | undefined>(undefined);
  useEffect(() => {
    if (active !== undefined && active !== last.current) scrollTo(active);
    last.current = active;
  }, [active, scrollTo]);
}
