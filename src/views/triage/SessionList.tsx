import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format-size.ts';
import { shortId } from '../../lib/short-id.ts';
import type { SessionCard } from '../../queries/answers.ts';
import { BUCKET_LOOK, OUTCOME_LOOK } from '../../queries/words.ts';
import { Chip } from '../../ui/Chip.tsx';
import { EvidenceText } from '../../ui/EvidenceText.tsx';
import { Glyph } from '../../ui/Glyph.tsx';
import { type GridColumn, VirtualGrid } from '../../ui/VirtualGrid.tsx';
import { VerdictBar } from './VerdictBar.tsx';

interface Props {
  readonly sessions: readonly SessionCard[];
  readonly chosen: string | undefined;
  readonly onChoose: (session: string) => void;
}

const COLUMNS: readonly GridColumn[] = [
  { id: 'outcome', header: 'Outcome', width: '116px' },
  { id: 'title', header: 'Session', width: 'minmax(140px, 1fr)' },
  { id: 'order', header: 'Order', width: '124px' },
  { id: 'open', header: 'Open', width: '44px', align: 'end' },
  { id: 'calls', header: 'Calls', width: '44px', align: 'end' },
  { id: 'verdicts', header: 'Verdicts', width: '80px' },
];

/** All sessions of the case, a row each. */
export function SessionList({ sessions, chosen, onChoose }: Props): ReactNode {
  const at = sessions.findIndex((card) => card.id === chosen);
  const choose = (row: number): void => {
    const card = sessions[row];
    if (card !== undefined) onChoose(card.id);
  };
  return (
    <VirtualGrid
      label="Sessions"
      columns={COLUMNS}
      count={sessions.length}
      rowHeight={28}
      active={at < 0 ? undefined : at}
      onActive={choose}
      cell={(row, column) => {
        const card = sessions[row];
        return card === undefined ? undefined : <Cell card={card} column={column} />;
      }}
    />
  );
}

function Cell({ card, column }: { readonly card: SessionCard; readonly column: string }): ReactNode {
  switch (column) {
    case 'outcome': {
      const look = OUTCOME_LOOK[card.outcome];
      return (
        <Chip tone={look.tone} glyph={look.glyph} hint={look.said}>
          {look.word}
        </Chip>
      );
    }
    case 'title':
      return (
        <span title={card.title ?? card.id}>
          <EvidenceText text={card.title ?? shortId(card.id)} look="name" />
          {card.title === null ? (
            <span className="wm-soft">
              {' '}
              <EvidenceText text={card.inputs[0] ?? ''} look="name" />
            </span>
          ) : undefined}
        </span>
      );
    case 'order': {
      const look = BUCKET_LOOK[card.axes.order];
      return (
        <span className={`wm-session-order wm-tone-${look.tone}`} title={look.said}>
          <Glyph name={look.glyph} />
          {look.word}
        </span>
      );
    }
    case 'open':
      return formatCount(card.questionCount);
    case 'calls':
      return formatCount(card.calls);
    default:
      return <VerdictBar verdicts={card.verdicts} />;
  }
}
