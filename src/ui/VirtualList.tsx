import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { useFollow, useWindow } from './use-window.ts';
import './virtual-list.css';

interface Props {
  /** Spoken name of the list. */
  readonly label: string;
  readonly count: number;
  readonly rowHeight: number;
  readonly active: number | undefined;
  readonly onActive: (row: number) => void;
  readonly onOpen?: (row: number) => void;
  readonly item: (row: number) => ReactNode;
  readonly onRange?: (from: number, to: number) => void;
}

/** A list box of any length; only what is on screen is in the document. */
export function VirtualList({
  label,
  count,
  rowHeight,
  active,
  onActive,
  onOpen,
  item,
  onRange,
}: Props): ReactNode {
  const base = useId();
  const box = useRef<HTMLDivElement>(null);
  const rows = useWindow(box, count, rowHeight);
  useFollow(active, rows.scrollTo);
  useEffect(() => onRange?.(rows.from, rows.to), [onRange, rows.from, rows.to]);
  const press = (event: KeyboardEvent): void => {
    const at = active ?? -1;
    if (event.key === 'Enter' && at >= 0) onOpen?.(at);
    const to = new Map([
      ['ArrowDown', at + 1],
      ['ArrowUp', at - 1],
      ['Home', 0],
      ['End', count - 1],
    ]).get(event.key);
    if (to === undefined || count === 0) return;
    event.preventDefault();
    onActive(Math.min(count - 1, Math.max(0, to)));
  };
  const visible = Array.from({ length: Math.max(0, rows.to - rows.from) }, (_, i) => rows.from + i);
  return (
    <div
      className="wm-list"
      ref={box}
      role="listbox"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={
        active !== undefined && active >= rows.from && active < rows.to ? `${base}-${active}` : undefined
      }
      onKeyDown={press}
    >
      <div className="wm-list-body" role="presentation" style={{ height: rows.height }}>
        <div role="presentation" style={{ transform: `translateY(${rows.top}px)` }}>
          {visible.map((row) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the list, which has the focus
            // biome-ignore lint/a11y/useFocusableInteractive: as above
            <div
              key={row}
              id={`${base}-${row}`}
              role="option"
              aria-selected={row === active}
              aria-posinset={row + 1}
              aria-setsize={count}
              className="wm-list-item"
              style={{ height: rowHeight }}
              onClick={() => onActive(row)}
              onDoubleClick={() => onOpen?.(row)}
            >
              {item(row)}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
