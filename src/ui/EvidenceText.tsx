import { Fragment, type ReactNode } from 'react';
import { mixesScripts, visiblePieces } from '../lib/visible-text.ts';
import './evidence-text.css';

interface Props {
  readonly text: string;
  /**
   * `name`: one line, with a badge when look-alike scripts are mixed. `line`: one line. `wrap`: a sentence that may
   * break. `block`: keeps lines, monospaced, may be long.
   */
  readonly look?: 'name' | 'line' | 'wrap' | 'block';
}

/**
 * Anything a bundle said. Text nodes only; what hides, reorders or controls is shown as a token; isolated, so that a
 * right-to-left override inside cannot reach the text around it.
 */
export function EvidenceText({ text, look = 'line' }: Props): ReactNode {
  return (
    <bdi dir="ltr" className={`wm-evidence wm-evidence-${look}`}>
      {visiblePieces(text).map((piece, i) =>
        piece.is === 'text' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one fixed text have no other name
          <Fragment key={i}>{piece.text}</Fragment>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <span key={i} className="wm-evidence-token" title={piece.name}>
            {piece.token}
          </span>
        ),
      )}
      {look === 'name' && mixesScripts(text) ? (
        <span
          className="wm-evidence-badge"
          title="Letters of several scripts that look alike stand in this name."
        >
          mixed scripts
        </span>
      ) : undefined}
    </bdi>
  );
}
