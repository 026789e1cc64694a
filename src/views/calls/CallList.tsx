import { memo, type ReactNode, useMemo, useState } from 'react';
import { useCallRows } from '../../queries/use-rows.ts';
import { VERDICT_LOOK } from '../../queries/words.ts';
import { EvidenceText } from '../../ui/EvidenceText.tsx';
import { Glyph } from '../../ui/Glyph.tsx';
import { type GridColumn, VirtualGrid } from '../../ui/VirtualGrid.tsx';
import { callsOfSlot, landOn, type Slots, verdictAt } from './call-walk.ts';

interface Props {
  readonly session: string;
  readonly slots: Slots;
  /** Position of the call in view. */
  readonly current: number;
  readonly onChoose: (call: number) => void;
}

/** Attempts that have a column each; of more, those around the one in view. */
const COLUMNS = 6;

/** The calls in words, a row each; the verdicts of several attempts stand beside each other. */
export const CallList = memo(function CallList({ session, slots, current, onChoose }: Props): ReactNode {
  const { strip, count } = slots;
  const attempt = strip.attempt[current] as number;
  const [range, setRange] = useState({ from: 0, to: 40 });
  // reasons are read for the rows on screen only; everything else stands in the strip
  const shown = slots.calls.subarray(slots.from[range.from] ?? 0, slots.from[Math.min(range.to, count)] ?? 0);
  const rows = useCallRows(session, least(shown), most(shown) + 1);
  const firstShown = Math.max(0, Math.min(strip.attempts.length - COLUMNS, attempt - (COLUMNS >> 1)));
  const columns = useMemo(() => columnsOf(slots, firstShown), [slots, firstShown]);
  const spoken = (slot: number): string => {
    const calls = [...callsOfSlot(slots, slot)];
    const [first = 0] = calls;
    const told = calls.map((call) => {
      const name = calls.length > 1 ? `${strip.attempts[strip.attempt[call] ?? 0]?.label}: ` : '';
      const reasons = rows.row(call)?.reasons ?? [];
      return `${name}${VERDICT_LOOK[verdictAt(strip, call)].word}${reasons.length === 0 ? '' : `: ${reasons.join(', ')}`}`;
    });
    const turn = strip.turn[first] as number;
    const tries = strip.tries[slot] as number;
    return `call ${slot + 1}, ${strip.tools[strip.tool[first] ?? 0]}, ${turn < 0 ? '' : `turn ${turn}, `}${
      strip.agents.length > 1 ? `agent ${strip.agents[strip.agent[first] ?? 0]}, ` : ''
    }${tries > 1 ? `try ${strip.tryOf[slot]} of ${tries}, ` : ''}${told.join('; ')}`;
  };
  return (
    <VirtualGrid
      label="Calls"
      columns={columns}
      count={count}
      active={strip.slot[current]}
      onActive={(slot) => {
        const call = landOn(slots, slot, attempt);
        if (call !== undefined) onChoose(call);
      }}
      onRange={(from, to) => setRange((now) => (now.from === from && now.to === to ? now : { from, to }))}
      spoken={spoken}
      cell={(slot, column) => <Cell slots={slots} slot={slot} column={column} />}
    />
  );
});

const least = (calls: Uint32Array): number => calls.reduce((a, b) => Math.min(a, b), calls[0] ?? 0);
const most = (calls: Uint32Array): number => calls.reduce((a, b) => Math.max(a, b), 0);

function columnsOf({ strip }: Slots, first: number): readonly GridColumn[] {
  const verdicts: GridColumn[] =
    strip.attempts.length > 1
      ? strip.attempts.slice(first, first + COLUMNS).map(({ label }, i) => ({
          id: `attempt-${first + i}`,
          header: (
            <span title={label}>
              <EvidenceText text={label} />
            </span>
          ),
          width: 'minmax(28px, 56px)',
        }))
      : [{ id: 'verdict', header: 'Verdict', width: 'minmax(128px, 1fr)' }];
  return [
    { id: 'number', header: '#', width: '44px', align: 'end' },
    ...verdicts,
    { id: 'tool', header: 'Tool', width: 'minmax(90px, 1.4fr)' },
    // turns are counted by each agent for itself
    ...(strip.agents.length > 1 ? [{ id: 'agent', header: 'Agent', width: 'minmax(60px, 1fr)' }] : []),
    { id: 'turn', header: 'Turn', width: '40px', align: 'end' },
  ];
}

function Cell({
  slots,
  slot,
  column,
}: {
  readonly slots: Slots;
  readonly slot: number;
  readonly column: string;
}): ReactNode {
  const { strip } = slots;
  const calls = callsOfSlot(slots, slot);
  const [first = 0] = calls;
  switch (column) {
    case 'number':
      return slot + 1;
    case 'verdict':
      return <VerdictMark slots={slots} call={first} isWord={true} />;
    case 'tool':
      return (
        <>
          <EvidenceText text={strip.tools[strip.tool[first] ?? 0] ?? ''} look="name" />
          {(strip.tries[slot] as number) > 1 ? (
            <span className="wm-call-try">
              try {strip.tryOf[slot]} of {strip.tries[slot]}
            </span>
          ) : undefined}
        </>
      );
    case 'agent':
      return <EvidenceText text={strip.agents[strip.agent[first] ?? 0] ?? ''} look="name" />;
    case 'turn':
      return (strip.turn[first] as number) < 0 ? '' : strip.turn[first];
    default: {
      const attempt = Number(column.slice('attempt-'.length));
      const call = calls.find((one) => strip.attempt[one] === attempt);
      return call === undefined ? undefined : <VerdictMark slots={slots} call={call} isWord={false} />;
    }
  }
}

interface MarkProps {
  readonly slots: Slots;
  readonly call: number;
  readonly isWord: boolean;
}

function VerdictMark({ slots, call, isWord }: MarkProps): ReactNode {
  const look = VERDICT_LOOK[verdictAt(slots.strip, call)];
  return (
    <span className={`wm-call-verdict wm-tone-${look.tone}`} title={isWord ? undefined : look.word}>
      <Glyph name={look.glyph} size={13} /> {isWord ? look.word : undefined}
    </span>
  );
}
