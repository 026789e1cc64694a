import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format-size.ts';
import { Chip } from '../../ui/Chip.tsx';
import { EvidenceText } from '../../ui/EvidenceText.tsx';
import { type GridColumn, VirtualGrid } from '../../ui/VirtualGrid.tsx';
import type { DecisionRow, LogView } from './log-view.ts';
import { sealLook } from './seal-look.ts';

interface Props {
  readonly log: LogView;
  readonly chosen: number | undefined;
  readonly onChoose: (decision: number) => void;
}

const COLUMNS: readonly GridColumn[] = [
  { id: 'crossing', header: 'Crossing', width: 'minmax(110px, 0.7fr)' },
  { id: 'seal', header: 'Seal', width: '124px' },
  { id: 'said', header: 'What is known', width: 'minmax(180px, 2fr)' },
  { id: 'line', header: 'Line', width: '56px', align: 'end' },
];

const ROW = 28;
const SHOWN_ROWS = 12;

/** One line per crossing, in the order of the log. */
export function DecisionList({ log, chosen, onChoose }: Props): ReactNode {
  const height = (Math.min(log.decisions.length, SHOWN_ROWS) + 1) * ROW + 6;
  return (
    <div className="wm-log-list" style={{ height }}>
      <VirtualGrid
        label={`Decisions of ${log.input}`}
        columns={COLUMNS}
        count={log.decisions.length}
        rowHeight={ROW}
        active={chosen}
        onActive={onChoose}
        cell={(row, column) => {
          const decision = log.decisions[row];
          return decision === undefined ? undefined : <Cell decision={decision} column={column} />;
        }}
      />
    </div>
  );
}

function Cell({ decision, column }: { readonly decision: DecisionRow; readonly column: string }): ReactNode {
  switch (column) {
    case 'crossing':
      return <EvidenceText text={crossingName(decision)} look="name" />;
    case 'seal': {
      const look = sealLook(decision);
      return (
        <Chip tone={look.tone} glyph={look.glyph} hint={look.said}>
          {look.word}
        </Chip>
      );
    }
    case 'said':
      return (
        <span title={decision.said}>
          <EvidenceText text={decision.said} />
        </span>
      );
    default:
      return decision.line === null ? '' : formatCount(decision.line);
  }
}

/** `AgentLoop/5`: the component and step index that name a model crossing. */
export const crossingName = ({ crossing: [component, step] }: DecisionRow): string =>
  `${component ?? 'no component'}/${step ?? 'no step'}`;
