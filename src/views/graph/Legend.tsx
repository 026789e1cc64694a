import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format-size.ts';
import { BASES, type Basis } from '../../model/order.ts';
import { NODE_KINDS } from '../../queries/answers.ts';
import { BASIS_LOOK } from './basis-look.ts';
import { KindGlyph } from './KindGlyph.tsx';

interface Props {
  /** Edges per basis, by position in BASES. */
  readonly counts: readonly number[];
  readonly hidden: ReadonlySet<Basis>;
  readonly onToggle: (basis: Basis) => void;
  readonly overlaps: number;
  readonly ghosts: number;
}

/** What the lines and boxes mean; a basis is shown or hidden by its line. */
export function Legend({ counts, hidden, onToggle, overlaps, ghosts }: Props): ReactNode {
  return (
    <div className="wm-legend">
      <ul className="wm-legend-bases" aria-label="Edges by basis">
        {BASES.map((basis, i) => ({ basis, count: counts[i] ?? 0 }))
          .filter(({ count }) => count > 0)
          .map(({ basis, count }) => (
            <li key={basis}>
              <button
                type="button"
                className="wm-legend-basis"
                aria-pressed={!hidden.has(basis)}
                title={`${BASIS_LOOK[basis].said} ${hidden.has(basis) ? 'Hidden: click to show.' : 'Click to hide.'}`}
                onClick={() => onToggle(basis)}
              >
                <BasisLine basis={basis} />
                {BASIS_LOOK[basis].word}
                <span className="wm-legend-count">{formatCount(count)}</span>
              </button>
            </li>
          ))}
      </ul>
      <ul className="wm-legend-kinds" aria-label="Steps by kind">
        {NODE_KINDS.filter((kind) => kind !== 'ghost' && kind !== 'span').map((kind) => (
          <li key={kind}>
            <KindGlyph kind={kind} />
            {kind}
          </li>
        ))}
        <li>
          <span className="wm-legend-open">?</span>
          unordered
        </li>
        {overlaps === 0 ? undefined : (
          <li>
            <span className="wm-legend-hatch" />
            overlaps in time
          </li>
        )}
        {ghosts === 0 ? undefined : (
          <li>
            <span className="wm-legend-ghost" />
            not in the data
          </li>
        )}
      </ul>
    </div>
  );
}

/** A basis as a line with its dashes, weight and head. */
export function BasisLine({ basis }: { readonly basis: Basis }): ReactNode {
  const { color, dash, width, alpha, head } = BASIS_LOOK[basis];
  return (
    <svg
      className="wm-basis-line"
      width="34"
      height="10"
      viewBox="0 0 34 10"
      aria-hidden="true"
      focusable="false"
    >
      <g style={{ color: `var(--${color})` }} opacity={alpha} stroke="currentColor" fill="none">
        <path d="M1 5H29" strokeWidth={width} strokeDasharray={dash.join(' ')} />
        {head === 'none' ? undefined : (
          <path
            d={`M27 1.5 33 5 27 8.5${head === 'full' ? 'Z' : ''}`}
            fill={head === 'full' ? 'currentColor' : 'none'}
          />
        )}
      </g>
    </svg>
  );
}
