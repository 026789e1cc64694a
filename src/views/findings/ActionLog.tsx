import type { ReactNode } from 'react';
import { useCaseScope } from '../../queries/case-scope.ts';
import { useActionLog } from '../../queries/use-cases.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { type GridColumn, VirtualGrid } from '../../ui/VirtualGrid.tsx';

const COLUMNS: readonly GridColumn[] = [
  { id: 'seq', header: 'No', width: '40px', align: 'end' },
  { id: 'at', header: 'When', width: '128px' },
  { id: 'action', header: 'Action', width: 'minmax(120px, 1fr)' },
  { id: 'author', header: 'By', width: '80px' },
  { id: 'hash', header: 'Hash', width: '84px' },
];

/** What was done to the case, each line bound to the one before it. */
export function ActionLog(): ReactNode {
  const { caseId } = useCaseScope();
  const { data: entries, error } = useActionLog(caseId);
  if (error !== null) {
    return (
      <EmptyState title="The action log does not hold" glyph="broken">
        {error.message}
      </EmptyState>
    );
  }
  if (entries === undefined) return undefined;
  if (entries.length === 0) return <EmptyState title="Nothing was done yet" />;
  return (
    <VirtualGrid
      label="Action log"
      columns={COLUMNS}
      count={entries.length}
      active={undefined}
      onActive={() => undefined}
      cell={(row, column) => {
        const entry = entries[entries.length - 1 - row];
        if (entry === undefined) return undefined;
        switch (column) {
          case 'seq':
            return entry.seq;
          case 'at':
            return entry.at.slice(0, 19).replace('T', ' ');
          case 'action':
            return <span title={entry.detail}>{entry.action}</span>;
          case 'author':
            return entry.author;
          default:
            return (
              <span className="wm-mono wm-soft" title={entry.hash}>
                {entry.hash.slice(0, 10)}
              </span>
            );
        }
      }}
    />
  );
}
