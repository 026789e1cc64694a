import { type RefObject, useLayoutEffect, useState } from 'react';

export interface CanvasSize {
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Device pixels per CSS pixel. */
  readonly ratio: number;
}

/** The size of a box and its canvas, followed; the canvas gets device pixels. */
export function useCanvasSize(
  box: RefObject<HTMLElement | null>,
  canvas: RefObject<HTMLCanvasElement | null>,
): CanvasSize | undefined {
  const [size, setSize] = useState<CanvasSize | undefined>(undefined);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const read = (): void => {
      const { clientWidth: width, clientHeight: height } = element;
      if (width === 0 || height === 0) return;
      const ratio = window.devicePixelRatio || 1;
      setSize((now) =>
        now?.width === width && now.height === height && now.ratio === ratio ? now : { width, height, ratio },
      );
    };
    // the observer tells the first size too, once the browser has laid out: asking now would make it lay out twice
    const observer = new ResizeObserver(read);
    observer.observe(element);
    // another screen, another zoom of the browser
    addEventListener('resize', read);
    return () => {
      observer.disconnect();
      removeEventListener('resize', read);
    };
  }, [box]);
  useLayoutEffect(() => {
    if (canvas.current === null || size === undefined) return;
    canvas.current.width = Math.round(size.width * size.ratio);
    canvas.current.height = Math.round(size.height * size.ratio);
  }, [canvas, size]);
  return size;
}

/** A context that draws in CSS pixels; undefined where there is no canvas to draw on. */
export function contextOf(
  canvas: HTMLCanvasElement | null,
  ratio: number,
): CanvasRenderingContext2D | undefined {
  const context = canvas?.getContext('2d') ?? undefined;
  context?.setTransform(ratio, 0, 0, ratio, 0, 0);
  return context;
}

/** Diagonal lines over a tenth of the surface. */
export function hatchOf(context: CanvasRenderingContext2D, color: string): CanvasPattern | undefined {
  const tile = document.createElement('canvas');
  tile.width = 6;
  tile.height = 6;
  const lines = tile.getContext('2d');
  if (lines === null) return undefined;
  lines.strokeStyle = color;
  lines.globalAlpha = 0.55;
  lines.lineWidth = 1;
  lines.beginPath();
  for (const shift of [-6, 0, 6]) {
    lines.moveTo(shift, 6);
    lines.lineTo(shift + 6, 0);
  }
  lines.stroke();
  return context.createPattern(tile, 'repeat') ?? undefined;
}
