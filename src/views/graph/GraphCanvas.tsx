import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Basis } from '../../model/order.ts';
import { useWorkbench } from '../../queries/workbench.ts';
import { useThemeColors } from '../../ui/theme-color.ts';
import { contextOf, hatchOf, useCanvasSize } from '../../ui/use-canvas.ts';
import { type Drawn, drawGraph, isOnCanvas, middleOf, type Picked, pickAt } from './draw-graph.ts';
import { GRAPH_COLORS } from './graph-colors.ts';
import type { GraphModel } from './graph-model.ts';
import { Minimap } from './Minimap.tsx';
import { NodeTip } from './NodeTip.tsx';
import { nodeBeside } from './node-beside.ts';
import type { OpenGroup } from './open-groups.ts';
import { useZoom } from './use-zoom.ts';
import { centredOn, frameOf, pannedBy, readableZoom, type View, wholeView, zoomedAt } from './viewport.ts';

/** What the toolbar and the commands do to the drawing. */
export interface GraphHandle {
  fit(): void;
  zoomBy(factor: number): void;
  centre(node: number): void;
}

interface Props {
  readonly session: string;
  readonly model: GraphModel;
  /** Under which the viewport is kept while the case is open. */
  readonly name: string;
  readonly hidden: ReadonlySet<Basis>;
  readonly selected: number | undefined;
  readonly group: OpenGroup | undefined;
  readonly pair: readonly [first: number, second: number] | undefined;
  readonly naive: ReadonlyMap<number, string> | undefined;
  readonly handle: RefObject<GraphHandle | undefined>;
  readonly onPick: (picked: Picked | undefined) => void;
  /** A double click on a node. */
  readonly onOpen: (node: number) => void;
}

/** The drawing: pans and zooms by mouse, wheel, touch and keys; a click selects. The tree grid has the same data for who cannot see it. */
export function GraphCanvas({
  session,
  model,
  name,
  hidden,
  selected,
  group,
  pair,
  naive,
  handle,
  onPick,
  onOpen,
}: Props): ReactNode {
  const { view: kept } = useWorkbench();
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = useCanvasSize(box, canvas);
  const colors = useThemeColors(GRAPH_COLORS);
  const frame = useMemo(
    () => (size === undefined ? undefined : frameOf(model, size.width, size.height)),
    [model, size],
  );
  const [view, setView] = useState<View | undefined>(undefined);
  const current = useRef<View | undefined>(undefined);
  const drawn = useRef<Drawn>({ badges: [], edges: [] });
  const [hover, setHover] = useState<{ picked: Picked; x: number; y: number } | undefined>(undefined);
  const [hasEdges, setHasEdges] = useState(true);

  const change = useCallback(
    (next: View): void => {
      current.current = next;
      setView(next);
      kept.getState().setViewport(name, { scale: next.zoom, x: next.x, y: next.lane });
    },
    [kept, name],
  );
  const syncZoom = useZoom(canvas, frame, () => current.current, change);

  // a first view of this drawing: where it was left, else readable from the start
  const shown = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (frame === undefined) return;
    if (shown.current === name && current.current !== undefined) {
      change(pannedBy(frame, current.current, 0, 0));
      return;
    }
    shown.current = name;
    const left = kept.getState().viewports.get(name);
    const whole = wholeView(frame);
    const first =
      left === undefined
        ? { ...zoomedAt(frame, whole, readableZoom(frame), 0, 0), x: whole.x }
        : { zoom: left.scale, x: left.x, lane: left.y };
    change(pannedBy(frame, first, 0, 0));
    syncZoom(first.zoom);
  }, [frame, name, kept, change, syncZoom]);

  const focus = useCallback(
    (node: number): void => {
      if (frame === undefined || current.current === undefined) return;
      const zoom = Math.max(current.current.zoom, readableZoom(frame));
      const { x, lane } = middleOf(model, node);
      change(centredOn(frame, { ...current.current, zoom }, x, lane));
      syncZoom(zoom);
    },
    [frame, model, change, syncZoom],
  );

  useEffect(() => {
    handle.current = {
      fit: () => {
        if (frame === undefined) return;
        change(wholeView(frame));
        syncZoom(1);
      },
      zoomBy: (factor) => {
        if (frame === undefined || current.current === undefined) return;
        const to = zoomedAt(
          frame,
          current.current,
          current.current.zoom * factor,
          frame.width / 2,
          frame.height / 2,
        );
        change(to);
        syncZoom(to.zoom);
      },
      centre: focus,
    };
  }, [frame, change, syncZoom, handle, focus]);

  // what is selected elsewhere comes into sight
  const lastSelected = useRef<string>('');
  const target = selected ?? pair?.[0] ?? group?.nodes[0];
  const wanted = `${name}:${selected ?? ''}:${pair?.join() ?? ''}:${group?.nodes[0] ?? ''}`;
  useEffect(() => {
    if (frame === undefined || current.current === undefined || lastSelected.current === wanted) return;
    lastSelected.current = wanted;
    if (target !== undefined && !isOnCanvas(model, frame, current.current, target)) focus(target);
  }, [wanted, target, frame, model, focus]);

  const hatch = useMemo(() => {
    const context = contextOf(canvas.current, 1);
    return size === undefined || context === undefined ? undefined : hatchOf(context, colors.ink);
  }, [size, colors.ink]);

  useEffect(() => {
    if (frame === undefined || view === undefined || size === undefined) return;
    const request = requestAnimationFrame(() => {
      const context = contextOf(canvas.current, size.ratio);
      if (context === undefined) return;
      drawn.current = drawGraph(context, model, frame, view, {
        colors,
        hidden,
        selected,
        hovered: hover?.picked.is === 'node' ? hover.picked.node : undefined,
        hoveredEdge: hover?.picked.is === 'edge' ? hover.picked.edge : undefined,
        group: group ?? (hover?.picked.is === 'group' ? hover.picked.group : undefined),
        pair,
        naive,
        hatch,
      });
      setHasEdges(drawn.current.edges !== undefined);
    });
    return () => cancelAnimationFrame(request);
  }, [model, frame, view, size, colors, hidden, selected, hover, group, pair, naive, hatch]);

  const at = (event: { readonly clientX: number; readonly clientY: number }) => {
    const bounds = canvas.current?.getBoundingClientRect();
    if (bounds === undefined || frame === undefined || current.current === undefined) return undefined;
    const [x, y] = [event.clientX - bounds.left, event.clientY - bounds.top];
    const picked = pickAt(model, frame, current.current, drawn.current, x, y);
    return picked === undefined ? undefined : { picked, x, y };
  };

  const press = (event: KeyboardEvent): void => {
    const direction = DIRECTIONS.get(event.key);
    if (direction === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const [dx, dy] = direction;
    if (event.shiftKey || selected === undefined) {
      if (frame !== undefined && current.current !== undefined) {
        change(pannedBy(frame, current.current, -dx * 80, -dy * 60));
      }
      return;
    }
    const beside = nodeBeside(model, selected, dx, dy);
    if (beside !== undefined) onPick({ is: 'node', node: beside });
  };

  return (
    <div className="wm-graph-drawing">
      {size === undefined ? undefined : (
        <Minimap model={model} frame={frame} view={view} colors={colors} onView={change} />
      )}
      <div className="wm-graph-canvas" ref={box}>
        <canvas
          ref={canvas}
          role="img"
          aria-label={`Graph of ${model.graph.nodeCount} nodes and ${model.graph.edgeFrom.length} edges; the tree of steps has the same data. Arrow keys walk, with shift they pan.`}
          tabIndex={0}
          onKeyDown={press}
          onClick={(event) => onPick(at(event)?.picked)}
          onDoubleClick={(event) => {
            const picked = at(event)?.picked;
            if (picked?.is === 'node') onOpen(picked.node);
          }}
          onPointerMove={(event) => {
            const next = event.buttons === 0 ? at(event) : undefined;
            setHover((now) => (isSame(now?.picked, next?.picked) ? now : next));
          }}
          onPointerLeave={() => setHover(undefined)}
        />
        {hover === undefined || size === undefined ? undefined : (
          <NodeTip
            session={session}
            model={model}
            picked={hover.picked}
            x={hover.x}
            y={hover.y}
            width={size.width}
            height={size.height}
          />
        )}
        {hasEdges ? undefined : (
          <p className="wm-graph-note">Too many steps are in view for edges: zoom in to see them.</p>
        )}
      </div>
    </div>
  );
}

const DIRECTIONS = new Map<string, readonly [dx: number, dy: number]>([
  ['ArrowLeft', [-1, 0]],
  ['ArrowRight', [1, 0]],
  ['ArrowUp', [0, -1]],
  ['ArrowDown', [0, 1]],
]);

/** The tip stays where it came up while the pointer is on the same thing: no frame is drawn for nothing. */
function isSame(a: Picked | undefined, b: Picked | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  switch (a.is) {
    case 'node':
      return b.is === 'node' && a.node === b.node;
    case 'edge':
      return b.is === 'edge' && a.edge === b.edge;
    case 'group':
      return b.is === 'group' && a.group === b.group;
  }
}
