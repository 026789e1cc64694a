import { type ReactNode, useCallback, useState } from 'react';
import { formatCount, formatPlural } from '../../lib/format-size.ts';
import type { LogRecordRow } from '../../queries/answers.ts';
import { useGo } from '../../queries/use-route.ts';
import { useLogRecordRows } from '../../queries/use-rows.ts';
import { Chip } from '../../ui/Chip.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { EvidenceText } from '../../ui/EvidenceText.tsx';
import { type GridColumn, VirtualGrid } from '../../ui/VirtualGrid.tsx';
import type { LogView } from './log-view.ts';

const COLUMNS: readonly GridColumn[] = [
  { id: 'line', header: 'Line', width: '56px', align: 'end' },
  { id: 'group', header: 'About', width: '96px' },
  { id: 'said', header: 'Record', width: 'minmax(220px, 3fr)' },
  { id: 'kind', header: 'Kind', width: 'minmax(90px, 0.7fr)' },
];

const ROW = 26;
const SHOWN_ROWS = 12;

const GROUP_WORDS: Readonly<Record<LogRecordRow['group'], { readonly one: string; readonly many: string }>> =
  {
    effect: { one: 'effect', many: 'effects' },
    decision: { one: 'decision', many: 'decisions' },
    discharge: { one: 'discharge', many: 'discharges' },
    approval: { one: 'approval', many: 'approvals' },
    fork: { one: 'fork', many: 'forks' },
    end: { one: 'end', many: 'ends' },
    unknown: { one: 'unknown', many: 'unknown records' },
  };

/** Every record of a log in the order in which it was written; opening one shows its bytes. */
export function LogTimeline({ log }: { readonly log: LogView }): ReactNode {
  const go = useGo();
  const [range, setRange] = useState({ from: 0, to: 40 });
  const onRange = useCallback((from: number, to: number) => setRange({ from, to }), []);
  const rows = useLogRecordRows(log.input, range.from, range.to);
  const [active, setActive] = useState<number | undefined>(undefined);
  if (rows.error !== undefined) {
    return (
      <EmptyState title="The records cannot be read" glyph="error">
        {rows.error.message}
      </EmptyState>
    );
  }
  const open = (index: number): void => {
    const record = rows.row(index);
    if (record !== undefined)
      go({ screen: 'ledger', selection: { is: 'raw', path: log.input, byte: record.byte } });
  };
  return (
    <>
      <p className="wm-log-counts wm-log-kinds">
        {log.records.map(({ group, count }) => (
          <span key={group}>{formatPlural(count, GROUP_WORDS[group].one, GROUP_WORDS[group].many)}</span>
        ))}
      </p>
      <div className="wm-log-list" style={{ height: (Math.min(rows.total, SHOWN_ROWS) + 1) * ROW + 6 }}>
        <VirtualGrid
          label={`Records of ${log.input}`}
          columns={COLUMNS}
          count={rows.total}
          rowHeight={ROW}
          active={active}
          onActive={setActive}
          onOpen={open}
          onRange={onRange}
          cell={(index, column) => {
            const record = rows.row(index);
            return record === undefined ? undefined : <Cell record={record} column={column} />;
          }}
        />
      </div>
      <p className="wm-log-limits">Enter, or a double click, shows the bytes of a record in the ledger.</p>
    </>
  );
}

function Cell({ record, column }: { readonly record: LogRecordRow; readonly column: string }): ReactNode {
  switch (column) {
    case 'line':
      return formatCount(record.line);
    case 'group':
      return record.group === 'unknown' ? (
        <Chip tone="gap" glyph="question">
          unknown
        </Chip>
      ) : (
        GROUP_WORDS[record.group].one
      );
    case 'kind':
      return <EvidenceText text={record.kind} />;
    default:
      return (
        <span title={record.said}>
          <EvidenceText text={record.said} />
        </span>
      );
  }
}
