import type { ReactNode } from 'react';
import { EvidenceText } from '../../ui/EvidenceText.tsx';
import { partedFrom } from './differing-part.ts';

interface Props {
  readonly text: string;
  /** Undefined: there is nothing to compare with. */
  readonly other: string | undefined;
}

/** Evidence beside other evidence, the part in which they differ marked. */
export function DifferingText({ text, other }: Props): ReactNode {
  if (other === undefined || other === text) return <EvidenceText text={text} look="block" />;
  const { before, differs, after } = partedFrom(text, other);
  return (
    <span className="wm-differing">
      <Piece text={before} />
      {differs === '' ? (
        <mark className="wm-differs wm-differs-nothing" title="the other side has more here">
          ‸
        </mark>
      ) : (
        <mark className="wm-differs">
          <Piece text={differs} />
        </mark>
      )}
      <Piece text={after} />
    </span>
  );
}

const Piece = ({ text }: { readonly text: string }): ReactNode =>
  text === '' ? undefined : <EvidenceText text={text} look="wrap" />;
