import type { ReactNode } from 'react';
import './chip.css';
import { Glyph, type GlyphName } from './Glyph.tsx';
import type { Tone } from './tone.ts';

interface Props {
  readonly tone: Tone;
  readonly glyph?: GlyphName;
  readonly children: ReactNode;
  /** `solid` for what must be seen first. */
  readonly look?: 'tint' | 'solid' | 'outline';
  readonly hint?: string;
}

/** A word with a shape and a tone: verdicts, outcomes, severities. */
export function Chip({ tone, glyph, children, look = 'tint', hint }: Props): ReactNode {
  return (
    <span className={`wm-chip wm-chip-${look} wm-tone-${tone}`} title={hint}>
      {glyph === undefined ? undefined : <Glyph name={glyph} size={13} />}
      {children}
    </span>
  );
}
