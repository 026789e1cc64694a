import { type ReactNode, useId } from 'react';
import './tooltip.css';

interface Props {
  /** More than a word: what this is and why. */
  readonly text: ReactNode;
  readonly children: ReactNode;
}

/** A term with an explanation that shows on hover and on focus. */
export function Tooltip({ text, children }: Props): ReactNode {
  const id = useId();
  return (
    <span className="wm-tip">
      <button type="button" className="wm-tip-term" aria-describedby={id}>
        {children}
      </button>
      <span className="wm-tip-text" role="tooltip" id={id}>
        {text}
      </span>
    </span>
  );
}
