import type { ReactNode } from 'react';
import type { AttemptDetail, CallStrip } from '../../queries/answers.ts';
import { useCommand } from '../../queries/use-command.ts';
import { VERDICT_LOOK } from '../../queries/words.ts';
import { Chip } from '../../ui/Chip.tsx';
import { EvidenceText } from '../../ui/EvidenceText.tsx';

interface Props {
  readonly strip: CallStrip;
  readonly attempts: readonly AttemptDetail[];
  /** Position of the call in view. */
  readonly current: number;
  readonly onChoose: (attempt: number) => void;
}

/** What each attempt of the replay made of a call; one of them is compared in detail below. */
export function Attempts({ strip, attempts, current, onChoose }: Props): ReactNode {
  const { keys } = useCommand('calls.next-attempt');
  if (strip.attempts.length < 2) return undefined;
  const lacking = strip.attempts.length - attempts.length;
  return (
    <div className="wm-attempts">
      <table>
        <caption>
          Attempts of the replay <span className="wm-soft">({keys[0]?.toUpperCase()} goes to the next)</span>
        </caption>
        <thead>
          <tr>
            <th scope="col">Attempt</th>
            <th scope="col">Verdict</th>
            <th scope="col">Reasons</th>
            <th scope="col">States after it</th>
            <th scope="col">Key</th>
          </tr>
        </thead>
        <tbody>
          {attempts.map((one) => {
            const look = VERDICT_LOOK[one.verdict];
            return (
              <tr key={one.call} className={one.call === current ? 'wm-attempt-now' : undefined}>
                <th scope="row">
                  <button
                    type="button"
                    className="wm-attempt-choose"
                    aria-pressed={one.call === current}
                    onClick={() => onChoose(one.attempt)}
                  >
                    <EvidenceText text={strip.attempts[one.attempt]?.label ?? ''} look="name" />
                  </button>
                </th>
                <td>
                  <Chip tone={look.tone} glyph={look.glyph}>
                    {look.word}
                  </Chip>
                </td>
                <td>
                  {one.reasons.length === 0 ? (
                    <span className="wm-soft">none</span>
                  ) : (
                    <code>{one.reasons.join(', ')}</code>
                  )}
                  {one.cause === null ? undefined : <span className="wm-soft"> cause: {one.cause}</span>}
                </td>
                <td>{stateWords(one.states)}</td>
                <td>
                  <Key attempts={attempts} one={one} strip={strip} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {lacking === 0 ? undefined : (
        <p className="wm-soft">
          {lacking === 1 ? 'One attempt has' : `${lacking} attempts have`} no such call.
        </p>
      )}
    </div>
  );
}

function stateWords({ equal, differs, unknown }: AttemptDetail['states']): ReactNode {
  const parts = [
    differs === 0 ? undefined : `${differs} differ${differs === 1 ? 's' : ''}`,
    equal === 0 ? undefined : `${equal} equal`,
    unknown === 0 ? undefined : `${unknown} not comparable`,
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? <span className="wm-soft">none</span> : parts.join(', ');
}

/** One key in two attempts is a sign of a cache: what answered the first may have answered the second. */
function Key({
  attempts,
  one,
  strip,
}: {
  readonly attempts: readonly AttemptDetail[];
  readonly one: AttemptDetail;
  readonly strip: CallStrip;
}): ReactNode {
  if (one.idempotencyKey === null) return <span className="wm-soft">none</span>;
  if (one.isRecordedKey) return <span title={one.idempotencyKey}>the recorded one</span>;
  const same = attempts.find(
    (other) => other.call !== one.call && other.idempotencyKey === one.idempotencyKey,
  );
  return same === undefined ? (
    <span title={one.idempotencyKey}>its own</span>
  ) : (
    <Chip
      tone="warn"
      glyph="warning"
      hint="One key in two attempts: a cache may have answered the later one."
    >
      as in <EvidenceText text={strip.attempts[same.attempt]?.label ?? ''} />
    </Chip>
  );
}
