import { type ReactNode, useCallback, useState } from 'react';
import { useStore } from 'zustand';
import { formatCount, formatPlural } from '../../lib/format-size.ts';
import type { ProblemDocument } from '../../model/findings.ts';
import { useSelection } from '../../queries/use-route.ts';
import { type LedgerFilter, useLedgerRows } from '../../queries/use-rows.ts';
import { SEVERITY_LOOK } from '../../queries/words.ts';
import { useWorkbench } from '../../queries/workbench.ts';
import type { Filters } from '../../state/view.ts';
import { Chip } from '../../ui/Chip.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { EvidenceText } from '../../ui/EvidenceText.tsx';
import { type GridColumn, VirtualGrid } from '../../ui/VirtualGrid.tsx';

type Row = ProblemDocument & { readonly file: string };

const COLUMNS: readonly GridColumn[] = [
  { id: 'severity', header: 'Severity', width: '92px' },
  { id: 'said', header: 'What is wrong, and what was done', width: 'minmax(260px, 3fr)' },
  { id: 'file', header: 'File', width: 'minmax(90px, 1fr)' },
  { id: 'line', header: 'Line', width: '64px', align: 'end' },
  { id: 'byte', header: 'Byte', width: '84px', align: 'end' },
];

/** The problems that pass the filter; opening one shows its place in the raw file. */
export function ProblemList({ onOpen }: { readonly onOpen: (problem: Row) => void }): ReactNode {
  const filter = useStore(useWorkbench().view, (state) => state.filters);
  const selection = useSelection();
  const [range, setRange] = useState({ from: 0, to: 0 });
  const onRange = useCallback((from: number, to: number) => setRange({ from, to }), []);
  const rows = useLedgerRows(ledgerFilter(filter), range.from, range.to);
  const [active, setActive] = useState<number | undefined>(undefined);
  if (rows.error !== undefined) {
    return (
      <EmptyState title="The problems cannot be read" glyph="error">
        {rows.error.message}
      </EmptyState>
    );
  }
  if (rows.total === 0 && !rows.waiting) {
    return isEmpty(filter) ? (
      <EmptyState title="No problem" glyph="check">
        Every byte of every file was read as its format wants it.
      </EmptyState>
    ) : (
      <EmptyState title="No problem passes the filter" />
    );
  }
  const open = (index: number): void => {
    setActive(index);
    const problem = rows.row(index);
    if (problem !== undefined) onOpen(problem);
  };
  return (
    <>
      <p className="wm-ledger-count" role="status">
        {formatPlural(rows.total, 'problem')}
      </p>
      <div className="wm-ledger-list">
        <VirtualGrid
          label="Problems"
          columns={COLUMNS}
          count={rows.total}
          rowHeight={28}
          active={active}
          onActive={selection?.is === 'raw' ? open : setActive}
          onOpen={open}
          onRange={onRange}
          cell={(index, column) => {
            const problem = rows.row(index);
            return problem === undefined ? (
              '…'
            ) : (
              <Cell problem={problem} column={column} onOpen={() => open(index)} />
            );
          }}
        />
      </div>
    </>
  );
}

const isEmpty = (filters: Filters): boolean => Object.keys(ledgerFilter(filters)).length === 0;

const ledgerFilter = ({ ledgerFile, ledgerSeverity, ledgerCode, ledgerText }: Filters): LedgerFilter => ({
  ...(ledgerFile === undefined ? {} : { file: ledgerFile }),
  ...(ledgerSeverity === undefined ? {} : { severity: ledgerSeverity }),
  ...(ledgerCode === undefined ? {} : { code: ledgerCode }),
  ...((ledgerText ?? '') === '' ? {} : { text: ledgerText as string }),
});

interface CellProps {
  readonly problem: Row;
  readonly column: string;
  readonly onOpen: () => void;
}

function Cell({ problem, column, onOpen }: CellProps): ReactNode {
  switch (column) {
    case 'severity': {
      const look = SEVERITY_LOOK[problem.severity];
      return (
        <Chip tone={look.tone} glyph={look.glyph} hint={problem.code}>
          {look.word}
        </Chip>
      );
    }
    case 'said':
      return (
        <button
          type="button"
          className="wm-ledger-said"
          tabIndex={-1}
          title={problem.hint ?? problem.said}
          onClick={onOpen}
        >
          <EvidenceText text={problem.said} />
        </button>
      );
    case 'file':
      return <EvidenceText text={problem.file} look="name" />;
    case 'line':
      return problem.line === undefined ? '' : formatCount(problem.line);
    default:
      return problem.byte === undefined ? '' : formatCount(problem.byte);
  }
}
