import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format-size.ts';
import { sealLook } from '../../queries/seal-look.ts';
import type { Look } from '../../queries/words.ts';
import { Chip } from '../../ui/Chip.tsx';
import { EvidenceText } from '../../ui/EvidenceText.tsx';
import { type GridColumn, VirtualGrid } from '../../ui/VirtualGrid.tsx';
import type { DecisionRow, LogView } from './log-view.ts';

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
    <>
      <Counts log={log} chosen={chosen} onChoose={onChoose} />
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
    </>
  );
}

/** How many crossings are in which state; each count goes to the next crossing of its state. */
function Counts({ log, chosen, onChoose }: Props): ReactNode {
  const states = new Map<string, { readonly look: Look; readonly rows: number[] }>();
  for (const [row, decision] of log.decisions.entries()) {
    const look = sealLook(decision);
    const state = states.get(look.word) ?? { look, rows: [] };
    state.rows.push(row);
    states.set(look.word, state);
  }
  return (
    <p className="wm-log-counts">
      {[...states.values()].map(({ look, rows }) => (
        <button
          key={look.word}
          type="button"
          className="wm-log-count"
          title={`${look.said} Go to the next one.`}
          onClick={() => onChoose(rows.find((row) => row > (chosen ?? -1)) ?? rows[0] ?? 0)}
        >
          <Chip tone={look.tone} glyph={look.glyph} look={look.tone === 'grave' ? 'solid' : 'tint'}>
            {formatCount(rows.length)} {look.word}
          </Chip>
        </button>
      ))}
    </p>
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
