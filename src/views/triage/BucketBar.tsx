import { scaleLinear } from 'd3';
import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format-size.ts';
import { BUCKETS, type Bucket } from '../../model/order.ts';
import { BUCKET_LOOK } from '../../queries/words.ts';
import './bucket-bar.css';

interface Props {
  readonly buckets: Readonly<Record<Bucket, number>>;
  /** The count that fills the whole width. */
  readonly most: number;
}

/** From what cannot be replayed to what can. */
export const BUCKET_ORDER: readonly Bucket[] = BUCKETS;

const WIDTH = 1000;
const HEIGHT = 14;

/** How many sessions are in which bucket, as lengths. A pattern each, so that they can be told apart without colour. */
export function BucketBar({ buckets, most }: Props): ReactNode {
  const length = scaleLinear([0, Math.max(1, most)], [0, WIDTH]);
  const present = BUCKET_ORDER.filter((bucket) => buckets[bucket] > 0);
  const spoken = present
    .map((bucket) => `${formatCount(buckets[bucket])} ${BUCKET_LOOK[bucket].word}`)
    .join(', ');
  let before = 0;
  return (
    <svg
      className="wm-bucket-bar"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={spoken === '' ? 'no session' : spoken}
    >
      <title>{spoken}</title>
      {present.map((bucket) => {
        const [from, to] = [length(before), length(before + buckets[bucket])];
        before += buckets[bucket];
        return (
          <rect
            key={bucket}
            className={`wm-bucket wm-bucket-${bucket}`}
            x={from}
            width={Math.max(2, to - from)}
            height={HEIGHT}
          />
        );
      })}
    </svg>
  );
}
