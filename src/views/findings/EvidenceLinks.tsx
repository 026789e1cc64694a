import type { ReactNode } from 'react';
import { type EvidenceLink, linkKey } from '../../model/people.ts';
import { nameOf, placeOf } from '../../queries/use-evidence.ts';
import { useHref } from '../../queries/use-route.ts';
import { EvidenceText } from '../../ui/EvidenceText.tsx';
import { Glyph, type GlyphName } from '../../ui/Glyph.tsx';
import { IconButton } from '../../ui/IconButton.tsx';

interface Props {
  readonly links: readonly EvidenceLink[];
  readonly onRemove?: (link: EvidenceLink) => void;
}

const KIND: Readonly<Record<EvidenceLink['is'], readonly [GlyphName, string]>> = {
  session: ['folder', 'session'],
  span: ['minus', 'span'],
  call: ['right', 'call'],
  question: ['question', 'order question'],
  decision: ['seal', 'decision'],
  input: ['file', 'evidence file'],
};

/** The evidence something rests on, each a way to the place itself. */
export function EvidenceLinks({ links, onRemove }: Props): ReactNode {
  const href = useHref();
  if (links.length === 0) return <p className="wm-soft">Nothing yet.</p>;
  return (
    <ul className="wm-links">
      {links.map((link) => {
        const [glyph, kind] = KIND[link.is];
        return (
          <li key={linkKey(link)}>
            <Glyph name={glyph} />
            <span className="wm-soft">{kind}</span>
            <a href={href(placeOf(link))}>
              <EvidenceText text={nameOf(link)} look="name" />
            </a>
            {onRemove === undefined ? undefined : (
              <IconButton label={`take ${nameOf(link)} out`} glyph="cross" onClick={() => onRemove(link)} />
            )}
          </li>
        );
      })}
    </ul>
  );
}
