import type { ReactNode } from 'react';
import './button.css';
import { Glyph, type GlyphName } from './Glyph.tsx';

interface Props {
  /** Spoken, and shown as a tooltip. */
  readonly label: string;
  readonly glyph: GlyphName;
  readonly onClick: () => void;
  readonly disabled?: boolean;
  readonly pressed?: boolean;
}

export function IconButton({ label, glyph, onClick, disabled, pressed }: Props): ReactNode {
  return (
    <button
      type="button"
      className="wm-button wm-button-quiet wm-button-icon"
      aria-label={label}
      title={label}
      onClick={onClick}
      disabled={disabled}
      aria-pressed={pressed}
    >
      <Glyph name={glyph} size={16} />
    </button>
  );
}
