import type { ReactNode } from 'react';
import { formatCount, formatSize } from '../../lib/format-size.ts';
import type { InputSummary } from '../../queries/answers.ts';
import { useGo } from '../../queries/use-route.ts';
import { SEVERITY_LOOK } from '../../queries/words.ts';
import { Chip } from '../../ui/Chip.tsx';
import { EvidenceText } from '../../ui/EvidenceText.tsx';
import { type GridColumn, VirtualGrid } from '../../ui/VirtualGrid.tsx';

interface Props {
  readonly inputs: readonly InputSummary[];
  readonly chosen: string | undefined;
}

const COLUMNS: readonly GridColumn[] = [
  { id: 'path', header: 'Evidence file', width: 'minmax(130px, 2fr)' },
  { id: 'format', header: 'Recognised as', width: 'minmax(130px, 1.4fr)' },
  { id: 'accepted', header: 'Accepted', width: '76px', align: 'end' },
  { id: 'losses', header: 'Not accepted', width: 'minmax(150px, 1fr)' },
  { id: 'problems', header: 'Problems', width: '176px' },
  { id: 'role', header: 'Role', width: '112px' },
  { id: 'size', header: 'Size', width: '80px', align: 'end' },
  { id: 'sha256', header: 'SHA-256', width: 'minmax(120px, 1fr)' },
];

/** Every file of the bundle: what it was recognised as and why, what was read from it. */
export function FileTable({ inputs, chosen }: Props): ReactNode {
  const go = useGo();
  const at = inputs.findIndex(({ path }) => path === chosen);
  const choose = (row: number): void => {
    const input = inputs[row];
    if (input !== undefined) go({ selection: { is: 'raw', path: input.path, byte: 0 } }, 'replace');
  };
  return (
    <VirtualGrid
      label="Evidence files"
      columns={COLUMNS}
      count={inputs.length}
      rowHeight={28}
      active={at < 0 ? undefined : at}
      onActive={choose}
      cell={(row, column) => {
        const input = inputs[row];
        return input === undefined ? undefined : <Cell input={input} column={column} />;
      }}
    />
  );
}

function Cell({ input, column }: { readonly input: InputSummary; readonly column: string }): ReactNode {
  switch (column) {
    case 'path':
      return <EvidenceText text={input.path} look="name" />;
    case 'format':
      if (input.format === null) {
        return (
          <span className="wm-soft">{input.role === 'state' ? 'attached state' : 'not recognised'}</span>
        );
      }
      return (
        <span title={input.detectedBy ?? undefined}>
          {input.format}
          {input.detectedBy === undefined ? undefined : (
            <span className="wm-soft"> · {input.detectedBy}</span>
          )}
        </span>
      );
    case 'role':
      return input.role ?? '';
    case 'accepted':
      // the content of a state is no record
      return input.role === 'state' ? '' : formatCount(input.accepted ?? input.records);
    case 'losses':
      return <Losses input={input} />;
    case 'size':
      return formatSize(input.bytes);
    case 'problems':
      return <Counts input={input} />;
    default:
      return <span className="wm-mono wm-soft">{input.sha256}</span>;
  }
}

/** Copies of records, records that were not accepted, bytes that are of no record. */
function Losses({
  input: { accepted, folded, rejected, lostBytes },
}: {
  readonly input: InputSummary;
}): ReactNode {
  if (accepted === null) return <span className="wm-soft">not counted</span>;
  const parts = [
    ...(folded ? [`${formatCount(folded)} folded`] : []),
    ...(rejected ? [`${formatCount(rejected)} rejected`] : []),
    ...(lostBytes ? [`${formatSize(lostBytes)} lost`] : []),
  ];
  return <span title={parts.join(', ')}>{parts.join(', ')}</span>;
}

function Counts({ input }: { readonly input: InputSummary }): ReactNode {
  return (['error', 'warning', 'info'] as const).map((severity) => {
    const count = input.problemCounts[severity];
    const look = SEVERITY_LOOK[severity];
    return count === 0 ? undefined : (
      <Chip key={severity} tone={look.tone} glyph={look.glyph} hint={look.word}>
        {formatCount(count)}
      </Chip>
    );
  });
}
