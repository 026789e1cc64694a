import type { ReactNode } from 'react';
import './progress-bar.css';

interface Props {
  /** Spoken. */
  readonly label: string;
  readonly done: number;
  /** 0: not known yet. */
  readonly total: number;
}

export function ProgressBar({ label, done, total }: Props): ReactNode {
  const share = total > 0 ? Math.min(100, (100 * done) / total) : undefined;
  return (
    <div
      className="wm-progress"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={share === undefined ? undefined : Math.round(share)}
      data-unknown={share === undefined || undefined}
    >
      <div className="wm-progress-done" style={{ width: `${share ?? 30}%` }} />
    </div>
  );
}
