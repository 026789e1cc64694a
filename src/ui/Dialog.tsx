import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import './dialog.css';
import { IconButton } from './IconButton.tsx';

interface Props {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons at the foot. */
  readonly foot?: ReactNode;
  readonly width?: 'narrow' | 'wide';
}

/** A modal dialog; mounted while it is open. What is marked `data-focus` inside has the focus first. Escape and a click beside it close it, focus returns to where it was. */
export function Dialog({ title, onClose, children, foot, width = 'narrow' }: Props): ReactNode {
  const box = useRef<HTMLDialogElement>(null);
  const heading = useId();
  // closed before it leaves the document, since only then the focus goes back to where it was
  useLayoutEffect(() => {
    const dialog = box.current;
    dialog?.showModal();
    // showModal takes the first thing that can be focused, which is the close button
    dialog?.querySelector<HTMLElement>('[data-focus]')?.focus();
    return () => dialog?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click on the backdrop; the key for it is Escape, which the element handles
    <dialog
      ref={box}
      className={`wm-dialog wm-dialog-${width}`}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className="wm-dialog-body">
        <header className="wm-dialog-head">
          <h2 id={heading}>{title}</h2>
          <IconButton label="close" glyph="cross" onClick={onClose} />
        </header>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <div className="wm-dialog-content" tabIndex={0}>
          {children}
        </div>
        {foot === undefined ? undefined : <footer className="wm-dialog-foot">{foot}</footer>}
      </div>
    </dialog>
  );
}
