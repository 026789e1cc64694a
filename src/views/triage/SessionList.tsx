import { type ReactNode, useState } from 'react';
import { formatCount } from '../../lib/format-size.ts';
import { shortId } from '../../lib/short-id.ts';
import type { CorpusColumn, CorpusFilter, CorpusRow, CorpusSort } from '../../model/corpus.ts';
import { useCorpusRows } from '../../queries/use-rows.ts';
import { BUCKET_LOOK, OUTCOME_LOOK } from '../../queries/words.ts';
import { Chip } from '../../ui/Chip.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { EvidenceText } from '../../ui/EvidenceText.tsx';
import { Glyph } from '../../ui/Glyph.tsx';
import { type GridColumn, VirtualGrid } from '../../ui/VirtualGrid.tsx';
import { VerdictBar } from './VerdictBar.tsx';

interface Props {
  readonly filter: CorpusFilter;
  readonly sort: CorpusSort;
  readonly onSort: (sort: CorpusSort) => void;
  /** How many sessions the rows are of. */
  readonly judged: number;
  readonly chosen: string | undefined;
  readonly onChoose: (session: string) => void;
  /** Enter, or a double click. */
  readonly onOpen: (session: string) => void;
}

interface Column extends GridColumn {
  readonly header: string;
  readonly by?: CorpusColumn;
}

const COLUMNS: readonly Column[] = [
  { id: 'outcome', by: 'outcome', header: 'Outcome', width: '112px' },
  { id: 'title', by: 'title', header: 'Session', width: 'minmax(104px, 1fr)' },
  { id: 'order', by: 'bucket', header: 'Order', width: '116px' },
  { id: 'open', by: 'questions', header: 'Open', width: '44px', align: 'end' },
  { id: 'orphans', by: 'orphans', header: 'Orphans', width: '58px', align: 'end' },
  { id: 'calls', by: 'calls', header: 'Calls', width: '40px', align: 'end' },
  { id: 'service', by: 'service', header: 'Service', width: 'minmax(72px, 1fr)' },
];

/** The sessions of the case that pass the filter, a row each; rows are read as they are shown. */
export function SessionList({ filter, sort, onSort, judged, chosen, onChoose, onOpen }: Props): ReactNode {
  const [range, setRange] = useState({ from: 0, to: 60 });
  const { total, row, waiting } = useCorpusRows(filter, sort, judged, range.from, range.to);
  const at = placeOf(chosen, row, range, total);
  if (total === 0 && !waiting && judged > 0) {
    return (
      <EmptyState title="No session passes" glyph="hollow">
        No session has all that is looked for.
      </EmptyState>
    );
  }
  const columns = COLUMNS.map(({ by, header, ...column }): GridColumn => {
    if (by === undefined) return { ...column, header };
    const isSorted = sort.by === by;
    return {
      ...column,
      sorted: isSorted ? (sort.down ? 'descending' : 'ascending') : undefined,
      header: (
        <button type="button" className="wm-sort" onClick={() => onSort(nextSort(sort, by))}>
          {header}
          {isSorted ? (sort.down ? ' ▾' : ' ▴') : ''}
        </button>
      ),
    };
  });
  const idAt = (index: number, use: (session: string) => void): void => {
    const session = row(index)?.session;
    if (session !== undefined) use(session);
  };
  return (
    <VirtualGrid
      label="Sessions"
      columns={columns}
      count={total}
      rowHeight={28}
      active={at}
      onActive={(index) => idAt(index, onChoose)}
      onOpen={(index) => idAt(index, onOpen)}
      onRange={(from, to) => setRange((now) => (now.from === from && now.to === to ? now : { from, to }))}
      cell={(index, column) => {
        const session = row(index);
        return session === undefined ? '…' : <Cell row={session} column={column} />;
      }}
    />
  );
}

/** Numbers and words of what is wrong are wanted largest first; names and the order of the case from the beginning. */
function nextSort(now: CorpusSort, by: CorpusColumn): CorpusSort {
  const first = by === 'questions' || by === 'orphans' || by === 'calls';
  if (now.by !== by) return { by, down: first };
  return now.down === first ? { by, down: !first } : { by: 'case', down: false };
}

/** Where the chosen session stands, as far as its row is known. */
function placeOf(
  chosen: string | undefined,
  row: (index: number) => CorpusRow | undefined,
  { from, to }: { readonly from: number; readonly to: number },
  total: number,
): number | undefined {
  for (let index = Math.max(0, from - 50); index < Math.min(to + 50, total); index++) {
    if (row(index)?.session === chosen) return index;
  }
  return undefined;
}

function Cell({ row, column }: { readonly row: CorpusRow; readonly column: string }): ReactNode {
  switch (column) {
    case 'outcome': {
      const look = OUTCOME_LOOK[row.outcome];
      return (
        <Chip tone={look.tone} glyph={look.glyph} hint={look.said}>
          {look.word}
        </Chip>
      );
    }
    case 'title':
      return (
        <span title={row.title ?? row.session}>
          <EvidenceText text={row.title ?? shortId(row.session, [4, 6])} look="name" />
          {row.title === null ? (
            <span className="wm-soft">
              {' '}
              <EvidenceText text={row.inputs[0] ?? ''} look="name" />
            </span>
          ) : undefined}
        </span>
      );
    case 'order': {
      const look = BUCKET_LOOK[row.order];
      return (
        <span className={`wm-session-order wm-tone-${look.tone}`} title={look.said}>
          <Glyph name={look.glyph} />
          {look.word}
        </span>
      );
    }
    case 'open':
      return formatCount(row.questionCount);
    case 'orphans':
      return formatCount(row.orphanCount);
    case 'calls':
      return formatCount(row.calls);
    case 'service':
      return <EvidenceText text={row.services.join(', ')} look="name" />;
    default:
      return <VerdictBar verdicts={row.verdicts} />;
  }
}
