import { type D3ZoomEvent, select, type ZoomBehavior, zoom, zoomIdentity } from 'd3';
import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { type Frame, pannedBy, type View, zoomedAt } from './viewport.ts';

/**
 * Wheel, drag, double click and pinch, read by d3-zoom; what they do to the view is `viewport.ts`. A wheel turned
 * sideways or with shift pans.
 * @returns sets d3's own zoom to that of a view which was changed by other means.
 */
export function useZoom(
  canvas: RefObject<HTMLCanvasElement | null>,
  frame: Frame | undefined,
  current: () => View | undefined,
  change: (view: View) => void,
): (zoom: number) => void {
  const behavior = useRef<ZoomBehavior<HTMLCanvasElement, unknown> | undefined>(undefined);
  const latest = useRef({ frame, current, change });
  latest.current = { frame, current, change };

  useEffect(() => {
    const element = canvas.current;
    if (element === null) return;
    let [lastX, lastY, lastZoom] = [0, 0, 1];
    const act = (event: D3ZoomEvent<HTMLCanvasElement, unknown>): void => {
      const { frame, current, change } = latest.current;
      const view = current();
      const { transform, sourceEvent } = event;
      const [dx, dy] = [transform.x - lastX, transform.y - lastY];
      const isZoom = transform.k !== lastZoom;
      [lastX, lastY, lastZoom] = [transform.x, transform.y, transform.k];
      // set by ourselves: the view is already there
      if (sourceEvent === null || sourceEvent === undefined || frame === undefined || view === undefined)
        return;
      if (!isZoom) change(pannedBy(frame, view, dx, dy));
      else {
        const bounds = element.getBoundingClientRect();
        const point = pointOf(sourceEvent);
        const [px, py] =
          point === undefined
            ? [bounds.width / 2, bounds.height / 2]
            : [point.clientX - bounds.left, point.clientY - bounds.top];
        change(zoomedAt(frame, view, transform.k, px, py));
      }
    };
    const own = zoom<HTMLCanvasElement, unknown>()
      .filter(
        (event: Event) =>
          !(event instanceof WheelEvent && pans(event)) && !('button' in event && event.button !== 0),
      )
      // asking the element for its size at every event would make the browser lay out each time
      .extent(() => [
        [0, 0],
        [latest.current.frame?.width ?? 0, latest.current.frame?.height ?? 0],
      ])
      .wheelDelta((event: WheelEvent) => -event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.002))
      .on('zoom', act);
    behavior.current = own;
    select(element).call(own);
    const wheel = (event: WheelEvent): void => {
      const { frame, current, change } = latest.current;
      const view = current();
      if (!pans(event) || frame === undefined || view === undefined) return;
      event.preventDefault();
      const [dx, dy] =
        event.shiftKey && event.deltaX === 0 ? [event.deltaY, 0] : [event.deltaX, event.deltaY];
      change(pannedBy(frame, view, -dx, -dy));
    };
    element.addEventListener('wheel', wheel, { passive: false });
    return () => {
      select(element).on('.zoom', null);
      element.removeEventListener('wheel', wheel);
    };
  }, [canvas]);

  useEffect(() => {
    if (frame !== undefined) behavior.current?.scaleExtent([1, frame.zoomMost]);
  }, [frame]);

  return useCallback(
    (to) => {
      const element = canvas.current;
      if (element === null || behavior.current === undefined) return;
      select(element).call(behavior.current.transform, zoomIdentity.scale(to));
    },
    [canvas],
  );
}

const pans = (event: WheelEvent): boolean =>
  !event.ctrlKey && (event.shiftKey || event.altKey || Math.abs(event.deltaX) > Math.abs(event.deltaY));

const pointOf = (event: unknown): { readonly clientX: number; readonly clientY: number } | undefined =>
  event instanceof MouseEvent ? event : undefined;
