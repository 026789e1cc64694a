// A windowed grid cannot be a <table>: its rows are placed by transform, and one element has the focus for all of them
// (ARIA grid pattern with aria-activedescendant), so neither rows nor cells are focusable themselves.
// biome-ignore-all lint/a11y/useSemanticElements: see above
// biome-ignore-all lint/a11y/useFocusableInteractive: see above
// biome-ignore-all lint/a11y/useKeyWithClickEvents: keys are handled by the grid, which has the focus
// biome-ignore-all lint/a11y/noStaticElementInteractions: its role is grid or treegrid, by a condition
// biome-ignore-all lint/a11y/useAriaPropsSupportedByRole: as above
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { useFollow, useWindow } from './use-window.ts';
import './virtual-grid.css';

export interface GridColumn {
  readonly id: string;
  readonly header: ReactNode;
  /** A grid track: `80px`, `minmax(120px, 1fr)`. */
  readonly width: string;
  readonly align?: 'end';
  /** How the rows are sorted by it; undefined: not by it. */
  readonly sorted?: 'ascending' | 'descending' | undefined;
}

/** Position of a row in a tree; only for `treegrid`. */
export interface TreePlace {
  /** 1-based. */
  readonly level: number;
  /** Undefined: has no children. */
  readonly expanded?: boolean | undefined;
}

interface Props {
  /** Spoken name of the grid. */
  readonly label: string;
  readonly columns: readonly GridColumn[];
  readonly count: number;
  readonly rowHeight?: number;
  readonly active: number | undefined;
  /** Arrow keys, Page, Home, End and clicks move the active row. */
  readonly onActive: (row: number) => void;
  /** Enter, or a double click. */
  readonly onOpen?: (row: number) => void;
  /** Other keys on the active row, left and right among them. Return true when the key was used. */
  readonly onKey?: (event: KeyboardEvent, row: number) => boolean;
  readonly cell: (row: number, column: string) => ReactNode;
  /** Said instead of the cells by screen readers, when the cells alone would not tell. */
  readonly spoken?: (row: number) => string | undefined;
  readonly treePlace?: (row: number) => TreePlace | undefined;
  readonly rowClass?: (row: number) => string | undefined;
  /** Rows on screen [from, to): the caller reads their data. */
  readonly onRange?: (from: number, to: number) => void;
}

/**
 * A grid, or tree grid when `treePlace` is given, of any length: only rows on screen are in the document, rows say
 * their true number (`aria-rowindex`), and one element has the focus (`aria-activedescendant`).
 */
export function VirtualGrid(props: Props): ReactNode {
  const { label, columns, count, rowHeight = 24, active, onActive, onOpen, onKey, cell, onRange } = props;
  const base = useId();
  const box = useRef<HTMLDivElement>(null);
  const rows = useWindow(box, count, rowHeight, rowHeight + 2);
  useFollow(active, rows.scrollTo);
  useEffect(() => onRange?.(rows.from, rows.to), [onRange, rows.from, rows.to]);

  const press = (event: KeyboardEvent): void => {
    if (count === 0) return;
    const at = active ?? -1;
    if (at >= 0 && onKey?.(event, at)) {
      event.preventDefault();
      return;
    }
    if (event.key === 'Enter' && at >= 0) onOpen?.(at);
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / rowHeight) - 2);
    const to = new Map([
      ['ArrowDown', at + 1],
      ['ArrowUp', at - 1],
      ['PageDown', at + page],
      ['PageUp', at - page],
      ['Home', 0],
      ['End', count - 1],
    ]).get(event.key);
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    onActive(Math.min(count - 1, Math.max(0, to)));
  };

  const template = columns.map((column) => column.width).join(' ');
  const visible = Array.from({ length: Math.max(0, rows.to - rows.from) }, (_, i) => rows.from + i);
  const isTree = props.treePlace !== undefined;
  return (
    <div
      className="wm-grid"
      ref={box}
      role={isTree ? 'treegrid' : 'grid'}
      aria-label={label}
      aria-rowcount={count + 1}
      aria-colcount={columns.length}
      aria-activedescendant={
        active !== undefined && active >= rows.from && active < rows.to ? `${base}-${active}` : undefined
      }
      tabIndex={0}
      onKeyDown={press}
    >
      <div role="rowgroup" className="wm-grid-head">
        <div
          role="row"
          aria-rowindex={1}
          className="wm-grid-row"
          style={{ gridTemplateColumns: template, height: rowHeight }}
        >
          {columns.map((column) => (
            <span key={column.id} role="columnheader" aria-sort={column.sorted} className={cellClass(column)}>
              {column.header}
            </span>
          ))}
        </div>
      </div>
      <div role="rowgroup" className="wm-grid-body" style={{ height: rows.height }}>
        <div
          className="wm-grid-window"
          role="presentation"
          style={{ transform: `translateY(${rows.top}px)` }}
        >
          {visible.map((row) => {
            const place = props.treePlace?.(row);
            return (
              <div
                key={row}
                id={`${base}-${row}`}
                role="row"
                aria-rowindex={row + 2}
                aria-selected={row === active}
                aria-level={place?.level}
                aria-expanded={place?.expanded}
                aria-label={props.spoken?.(row)}
                className={`wm-grid-row ${props.rowClass?.(row) ?? ''}`}
                style={{ gridTemplateColumns: template, height: rowHeight }}
                onClick={() => onActive(row)}
                onDoubleClick={() => onOpen?.(row)}
              >
                {columns.map((column) => (
                  <span key={column.id} role="gridcell" className={cellClass(column)}>
                    {cell(row, column.id)}
                  </span>
                ))}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

const cellClass = (column: GridColumn): string => `wm-grid-cell${column.align === 'end' ? ' wm-number' : ''}`;
