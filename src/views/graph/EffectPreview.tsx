import type { ReactNode } from 'react';
import { formatCount, formatPlural } from '../../lib/format-size.ts';
import type { AssumedEffect, OrderSummary } from '../../queries/answers.ts';
import { BUCKET_LOOK } from '../../queries/words.ts';
import { EvidenceText } from '../../ui/EvidenceText.tsx';
import { formatOrders } from './PinPreview.tsx';

const SHOWN = 20;

/** What other assumptions would do to the sessions of the case, before they are made. */
export function EffectPreview({ effect }: { readonly effect: AssumedEffect | undefined }): ReactNode {
  if (effect === undefined) return <p className="wm-soft">Working out what it would do…</p>;
  const { changed, changedCount, orderChanges } = effect;
  if (changedCount === 0) return <p>It changes no bucket, question or count of any session.</p>;
  return (
    <>
      <p>
        It changes the order of {formatPlural(changedCount, 'session')}
        {orderChanges === 0
          ? '; none comes into another bucket.'
          : `; ${formatCount(orderChanges)} of them ${orderChanges === 1 ? 'comes' : 'come'} into another bucket.`}
      </p>
      <ul className="wm-effect">
        {changed.slice(0, SHOWN).map(({ session, title, before, after }) => (
          <li key={session}>
            <EvidenceText text={title ?? session} look="name" />
            <span>
              <Summary summary={before} /> → <Summary summary={after} />
            </span>
          </li>
        ))}
      </ul>
      {changedCount > SHOWN ? (
        <p className="wm-soft">and {formatCount(changedCount - SHOWN)} more</p>
      ) : undefined}
    </>
  );
}

function Summary({ summary }: { readonly summary: OrderSummary }): ReactNode {
  const { order, linearizations, questions, conflicts } = summary;
  const parts = [
    BUCKET_LOOK[order].word,
    formatOrders(linearizations),
    ...(questions === 0 ? [] : [formatPlural(questions, 'question')]),
    ...(conflicts === 0 ? [] : [formatPlural(conflicts, 'conflict')]),
  ];
  return <>{parts.join(', ')}</>;
}
