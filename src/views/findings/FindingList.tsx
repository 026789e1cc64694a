import type { ReactNode } from 'react';
import { formatPlural } from '../../lib/format-size.ts';
import type { Finding } from '../../model/people.ts';
import { FINDING_SEVERITY_LOOK } from '../../queries/words.ts';
import { Chip } from '../../ui/Chip.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { VirtualList } from '../../ui/VirtualList.tsx';

interface Props {
  readonly findings: readonly Finding[];
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
}

export function FindingList({ findings, chosen, onChoose }: Props): ReactNode {
  if (findings.length === 0) {
    return (
      <EmptyState title="No finding yet" glyph="note">
        A finding says what happened, how grave it is, and which evidence it rests on: a call, a span, an
        order question, a decision.
      </EmptyState>
    );
  }
  const at = findings.findIndex(({ id }) => id === chosen);
  return (
    <VirtualList
      label="Findings"
      count={findings.length}
      rowHeight={52}
      active={at < 0 ? undefined : at}
      onActive={(row) => onChoose(findings[row]?.id ?? '')}
      item={(row) => {
        const finding = findings[row];
        if (finding === undefined) return undefined;
        const look = FINDING_SEVERITY_LOOK[finding.severity];
        return (
          <div className="wm-finding-item">
            <span className="wm-finding-name">{finding.title}</span>
            <Chip tone={look.tone} glyph={look.glyph}>
              {look.word}
            </Chip>
            <span className="wm-soft">
              rests on {formatPlural(finding.restsOn.length, 'piece')} of evidence · {finding.author}
            </span>
          </div>
        );
      }}
    />
  );
}
