import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format-size.ts';
import type { CorpusBy, CorpusFilter } from '../../model/corpus.ts';
import type { CorpusGroup, CorpusShares } from '../../queries/answers.ts';
import { EvidenceText } from '../../ui/EvidenceText.tsx';
import { BucketBar } from './BucketBar.tsx';

interface Props {
  readonly shares: CorpusShares;
  readonly by: CorpusBy;
  readonly onBy: (by: CorpusBy) => void;
  readonly onFilter: (more: Partial<CorpusFilter>) => void;
}

const BY_WORDS: Readonly<Record<CorpusBy, { readonly head: string; readonly none: string }>> = {
  service: { head: 'Service', none: 'no service named' },
  producer: { head: 'Producer and version', none: 'no instrumentation named' },
  reason: { head: 'What would cure it', none: 'nothing to cure' },
};

/** The buckets of each service, producer or reason: a table whose rows are the plot. */
export function Shares({ shares, by, onBy, onFilter }: Props): ReactNode {
  const { groups, groupCount } = shares;
  const most = Math.max(1, ...groups.map(({ sessions }) => sessions));
  const words = BY_WORDS[by];
  return (
    <div className="wm-shares">
      <label className="wm-shares-by">
        By{' '}
        <select value={by} onChange={(event) => onBy(event.target.value as CorpusBy)}>
          <option value="service">service</option>
          <option value="producer">producer and version</option>
          <option value="reason">reason</option>
        </select>
      </label>
      <table className="wm-table">
        <caption className="wm-spoken">Sessions by {words.head.toLowerCase()} and bucket</caption>
        <thead>
          <tr>
            <th scope="col">{words.head}</th>
            <th scope="col" className="wm-number">
              Sessions
            </th>
            <th scope="col" className="wm-number">
              Quarantined
            </th>
            <th scope="col" className="wm-shares-bar">
              Buckets
            </th>
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <tr key={group.name}>
              <th scope="row">
                {group.name === '' ? (
                  <span className="wm-soft">{words.none}</span>
                ) : (
                  <button
                    type="button"
                    className="wm-link"
                    onClick={() => onFilter(filterOf(by, group.name))}
                  >
                    <EvidenceText text={group.name} look={by === 'reason' ? 'wrap' : 'name'} />
                  </button>
                )}
              </th>
              <td className="wm-number">{formatCount(group.sessions)}</td>
              <td className="wm-number">{percent(group)}</td>
              <td className="wm-shares-bar">
                <BucketBar buckets={group.buckets} most={most} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {groupCount > groups.length ? (
        <p className="wm-soft">
          and {formatCount(groupCount - groups.length)} more, each with fewer sessions
        </p>
      ) : undefined}
    </div>
  );
}

function filterOf(by: CorpusBy, name: string): Partial<CorpusFilter> {
  switch (by) {
    case 'service':
      return { service: name };
    case 'producer':
      return { producer: name };
    case 'reason':
      return { cure: name };
  }
}

function percent({ buckets, sessions }: CorpusGroup): string {
  const kept = buckets.witnessed + buckets['single-clock'];
  return sessions === 0 ? '' : `${Math.round((100 * (sessions - kept)) / sessions)} %`;
}
