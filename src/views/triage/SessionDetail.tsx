import type { ReactNode } from 'react';
import { formatCount, formatPlural } from '../../lib/format-size.ts';
import { WORST_FIRST } from '../../model/verdict.ts';
import type { SessionCard } from '../../queries/answers.ts';
import { useHref } from '../../queries/use-route.ts';
import {
  AUTHENTICITY_LOOK,
  BUCKET_LOOK,
  COMPLETENESS_LOOK,
  type Look,
  NO_REPLAY_LOOK,
  OUTCOME_LOOK,
  VERDICT_LOOK,
} from '../../queries/words.ts';
import { Chip } from '../../ui/Chip.tsx';
import { EvidenceText } from '../../ui/EvidenceText.tsx';
import { Glyph } from '../../ui/Glyph.tsx';
import { CompareWith } from './CompareWith.tsx';
import { Conditions } from './Conditions.tsx';
import { Reasons } from './Reasons.tsx';
import { VerdictBar } from './VerdictBar.tsx';

/** One session: its outcome in a sentence, what it rests on, and what would cure each gap. */
export function SessionDetail({ card }: { readonly card: SessionCard }): ReactNode {
  const outcome = OUTCOME_LOOK[card.outcome];
  return (
    <article className="wm-session" aria-labelledby="wm-session-title">
      <header className={`wm-session-head wm-tone-${outcome.tone}`}>
        <h2 className="wm-session-id" id="wm-session-title">
          <EvidenceText text={card.title ?? card.id} look="name" />
          {card.title === null || card.title === card.id ? undefined : (
            <span className="wm-mono wm-soft">
              <EvidenceText text={card.id} look="name" />
            </span>
          )}
        </h2>
        <p className="wm-session-outcome">
          <Glyph name={outcome.glyph} size={22} />
          {outcome.said}
        </p>
        {card.sufficiency === null ? undefined : (
          <p className="wm-session-sufficiency">
            <Glyph name="info" />
            {card.sufficiency}
          </p>
        )}
        <Numbers card={card} />
      </header>
      <div className="wm-session-grid">
        <Reasons card={card} />
        <div className="wm-session-side">
          <Axes card={card} />
          <Verdicts card={card} />
          <Conditions conditions={card.conditions} />
          <CompareWith card={card} />
        </div>
      </div>
    </article>
  );
}

function Numbers({ card }: { readonly card: SessionCard }): ReactNode {
  return (
    <p className="wm-session-numbers">
      <span>{formatPlural(card.spans, 'span')}</span>
      <span>{formatPlural(card.steps, 'step')}</span>
      <span>{formatPlural(card.calls, 'call')}</span>
      <span className="wm-session-inputs">
        from{' '}
        {card.inputs.slice(0, 4).map((path, i) => (
          <span key={path}>
            {i === 0 ? '' : ', '}
            <EvidenceText text={path} look="name" />
          </span>
        ))}
        {card.inputs.length > 4 ? ` and ${card.inputs.length - 4} more` : ''}
      </span>
    </p>
  );
}

function Axes({ card }: { readonly card: SessionCard }): ReactNode {
  const { axes } = card;
  const rows: readonly (readonly [string, Look])[] = [
    ['Authenticity', AUTHENTICITY_LOOK[axes.authenticity]],
    ['Replay', axes.replay === 'none' ? NO_REPLAY_LOOK : VERDICT_LOOK[axes.replay]],
    ['Order', BUCKET_LOOK[axes.order]],
    ['Completeness', COMPLETENESS_LOOK[axes.completeness]],
  ];
  return (
    <section aria-labelledby="wm-axes-title">
      <h3 id="wm-axes-title">Axes</h3>
      <dl className="wm-axes">
        {rows.map(([name, look]) => (
          <div key={name} className="wm-axis">
            <dt>{name}</dt>
            <dd>
              <Chip tone={look.tone} glyph={look.glyph}>
                {look.word}
              </Chip>
              <span className="wm-axis-said">{look.said}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Verdicts({ card }: { readonly card: SessionCard }): ReactNode {
  const href = useHref();
  if (card.calls === 0) return undefined;
  return (
    <section aria-labelledby="wm-verdicts-title">
      <h3 id="wm-verdicts-title">Calls by verdict</h3>
      <a className="wm-verdicts-bar" href={href({ screen: 'calls', session: card.id, selection: 'none' })}>
        <VerdictBar verdicts={card.verdicts} />
      </a>
      <ul className="wm-verdicts">
        {WORST_FIRST.map((verdict) => {
          const look = VERDICT_LOOK[verdict];
          return card.verdicts[verdict] === 0 ? undefined : (
            <li key={verdict}>
              <Chip tone={look.tone} glyph={look.glyph} hint={look.said}>
                {formatCount(card.verdicts[verdict])} {look.word}
              </Chip>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
