import type { ReactNode } from 'react';
import type { CallDetail } from '../../queries/answers.ts';
import { sealLook } from '../../queries/seal-look.ts';
import { useHref } from '../../queries/use-route.ts';
import { useDecisions } from '../../queries/use-verdicts.ts';
import { Chip } from '../../ui/Chip.tsx';
import { EvidenceText } from '../../ui/EvidenceText.tsx';
import { PlaceLine } from './PlaceLine.tsx';

interface Props {
  readonly session: string;
  readonly crossing: CallDetail['crossing'];
}

/** What is shown of a decision on one line; the decisions screen has all of it. */
const SHOWN = 160;

/** The decision that asked for a call with its seal, and which replay modes its log would support. */
export function CallDecision({ session, crossing }: Props): ReactNode {
  const { data } = useDecisions(session);
  const href = useHref();
  if (data === undefined) {
    return (
      <PlaceLine name="decision">
        <span className="wm-soft">Reading the log…</span>
      </PlaceLine>
    );
  }
  if (data.logs.length === 0) {
    return (
      <PlaceLine name="decision">
        <span className="wm-soft">
          No write-ahead log belongs to this session: no decision is known, and none of the four replay modes
          can be planned.
        </span>
      </PlaceLine>
    );
  }
  const own = data.logs.find(({ input }) => input === crossing?.input);
  const decision = crossing === null ? undefined : own?.decisions[crossing.decision];
  return (
    <>
      <PlaceLine name="decision">
        {crossing === null || decision === undefined ? (
          <span className="wm-soft">
            No decision of the log is known to have asked for this call.{' '}
            <a href={href({ screen: 'decisions', selection: 'none' })}>Show the decisions</a>
          </span>
        ) : (
          <>
            <a
              href={href({
                screen: 'decisions',
                selection: { is: 'decision', input: crossing.input, decision: crossing.decision },
              })}
            >
              Crossing <EvidenceText text={crossing.label} look="name" />
            </a>{' '}
            <Seal decision={decision} />{' '}
            {decision.decision === null ? undefined : (
              <span className="wm-place-decision">
                <EvidenceText text={shortJson(decision.decision)} />
              </span>
            )}
          </>
        )}
      </PlaceLine>
      {(own === undefined ? data.logs : [own]).map((log) => (
        <PlaceLine key={log.input} name="replay modes">
          <EvidenceText text={log.input} look="name" />{' '}
          {log.modes.map((mode) => (
            <Chip
              key={mode.mode}
              tone={mode.plannable ? 'good' : 'void'}
              glyph={mode.plannable ? 'check' : 'barred'}
              hint={
                mode.missing.length === 0 ? mode.said : `${mode.said} Missing: ${mode.missing.join(', ')}.`
              }
            >
              {mode.mode.replace('-', ' ')}
              {mode.crossings === undefined ? '' : ` ${mode.crossings.ready} of ${mode.crossings.of}`}
              <span className="wm-spoken">{mode.plannable ? ': plannable' : ': not plannable'}</span>
            </Chip>
          ))}
        </PlaceLine>
      ))}
    </>
  );
}

function Seal({ decision }: { readonly decision: Parameters<typeof sealLook>[0] }): ReactNode {
  const look = sealLook(decision);
  return (
    <Chip tone={look.tone} glyph={look.glyph} hint={look.said}>
      {look.word}
    </Chip>
  );
}

function shortJson(decision: Readonly<Record<string, unknown>>): string {
  const text = JSON.stringify(decision);
  return text.length <= SHOWN ? text : `${[...text.slice(0, SHOWN)].join('')}…`;
}
