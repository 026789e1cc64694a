import type { ReactNode } from 'react';
import { assertNever } from '../../lib/assert-never.ts';
import type { CallSource } from '../../model/call.ts';
import type { CallDetail } from '../../queries/answers.ts';
import { useCurrentSession } from '../../queries/use-verdicts.ts';
import { VERDICT_LOOK } from '../../queries/words.ts';
import { Chip } from '../../ui/Chip.tsx';
import { EvidenceText } from '../../ui/EvidenceText.tsx';
import { Glyph } from '../../ui/Glyph.tsx';
import type { Slots } from './call-walk.ts';

interface Props {
  readonly detail: CallDetail;
  readonly slots: Slots;
  /** Of the call in the session's calls. */
  readonly position: number;
  /** The attempts, where there are several. */
  readonly children?: ReactNode;
}

/** Which call this is, its verdict, and each reason with what would settle it. */
export function CallHead({ detail, slots, position, children }: Props): ReactNode {
  const { call, reasons } = detail;
  const linearizations = useCurrentSession()?.linearizations ?? '1';
  const look = VERDICT_LOOK[call.verdict];
  const slot = slots.strip.slot[position] as number;
  const tries = slots.strip.tries[slot] as number;
  return (
    <header className="wm-call-head">
      <div className="wm-call-title">
        <h2>
          <EvidenceText text={call.tool} look="name" />
        </h2>
        <Chip tone={look.tone} glyph={look.glyph} look="solid">
          {look.word}
        </Chip>
        {call.cause === undefined ? undefined : (
          <Chip tone="plain" hint="The cause of the difference, as far as the states before it show it.">
            cause: {call.cause}
          </Chip>
        )}
        {tries === 1 ? undefined : (
          <Chip
            tone="plain"
            hint="Calls of one tool that state one idempotency key, one call id or one place in the turn are tries of one call."
          >
            try {slots.strip.tryOf[slot]} of {tries}
          </Chip>
        )}
      </div>
      <p className="wm-soft wm-call-place">
        {call.turn === null ? 'no turn' : `turn ${call.turn}`}
        {call.index === null ? '' : `, call ${call.index} of the turn`}
        {call.agent === null ? undefined : (
          <>
            , agent <EvidenceText text={call.agent} look="name" />
          </>
        )}
        {call.callId === null ? undefined : (
          <>
            , id <EvidenceText text={call.callId} look="name" />
          </>
        )}
        {call.attempt === null ? undefined : (
          <>
            , replay attempt <EvidenceText text={call.attempt} look="name" />
          </>
        )}
        ; {sourceWords(call.source)}
      </p>
      {children}
      {reasons.length === 0 ? (
        <p>{look.said}</p>
      ) : (
        <ul className="wm-call-reasons">
          {reasons.map((reason) => {
            const own = VERDICT_LOOK[reason.verdict];
            return (
              <li key={reason.code} className={`wm-tone-${own.tone}`}>
                <Glyph name={own.glyph} />
                <div>
                  <p>
                    <EvidenceText text={reason.said} look="wrap" />{' '}
                    <code className="wm-soft">{reason.code}</code>
                  </p>
                  <p className="wm-soft">
                    <strong>What would settle it</strong> <EvidenceText text={reason.cure} look="wrap" />
                  </p>
                </div>
              </li>
            );
          })}
        </ul>
      )}
      {linearizations === '1' ? undefined : (
        <p className="wm-soft">
          The order of this session is open ({linearizations} orders). The verdict holds in every one of them:
          it compares the call with its own replay.
        </p>
      )}
    </header>
  );
}

function sourceWords(source: CallSource): string {
  switch (source) {
    case 'log':
      return 'from a call log';
    case 'trace':
      return 'from the trace: it carries no states';
    case 'transcript':
      return 'from a transcript: its fingerprints are computed, not recorded';
    default:
      return assertNever(source);
  }
}
