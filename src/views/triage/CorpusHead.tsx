import type { ReactNode } from 'react';
import { formatCount, formatPlural } from '../../lib/format-size.ts';
import type { CorpusFilter } from '../../model/corpus.ts';
import type { CorpusShares } from '../../queries/answers.ts';
import { BUCKET_LOOK } from '../../queries/words.ts';
import { Glyph } from '../../ui/Glyph.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { BUCKET_ORDER, BucketBar } from './BucketBar.tsx';

interface Props {
  readonly shares: CorpusShares;
  readonly filter: CorpusFilter;
  readonly onFilter: (filter: CorpusFilter) => void;
}

/** The whole corpus in one bar: how much of it is quarantined, and by which bucket; each bucket filters. */
export function CorpusHead({ shares, filter, onFilter }: Props): ReactNode {
  const { judged, sessions, passing, quarantined, buckets } = shares;
  const share = passing === 0 ? 0 : Math.round((100 * quarantined) / passing);
  const choose = (bucket: (typeof BUCKET_ORDER)[number]): void => {
    const { bucket: now, ...others } = filter;
    onFilter(now === bucket ? others : { ...others, bucket });
  };
  return (
    <header className="wm-corpus-head">
      <p>
        <strong>
          {formatCount(quarantined)} of {formatPlural(passing, 'session')} quarantined ({share} %)
        </strong>
        {judged < sessions ? (
          <span className="wm-soft">
            {' '}
            {formatCount(judged)} of {formatCount(sessions)} judged so far
          </span>
        ) : undefined}
      </p>
      {judged < sessions ? (
        <ProgressBar label="Judging the sessions" done={judged} total={sessions} />
      ) : undefined}
      <BucketBar buckets={buckets} most={passing} />
      <ul className="wm-corpus-buckets">
        {BUCKET_ORDER.filter((bucket) => buckets[bucket] > 0 || filter.bucket === bucket).map((bucket) => (
          <li key={bucket}>
            <button
              type="button"
              className="wm-corpus-bucket"
              aria-pressed={filter.bucket === bucket}
              title={BUCKET_LOOK[bucket].said}
              onClick={() => choose(bucket)}
            >
              <svg className="wm-bucket-key" viewBox="0 0 10 10" aria-hidden="true">
                <rect className={`wm-bucket wm-bucket-${bucket}`} width="10" height="10" />
              </svg>
              <Glyph name={BUCKET_LOOK[bucket].glyph} />
              {BUCKET_LOOK[bucket].word} <span className="wm-soft">{formatCount(buckets[bucket])}</span>
            </button>
          </li>
        ))}
      </ul>
    </header>
  );
}
