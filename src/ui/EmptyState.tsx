import type { ReactNode } from 'react';
import './empty-state.css';
import { Glyph, type GlyphName } from './Glyph.tsx';

interface Props {
  readonly title: string;
  readonly glyph?: GlyphName;
  /** It is all there is on the page. */
  readonly isPage?: boolean;
  /** Why it is empty, and what would fill it. */
  readonly children?: ReactNode;
}

export function EmptyState({ title, glyph, isPage, children }: Props): ReactNode {
  return (
    <div className="wm-empty">
      {glyph === undefined ? undefined : <Glyph name={glyph} size={22} />}
      {isPage === true ? (
        <h1 className="wm-empty-title">{title}</h1>
      ) : (
        <p className="wm-empty-title">{title}</p>
      )}
      {children === undefined ? undefined : <div className="wm-empty-text">{children}</div>}
    </div>
  );
}
