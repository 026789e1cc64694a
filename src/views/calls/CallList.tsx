import { type ReactNode, useState } from 'react';
import type { CallDocument } from '../../model/findings.ts';
import { useCallRows } from '../../queries/use-rows.ts';
import { VERDICT_LOOK } from '../../queries/words.ts';
import { EvidenceText } from '../../ui/EvidenceText.tsx';
import { Glyph } from '../../ui/Glyph.tsx';
import { VirtualGrid } from '../../ui/VirtualGrid.tsx';

interface Props {
  readonly session: string;
  readonly count: number;
  readonly current: number;
  readonly hasAttempts: boolean;
  readonly onChoose: (call: number) => void;
}

/** The calls in words. */
export function CallList({ session, count, current, hasAttempts, onChoose }: Props): ReactNode {
  const [range, setRange] = useState({ from: 0, to: 40 });
  const rows = useCallRows(session, range.from, range.to);
  const columns = [
    { id: 'number', header: '#', width: '44px', align: 'end' as const },
    { id: 'verdict', header: 'Verdict', width: 'minmax(128px, 1fr)' },
    { id: 'tool', header: 'Tool', width: 'minmax(90px, 1.4fr)' },
    { id: 'turn', header: 'Turn', width: '40px', align: 'end' as const },
    ...(hasAttempts ? [{ id: 'attempt', header: 'Attempt', width: '64px' }] : []),
  ];
  return (
    <VirtualGrid
      label="Calls"
      columns={columns}
      count={count}
      active={current}
      onActive={onChoose}
      onRange={(from, to) => setRange((now) => (now.from === from && now.to === to ? now : { from, to }))}
      spoken={(index) => spokenCall(rows.row(index), index)}
      cell={(index, column) => (column === 'number' ? index + 1 : cellOf(rows.row(index), column))}
    />
  );
}

function cellOf(call: CallDocument | undefined, column: string): ReactNode {
  if (call === undefined) return column === 'tool' ? '…' : undefined;
  switch (column) {
    case 'verdict': {
      const look = VERDICT_LOOK[call.verdict];
      return (
        <span className={`wm-call-verdict wm-tone-${look.tone}`} title={call.reasons.join(', ')}>
          <Glyph name={look.glyph} size={13} /> {look.word}
        </span>
      );
    }
    case 'tool':
      return <EvidenceText text={call.tool} look="name" />;
    case 'turn':
      return call.turn ?? '';
    default:
      return call.attempt === null ? undefined : <EvidenceText text={call.attempt} />;
  }
}

const spokenCall = (call: CallDocument | undefined, index: number): string | undefined =>
  call === undefined
    ? undefined
    : `call ${index + 1}, ${call.tool}, ${call.turn === null ? '' : `turn ${call.turn}, `}${
        VERDICT_LOOK[call.verdict].word
      }${call.reasons.length === 0 ? '' : `: ${call.reasons.join(', ')}`}`;
