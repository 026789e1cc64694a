import type { ReactNode } from 'react';
import type { NodeKind } from '../../queries/answers.ts';

/** The sign and the colour that a kind has in the drawing. */
export function KindGlyph({ kind }: { readonly kind: NodeKind }): ReactNode {
  return (
    <span className={`wm-kind wm-kind-${kind}`} title={kind} aria-hidden="true">
      {KIND_SIGNS[kind]}
    </span>
  );
}

/** The kind as a sign, so that colour is not alone. */
export const KIND_SIGNS: Readonly<Record<NodeKind, string>> = {
  span: '·',
  turn: '↻',
  model: '◆',
  tool: '■',
  agent: '▲',
  dispatch: '»',
  ghost: '∅',
};
