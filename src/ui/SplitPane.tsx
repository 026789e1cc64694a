import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react';
import './split-pane.css';

interface Props {
  /** Spoken name of the divider: "width of the list". */
  readonly label: string;
  /** `row`: side by side. */
  readonly direction: 'row' | 'column';
  /** Per cent of the first pane. */
  readonly share: number;
  readonly onShare: (share: number) => void;
  /** Undefined: the other pane has all the room, and stays what it is when this one comes. */
  readonly first: ReactNode | undefined;
  readonly second: ReactNode | undefined;
}

const LEAST = 10;
const MOST = 90;

/** Two panes and a divider that is dragged or moved with the arrow keys (2 % a press, Home and End to the ends). */
export function SplitPane({ label, direction, share, onShare, first, second }: Props): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const set = (next: number): void => onShare(Math.round(Math.min(MOST, Math.max(LEAST, next)) * 10) / 10);
  const drag = (event: PointerEvent): void => {
    const bounds = box.current?.getBoundingClientRect();
    if (bounds === undefined || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    set(
      direction === 'row'
        ? (100 * (event.clientX - bounds.left)) / bounds.width
        : (100 * (event.clientY - bounds.top)) / bounds.height,
    );
  };
  const press = (event: KeyboardEvent): void => {
    const [less, more] = direction === 'row' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
    const to = new Map([
      [less, share - 2],
      [more, share + 2],
      ['Home', LEAST],
      ['End', MOST],
    ]).get(event.key);
    if (to === undefined) return;
    event.preventDefault();
    set(to);
  };
  const isSplit = first !== undefined && second !== undefined;
  return (
    <div className={`wm-split wm-split-${direction}`} ref={box}>
      {first === undefined ? undefined : (
        <div
          className={isSplit ? 'wm-split-pane' : 'wm-split-pane wm-split-rest'}
          style={isSplit ? { flexBasis: `${share}%` } : {}}
        >
          {first}
        </div>
      )}
      {isSplit ? (
        // biome-ignore lint/a11y/useSemanticElements: a divider that is moved is a focusable separator, which hr is not
        <div
          className="wm-split-divider"
          role="separator"
          aria-label={label}
          aria-orientation={direction === 'row' ? 'vertical' : 'horizontal'}
          aria-valuenow={Math.round(share)}
          aria-valuemin={LEAST}
          aria-valuemax={MOST}
          tabIndex={0}
          onKeyDown={press}
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={drag}
        />
      ) : undefined}
      {second === undefined ? undefined : <div className="wm-split-pane wm-split-rest">{second}</div>}
    </div>
  );
}
