import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format-size.ts';
import type { CorpusFilter } from '../../model/corpus.ts';
import type { CorpusShares } from '../../queries/answers.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { EvidenceText } from '../../ui/EvidenceText.tsx';

interface Props {
  readonly shares: CorpusShares;
  readonly onFilter: (more: Partial<CorpusFilter>) => void;
}

/** What to change in the instrumentation, the change that cures most sessions first. */
export function Cures({ shares: { cures }, onFilter }: Props): ReactNode {
  if (cures.length === 0) {
    return (
      <EmptyState title="Nothing to change" glyph="check">
        No session that is looked at is quarantined.
      </EmptyState>
    );
  }
  return (
    <table className="wm-table wm-cures">
      <caption className="wm-spoken">What to change, ranked by the sessions it would cure</caption>
      <thead>
        <tr>
          <th scope="col">Change</th>
          <th scope="col" className="wm-number" title="Nothing else keeps these sessions in quarantine.">
            Cures alone
          </th>
          <th scope="col" className="wm-number" title="It is one of their reasons.">
            Helps
          </th>
        </tr>
      </thead>
      <tbody>
        {cures.map(({ cure, said, sessions, alone }) => (
          <tr key={cure}>
            <th scope="row">
              <button type="button" className="wm-link" onClick={() => onFilter({ cure })}>
                {cure}
              </button>
              <span className="wm-soft wm-cure-said">
                such as: <EvidenceText text={said} look="wrap" />
              </span>
            </th>
            <td className="wm-number">{formatCount(alone)}</td>
            <td className="wm-number">{formatCount(sessions)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
