import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format-size.ts';
import { VERDICTS, type Verdict, WORST_FIRST } from '../../model/verdict.ts';
import { VERDICT_LOOK } from '../../queries/words.ts';
import './verdict-bar.css';

interface Props {
  readonly verdicts: Readonly<Record<Verdict, number>>;
}

/** How many calls have which verdict, as lengths; the words are in its spoken text and in the counts beside it. */
export function VerdictBar({ verdicts }: Props): ReactNode {
  const total = VERDICTS.reduce((sum, verdict) => sum + verdicts[verdict], 0);
  if (total === 0) return <span className="wm-soft">no calls</span>;
  const present = WORST_FIRST.filter((verdict) => verdicts[verdict] > 0);
  const spoken = present
    .map((verdict) => `${formatCount(verdicts[verdict])} ${VERDICT_LOOK[verdict].word}`)
    .join(', ');
  return (
    <span className="wm-verdict-bar" role="img" aria-label={spoken} title={spoken}>
      {present.map((verdict) => (
        <span
          key={verdict}
          className={`wm-verdict-part wm-tone-${VERDICT_LOOK[verdict].tone} wm-verdict-${verdict}`}
          style={{ flexGrow: verdicts[verdict] }}
        />
      ))}
    </span>
  );
}
