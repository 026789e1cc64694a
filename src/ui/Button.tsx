import type { ReactNode } from 'react';
import './button.css';
import { Glyph, type GlyphName } from './Glyph.tsx';

interface Props {
  readonly children: ReactNode;
  readonly onClick: () => void;
  /** `quiet` has no border until it is hovered. */
  readonly look?: 'plain' | 'primary' | 'danger' | 'quiet';
  readonly glyph?: GlyphName;
  readonly disabled?: boolean;
  /** For toggles. */
  readonly pressed?: boolean;
  /** Why it is disabled, or more than the label says. */
  readonly hint?: string;
}

export function Button({
  children,
  onClick,
  look = 'plain',
  glyph,
  disabled,
  pressed,
  hint,
}: Props): ReactNode {
  return (
    <button
      type="button"
      className={`wm-button wm-button-${look}`}
      onClick={onClick}
      disabled={disabled}
      aria-pressed={pressed}
      title={hint}
    >
      {glyph === undefined ? undefined : <Glyph name={glyph} />}
      {children}
    </button>
  );
}
