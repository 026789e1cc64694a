import type { ReactNode } from 'react';
import { sealLook } from '../../queries/seal-look.ts';
import { useRaw } from '../../queries/use-verdicts.ts';
import { Chip } from '../../ui/Chip.tsx';
import { EvidenceText } from '../../ui/EvidenceText.tsx';
import { crossingName } from './DecisionList.tsx';
import type { DecisionRow } from './log-view.ts';
import { REQUIREMENT_WORDS } from './mode-words.ts';

/** Everything that is known of one crossing. Of a record whose seal fails, only its bytes are shown, as unread evidence. */
export function DecisionDetail({ decision }: { readonly decision: DecisionRow }): ReactNode {
  const look = sealLook(decision);
  return (
    <section className="wm-decision" aria-labelledby="wm-decision-title">
      <h2 id="wm-decision-title" className="wm-decision-title">
        Crossing <EvidenceText text={crossingName(decision)} look="name" />
        <Chip tone={look.tone} glyph={look.glyph}>
          {look.word}
        </Chip>
      </h2>
      <p>{look.said}</p>
      {decision.link === null ? undefined : (
        <p>
          Refused at the link <code>{decision.link}</code>
          {decision.reason === null ? '.' : ': '}
          {decision.reason === null ? undefined : <EvidenceText text={decision.reason} look="wrap" />}
        </p>
      )}
      {decision.refusedAtRun === null ? undefined : (
        <p>
          The run refused at <EvidenceText text={decision.refusedAtRun.link} look="name" />:{' '}
          <EvidenceText text={decision.refusedAtRun.reason} look="wrap" />
        </p>
      )}
      {decision.lacks === undefined ? undefined : <Lacks lacks={decision.lacks} />}
      {decision.decision === null ? undefined : <Sealed decision={decision.decision} />}
      {decision.at === undefined ? undefined : (
        <Unread at={decision.at} isRead={decision.verified === true} />
      )}
    </section>
  );
}

function Sealed({ decision }: { readonly decision: Readonly<Record<string, unknown>> }): ReactNode {
  return (
    <>
      <h3>Read out of the seal</h3>
      <dl className="wm-decision-fields">
        {Object.entries(decision).map(([name, value]) => (
          <div key={name}>
            <dt>
              <EvidenceText text={name} look="name" />
            </dt>
            <dd className="wm-mono">
              <EvidenceText text={fieldText(value)} look="wrap" />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function fieldText(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'object') return JSON.stringify(value, undefined, 1);
  return String(value);
}

function Lacks({ lacks }: { readonly lacks: NonNullable<DecisionRow['lacks']> }): ReactNode {
  return (
    <>
      <h3>What this crossing lacks</h3>
      <dl className="wm-decision-fields">
        {Object.entries(lacks).map(([mode, missing]) => (
          <div key={mode}>
            <dt>{mode}</dt>
            <dd>
              {missing.length === 0
                ? 'nothing'
                : missing.map((one) => REQUIREMENT_WORDS[one].name).join(', ')}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** A record may be long; what is shown is cut here, and the ledger pages through the rest. */
const SHOWN_BYTES = 16 * 1024;
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

function Unread({
  at,
  isRead,
}: {
  readonly at: NonNullable<DecisionRow['at']>;
  readonly isRead: boolean;
}): ReactNode {
  const { data } = useRaw(at.file, at.offset, Math.min(at.length, SHOWN_BYTES));
  return (
    <>
      <h3>
        {isRead
          ? 'The record as it stands in the file'
          : 'Unread evidence: the record as it stands in the file'}
      </h3>
      <section
        className={isRead ? 'wm-decision-raw' : 'wm-decision-raw wm-decision-unread'}
        aria-label="The record"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
      >
        {data === undefined ? '…' : <EvidenceText text={decoder.decode(data)} look="block" />}
        {at.length > SHOWN_BYTES ? (
          <p className="wm-soft">
            cut after {SHOWN_BYTES} of {at.length} bytes
          </p>
        ) : undefined}
      </section>
    </>
  );
}
