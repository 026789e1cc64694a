import type { ReactNode } from 'react';
import { formatCount, formatPlural } from '../../lib/format-size.ts';
import type { PinEffect } from '../../queries/answers.ts';
import { EvidenceText } from '../../ui/EvidenceText.tsx';
import { Glyph } from '../../ui/Glyph.tsx';
import { BasisLine } from './Legend.tsx';

/** What a pin would do: how many orders and questions it would leave, or the edges that it fights. */
export function PinPreview({ effect }: { readonly effect: PinEffect | undefined }): ReactNode {
  if (effect === undefined) return <p className="wm-soft">Working out what it would do…</p>;
  if (effect.is === 'accepted') {
    const { before, after } = effect;
    return (
      <p className="wm-pin-effect">
        {after.linearizations === before.linearizations ? (
          <>leaves all {formatOrders(before.linearizations)}</>
        ) : (
          <>
            leaves {formatOrders(after.linearizations)} of {formatLong(before.linearizations)}
          </>
        )}
        ,{' '}
        {after.questions === 0
          ? 'no question open'
          : `${formatPlural(after.questions, 'question')} open (now ${formatCount(before.questions)})`}
      </p>
    );
  }
  return (
    <div className="wm-pin-refused" role="alert">
      <p>
        <Glyph name="barred" /> Refused: it would close a cycle with what the evidence says.
      </p>
      <ul>
        {effect.fights.map((edge) => (
          <li key={`${edge.from}:${edge.to}:${edge.basis}`}>
            <BasisLine basis={edge.basis} />
            <EvidenceText text={edge.why} look="wrap" />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** `24 orders`, `1 order`, `more than 1 000 000 orders`. */
export const formatOrders = (count: string): string =>
  `${formatLong(count)} ${count === '1' ? 'order' : 'orders'}`;

/** Exact in groups of three; what is too long to read is told by its size. */
function formatLong(count: string): string {
  const more = count.startsWith('>');
  const digits = more ? count.slice(1) : count;
  const grouped = digits.replace(/\B(?=(?:[0-9]{3})+$)/g, '\u202f');
  const shown =
    digits.length > 18
      ? `${digits[0]}.${digits.slice(1, 4)}\u202f×\u202f10${superscript(digits.length - 1)}`
      : grouped;
  return more ? `more than ${shown}` : shown;
}

const superscript = (n: number): string =>
  String(n).replace(/[0-9]/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)] ?? '');
