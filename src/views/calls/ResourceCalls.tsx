import { type ReactNode, useState } from 'react';
import { shortId } from '../../lib/short-id.ts';
import type { FingerprintText, ResourceCallRow, ResourceSides } from '../../queries/answers.ts';
import { useResourceCallRows } from '../../queries/use-rows.ts';
import { VERDICT_LOOK } from '../../queries/words.ts';
import { Chip } from '../../ui/Chip.tsx';
import { EvidenceText } from '../../ui/EvidenceText.tsx';
import { Glyph } from '../../ui/Glyph.tsx';
import { VirtualGrid } from '../../ui/VirtualGrid.tsx';
import type { Slots } from './call-walk.ts';

interface Props {
  readonly session: string;
  readonly slots: Slots;
  readonly current: number;
  readonly resource: string | null;
  readonly onChoose: (call: number) => void;
}

const ROW = 26;
/** Rows that are shown without scrolling inside the panel. */
const TALL = 14;

const COLUMNS = [
  { id: 'number', header: '#', width: '40px', align: 'end' as const },
  { id: 'relation', header: 'Relation', width: '84px' },
  { id: 'tool', header: 'Tool', width: 'minmax(90px, 1fr)' },
  { id: 'turn', header: 'Turn', width: '36px', align: 'end' as const },
  { id: 'access', header: 'Access', width: '46px' },
  { id: 'recorded', header: 'Recorded', width: 'minmax(176px, 1.6fr)' },
  { id: 'replayed', header: 'Replayed', width: 'minmax(176px, 1.6fr)' },
  { id: 'verdict', header: 'Verdict', width: '56px' },
];

const RELATION = { before: 'before', here: 'this call', may: 'may be' } as const;

/** Every call on a resource up to the call in view, with what each side says of it before and after. */
export function ResourceCalls({ session, slots, current, resource, onChoose }: Props): ReactNode {
  const [range, setRange] = useState({ from: 0, to: 40 });
  const rows = useResourceCallRows(session, current, resource, range.from, range.to);
  return (
    <div className="wm-resource-calls" style={{ height: Math.min(rows.total, TALL) * ROW + ROW + 6 }}>
      <VirtualGrid
        label="Calls on the resource, Enter opens one"
        columns={COLUMNS}
        count={rows.total}
        rowHeight={ROW}
        {...useActive(rows.total)}
        onOpen={(index) => {
          const row = rows.row(index);
          if (row !== undefined) onChoose(row.call);
        }}
        onRange={(from, to) => setRange((now) => (now.from === from && now.to === to ? now : { from, to }))}
        rowClass={(index) => {
          const row = rows.row(index);
          return row === undefined ? undefined : `wm-resource-${row.relation}`;
        }}
        spoken={(index) => spoken(rows.row(index), slots)}
        cell={(index, column) => cellOf(rows.row(index), column, slots, onChoose)}
      />
    </div>
  );
}

/** The last call stands nearest to the one in view. */
function useActive(count: number): { readonly active: number; readonly onActive: (row: number) => void } {
  const [active, setActive] = useState<number | undefined>(undefined);
  return { active: Math.min(active ?? count - 1, count - 1), onActive: setActive };
}

function cellOf(
  row: ResourceCallRow | undefined,
  column: string,
  slots: Slots,
  onChoose: (call: number) => void,
): ReactNode {
  if (row === undefined) return column === 'tool' ? '…' : undefined;
  const look = VERDICT_LOOK[row.verdict];
  switch (column) {
    case 'number':
      return (slots.strip.slot[row.call] ?? 0) + 1;
    case 'relation':
      return row.unseen === null ? (
        RELATION[row.relation]
      ) : (
        <Chip tone="warn" glyph="warning" hint={row.unseen}>
          unseen
        </Chip>
      );
    case 'tool':
      return (
        // the grid has the focus, and Enter in it does the same
        <button type="button" className="wm-link" tabIndex={-1} onClick={() => onChoose(row.call)}>
          <EvidenceText text={row.tool} look="name" />
        </button>
      );
    case 'turn':
      return row.turn ?? '';
    case 'access':
      return row.access;
    case 'recorded':
      return <Change sides={row.recorded} />;
    case 'replayed':
      return <Change sides={row.replayed} />;
    default:
      return (
        <span className={`wm-call-verdict wm-tone-${look.tone}`} title={look.word}>
          <Glyph name={look.glyph} size={13} />
        </span>
      );
  }
}

/** The fingerprints before and after, short; equal ones once. */
function Change({ sides }: { readonly sides: ResourceSides | null }): ReactNode {
  if (sides === null) return <span className="wm-soft">not listed</span>;
  const { pre, post } = sides;
  const isSame = pre !== null && post !== null && shortText(pre) === shortText(post);
  return (
    <span className="wm-resource-change" title={[pre, post].map(longText).join(' → ')}>
      {isSame || pre === null ? undefined : `${shortText(pre)} → `}
      {post === null ? (pre === null ? '' : '?') : shortText(post)}
    </span>
  );
}

function shortText(state: FingerprintText): string {
  if (state.absent) return 'absent';
  if (state.fingerprint === null) return 'not stated';
  const value = state.fingerprint.slice(state.fingerprint.indexOf(':') + 1);
  const epoch = state.epoch === null ? '' : ` in ${shortId(state.epoch, [5, 4])}`;
  return `${shortId(value, [5, 4])}${epoch}`;
}

const longText = (state: FingerprintText | null): string =>
  state === null
    ? 'not listed'
    : state.absent
      ? 'absent'
      : `${state.fingerprint ?? 'not stated'}${state.epoch === null ? '' : ` in ${state.epoch}`}`;

function spoken(row: ResourceCallRow | undefined, { strip }: Slots): string | undefined {
  if (row === undefined) return undefined;
  const say = (side: string, sides: ResourceSides | null): string =>
    sides === null
      ? `${side}: not listed`
      : `${side}: ${sides.pre === null ? 'not listed' : shortText(sides.pre)} before, ${sides.post === null ? 'not listed' : shortText(sides.post)} after`;
  return [
    `call ${(strip.slot[row.call] ?? 0) + 1}`,
    row.relation === 'may' ? 'unordered with this call' : RELATION[row.relation],
    row.tool,
    row.turn === null ? undefined : `turn ${row.turn}`,
    row.access,
    say('recorded', row.recorded),
    say('replayed', row.replayed),
    VERDICT_LOOK[row.verdict].word,
    row.unseen ?? undefined,
  ]
    .filter((part) => part !== undefined)
    .join(', ');
}
