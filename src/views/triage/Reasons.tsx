import type { ReactNode } from 'react';
import { formatCount, formatPlural } from '../../lib/format-size.ts';
import { leadingReasons } from '../../model/leading-reasons.ts';
import { CALL_REASONS, type Outcome, type Verdict } from '../../model/verdict.ts';
import type { SessionCard } from '../../queries/answers.ts';
import { ASSUMPTION_WORDS } from '../../queries/assumption-words.ts';
import { useHref } from '../../queries/use-route.ts';
import { EvidenceText } from '../../ui/EvidenceText.tsx';
import { Glyph } from '../../ui/Glyph.tsx';

/** Why the outcome is what it is, each with its cure, the shortest first; then what is open in the order. */
export function Reasons({ card }: { readonly card: SessionCard }): ReactNode {
  const { leading, following } = leadingReasons(card.reasons);
  const deciding = leading.filter(({ reason }) => decides(reason, card.outcome));
  const others = leading.filter((reason) => !deciding.includes(reason));
  return (
    <div className="wm-session-main">
      {deciding.length === 0 ? undefined : (
        <ReasonList id="wm-deciding-title" title={`What makes it ${card.outcome}`} reasons={deciding} />
      )}
      {others.length === 0 ? undefined : (
        <ReasonList
          id="wm-reasons-title"
          title={
            deciding.length === 0 ? 'Why it is a hypothesis' : 'What else keeps it from being admissible'
          }
          reasons={others}
        />
      )}
      {following.length === 0 ? undefined : (
        <p className="wm-reasons-hence">
          Hence also:{' '}
          {following.map(({ reason, said }, i) => (
            <span key={reason} title={said}>
              {i === 0 ? '' : ', '}
              <code>{reason}</code>
            </span>
          ))}
        </p>
      )}
      <Order card={card} />
    </div>
  );
}

/** A proven mismatch or a failed seal names the outcome; gaps only stand in the way of a better one. */
function decides(reason: string, outcome: Outcome): boolean {
  if (outcome !== 'refused' && outcome !== 'divergent') return false;
  const verdicts: ReadonlyMap<string, Verdict> = new Map(Object.entries(CALL_REASONS));
  return verdicts.get(reason) === outcome;
}

interface ListProps {
  readonly id: string;
  readonly title: string;
  readonly reasons: SessionCard['reasons'];
}

function ReasonList({ id, title, reasons }: ListProps): ReactNode {
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <ol className="wm-reasons">
        {reasons.map((reason) => (
          <li key={reason.reason} className="wm-reason">
            <p className="wm-reason-said">
              <EvidenceText text={reason.said} look="wrap" />
            </p>
            {reason.cure === '' ? undefined : (
              <p className="wm-reason-cure">
                <span className="wm-reason-word">Cure</span>
                <span>
                  <EvidenceText text={reason.cure} look="wrap" />
                </span>
              </p>
            )}
            <code className="wm-reason-code">{reason.reason}</code>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Order({ card }: { readonly card: SessionCard }): ReactNode {
  const href = useHref();
  const graph = href({ screen: 'graph', session: card.id, selection: 'none' });
  return (
    <section aria-labelledby="wm-order-title">
      <h3 id="wm-order-title">Order</h3>
      <p className="wm-order-numbers">
        <a href={graph}>
          {card.questionCount === 0 ? 'No open question' : formatPlural(card.questionCount, 'open question')}
          {card.pins === 0 ? '' : ` with ${formatPlural(card.pins, 'assumption')} of the examiner`}
        </a>
        <span>
          <Linearizations card={card} />
        </span>
        <span>{formatPlural(card.overlapCount, 'overlap')}</span>
        <span>{formatPlural(card.orphanCount, 'orphan')}</span>
      </p>
      {card.assumes.map((assumption) => (
        <p key={assumption} className="wm-order-assumes">
          <Glyph name="info" /> It assumes <code>{assumption}</code>: {ASSUMPTION_WORDS[assumption]}.
        </p>
      ))}
      {card.quarantine.length === 0 ? undefined : (
        <ul className="wm-reasons">
          {card.quarantine.map(({ said, cure }) => (
            <li key={said} className="wm-reason">
              <p className="wm-reason-said">
                <Glyph name="question" /> <EvidenceText text={said} look="wrap" />
              </p>
              {cure === '' ? undefined : (
                <p className="wm-reason-cure">
                  <span className="wm-reason-word">Cure</span>
                  <span>
                    <EvidenceText text={cure} look="wrap" />
                  </span>
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Linearizations({ card }: { readonly card: SessionCard }): ReactNode {
  const { linearizations: count, steps, pins } = card;
  if (steps === 0) return 'no step to be ordered';
  const fit = pins === 0 ? 'the evidence' : 'the evidence and what was assumed';
  if (count === '1') return `one order fits ${fit}`;
  if (count.startsWith('>')) return `more than ${grouped(count.slice(1))} orders fit ${fit}`;
  return `${grouped(count)} orders fit ${fit}`;
}

/** Digits in threes; a count of hundreds of digits is cut, with its length. */
function grouped(digits: string): string {
  const SHOWN = 30;
  if (digits.length <= 15) return formatCount(Number(digits));
  return digits.length <= SHOWN ? digits : `${digits.slice(0, 6)}… (${digits.length} digits)`;
}
