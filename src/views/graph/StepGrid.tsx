import { type KeyboardEvent, type ReactNode, useMemo, useState } from 'react';
import { formatDuration, nanos, parseNanos } from '../../lib/nanos.ts';
import { NONE } from '../../model/span-table.ts';
import type { StepRow } from '../../queries/answers.ts';
import { EvidenceText } from '../../ui/EvidenceText.tsx';
import { VirtualGrid } from '../../ui/VirtualGrid.tsx';
import type { GraphModel } from './graph-model.ts';
import { KindGlyph } from './KindGlyph.tsx';
import type { Folding } from './use-folding.ts';
import { useStepsAt } from './use-steps-at.ts';

interface Props {
  readonly session: string;
  readonly model: GraphModel;
  /** Step index. */
  readonly selected: number | undefined;
  readonly folding: Folding;
  readonly onSelect: (step: number) => void;
}

const COLUMNS = [
  { id: 'name', header: 'Step', width: 'minmax(180px, 3fr)' },
  { id: 'relation', header: 'Order', width: 'minmax(160px, 4fr)' },
  { id: 'turn', header: 'Turn', width: '48px', align: 'end' },
  { id: 'agent', header: 'Agent', width: 'minmax(60px, 1fr)' },
  { id: 'start', header: 'Start', width: '92px', align: 'end' },
  { id: 'duration', header: 'Duration', width: '92px', align: 'end' },
] as const;

/** The same graph as a tree: rows are read as they are shown, and each says how it is ordered. */
export function StepGrid({ session, model, selected, folding, onSelect }: Props): ReactNode {
  const { folded, fold } = folding;
  const { tree } = model.graph;
  const selectedRow = selected === undefined ? NONE : (model.rowOfStep[selected] ?? NONE);
  const held = folded.size === 0 ? NONE : selectedRow;
  const shown = useMemo(() => shownRows(tree, folded, held), [tree, folded, held]);
  const [range, setRange] = useState({ from: 0, to: 40 });
  const visible = Array.from(shown.subarray(range.from, range.to));
  const rowAt = useStepsAt(session, visible);
  const at = (index: number): StepRow | undefined => rowAt(shown[index] as number);
  const hasBelow = (index: number): boolean => {
    const row = shown[index] as number;
    return (tree.end[row] as number) > row + 1;
  };
  const active = selectedRow === NONE ? undefined : indexIn(shown, selectedRow);

  const stepAt = (index: number): number => tree.step[shown[index] as number] as number;
  const select = (index: number): void => {
    if (index < shown.length) onSelect(stepAt(index));
  };
  const key = (event: KeyboardEvent, index: number): boolean => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return false;
    const isFolded = folded.has(stepAt(index));
    if (event.key === 'ArrowRight' && hasBelow(index)) {
      if (isFolded) fold([stepAt(index)], false);
      else select(index + 1);
      return true;
    }
    if (event.key !== 'ArrowLeft') return false;
    if (hasBelow(index) && !isFolded) fold([stepAt(index)], true);
    else {
      const depth = tree.depth[shown[index] as number] as number;
      let above = index - 1;
      while (above >= 0 && (tree.depth[shown[above] as number] as number) >= depth) above--;
      if (above >= 0) select(above);
    }
    return true;
  };

  return (
    <VirtualGrid
      label="Steps"
      columns={COLUMNS}
      count={shown.length}
      active={active}
      onActive={select}
      onKey={key}
      onRange={(from, to) => setRange((now) => (now.from === from && now.to === to ? now : { from, to }))}
      treePlace={(index) => ({
        level: (tree.depth[shown[index] as number] as number) + 1,
        expanded: hasBelow(index) ? !folded.has(stepAt(index)) : undefined,
      })}
      spoken={(index) => spokenRow(at(index))}
      cell={(index, column) => {
        const row = at(index);
        if (column === 'name') {
          const depth = tree.depth[shown[index] as number] as number;
          return (
            <span className="wm-step-name" style={{ paddingLeft: Math.min(depth, 24) * 14 }}>
              {hasBelow(index) ? (
                <button
                  type="button"
                  tabIndex={-1}
                  className="wm-step-fold"
                  aria-hidden="true"
                  onClick={(event) => {
                    event.stopPropagation();
                    fold([stepAt(index)], !folded.has(stepAt(index)));
                  }}
                >
                  {folded.has(stepAt(index)) ? '▸' : '▾'}
                </button>
              ) : (
                <span className="wm-step-fold" />
              )}
              {row === undefined ? '…' : <KindGlyph kind={row.kind} />}
              {row === undefined ? undefined : <EvidenceText text={row.name} look="name" />}
            </span>
          );
        }
        return row === undefined ? undefined : cellOf(row, column);
      }}
    />
  );
}

function cellOf(row: StepRow, column: string): ReactNode {
  switch (column) {
    case 'relation': {
      const rest = row.relation.replace(/;? ?unordered with [0-9]+$/, '');
      return (
        <span title={row.relation}>
          {row.orphan ? (
            <span className="wm-step-orphan">orphan{rest === '' && row.openWith === 0 ? '' : '; '}</span>
          ) : undefined}
          {row.openWith > 0 ? (
            <span className="wm-step-unordered">
              unordered with {row.openWith}
              {rest === '' ? '' : '; '}
            </span>
          ) : undefined}
          <EvidenceText text={rest} />
        </span>
      );
    }
    case 'turn':
      return row.turn ?? '';
    case 'agent':
      return row.agent === null ? undefined : <EvidenceText text={row.agent} />;
    case 'start':
      return durationOf(row.startNs);
    default:
      return durationOf(row.durationNs);
  }
}

export function durationOf(text: string | null): string {
  const ns = text === null ? undefined : parseNanos(text);
  return ns === undefined ? 'unknown' : formatDuration(nanos(ns));
}

const spokenRow = (row: StepRow | undefined): string | undefined =>
  row === undefined
    ? undefined
    : [
        `${row.kind} ${row.name}`,
        row.turn === null ? '' : `turn ${row.turn}`,
        row.agent === null ? '' : `agent ${row.agent}`,
        row.orphan ? 'orphan: its parent is not in the data' : '',
        row.relation,
      ]
        .filter((part) => part !== '')
        .join(', ');

/** Rows that are not below a folded one; what is above the selected row is open whatever was folded. */
function shownRows(
  tree: GraphModel['graph']['tree'],
  folded: ReadonlySet<number>,
  selected: number,
): Uint32Array {
  const shown = new Uint32Array(tree.step.length);
  let count = 0;
  for (let row = 0; row < tree.step.length; ) {
    shown[count++] = row;
    const end = tree.end[row] as number;
    const holdsSelected = selected !== NONE && selected > row && selected < end;
    row = folded.has(tree.step[row] as number) && !holdsSelected ? end : row + 1;
  }
  return shown.slice(0, count);
}

/** Position in an ascending list; undefined when it is not in it. */
function indexIn(rows: Uint32Array, row: number): number | undefined {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle] as number) < row) low = middle + 1;
    else high = middle;
  }
  return rows[low] === row ? low : undefined;
}
