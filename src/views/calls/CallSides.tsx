import type { ReactNode } from 'react';
import { formatSize } from '../../lib/format-size.ts';
import type {
  CallDetail,
  CallSideDetail,
  CutText,
  StateDetail,
  StateSideDetail,
} from '../../queries/answers.ts';
import { useHref } from '../../queries/use-route.ts';
import { Chip } from '../../ui/Chip.tsx';
import { EvidenceText } from '../../ui/EvidenceText.tsx';
import { DifferingText } from './DifferingText.tsx';
import { LineDifference } from './LineDifference.tsx';

/** Recorded beside replayed: the states that differ first, then every member on one line, what differs marked. */
export function CallSides({ detail }: { readonly detail: CallDetail }): ReactNode {
  const { recorded, replayed, states, reasons } = detail;
  const has = (code: string): boolean => reasons.some((reason) => reason.code === code);
  return (
    <table className="wm-sides">
      {detail.call.verdict === 'not-reexecuted' ? (
        <caption className="wm-sides-caption">
          The replay did not run this call again. What stands as replayed is what was answered instead; that
          it agrees shows nothing.
        </caption>
      ) : undefined}
      <thead>
        <tr>
          <th scope="col">
            <span className="wm-spoken">member</span>
          </th>
          <th scope="col">Recorded</th>
          <th scope="col">Replayed</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">from</th>
          <td>
            <Place side={recorded} none="The recording does not have this call." />
          </td>
          <td>
            <Place side={replayed} none="No replay answers this call." />
          </td>
        </tr>
      </tbody>
      {states
        .filter(({ equal }) => equal === false)
        .map((state) => (
          <StateRows key={keyOf(state)} state={state} />
        ))}
      <tbody>
        <ContentRow name="input" recorded={recorded} replayed={replayed} differs={has('input-differs')} />
        <ContentRow name="output" recorded={recorded} replayed={replayed} differs={has('output-differs')} />
        <TextRow
          name="idempotency key"
          recorded={recorded?.idempotencyKey}
          replayed={replayed?.idempotencyKey}
          isAbsent={recorded === null && replayed === null}
        />
        <TextRow
          name="from a cache"
          recorded={recorded === null ? undefined : recorded.servedFromCache ? 'yes' : 'no'}
          replayed={replayed === null ? undefined : replayed.servedFromCache ? 'yes' : 'no'}
          isAbsent={recorded?.servedFromCache !== true && replayed?.servedFromCache !== true}
        />
        <TextRow
          name="effects"
          recorded={recorded?.effects ?? (recorded === null ? undefined : 'unstated: counts as a write')}
          replayed={replayed?.effects ?? (replayed === null ? undefined : 'unstated: counts as a write')}
          isAbsent={false}
        />
        <TextRow
          name="coverage"
          recorded={recorded?.coverage}
          replayed={replayed?.coverage}
          isAbsent={(recorded?.coverage ?? replayed?.coverage ?? null) === null}
        />
      </tbody>
      {states
        .filter(({ equal }) => equal !== false)
        .map((state) => (
          <StateRows key={keyOf(state)} state={state} />
        ))}
    </table>
  );
}

const keyOf = (state: StateDetail): string => `${state.when}:${state.resource ?? ''}`;

function Place({ side, none }: { readonly side: CallSideDetail | null; readonly none: string }): ReactNode {
  const href = useHref();
  if (side === null) return <span className="wm-soft">{none}</span>;
  return (
    <a href={href({ screen: 'ledger', selection: { is: 'raw', path: side.file, byte: side.byte } })}>
      <EvidenceText text={side.file} look="name" />
      {side.line === null ? '' : `, line ${side.line}`}, byte {side.byte}
    </a>
  );
}

interface RowProps {
  readonly name: 'input' | 'output';
  readonly recorded: CallSideDetail | null;
  readonly replayed: CallSideDetail | null;
  /** As values: the texts may differ where the values are equal. */
  readonly differs: boolean;
}

function ContentRow({ name, recorded, replayed, differs }: RowProps): ReactNode {
  const [left, right] = [recorded?.[name] ?? null, replayed?.[name] ?? null];
  const both = left !== null && right !== null;
  const isTextEqual = both && left.text === right.text && !left.cut && !right.cut;
  return (
    <tr className={differs ? 'wm-sides-differs' : undefined}>
      <th scope="row">
        {name}
        {both && !differs ? (
          <span className="wm-sides-note">{isTextEqual ? 'equal' : 'equal as values'}</span>
        ) : undefined}
        {differs ? (
          <Chip tone="bad" glyph="not-equal">
            differs
          </Chip>
        ) : undefined}
      </th>
      <td>
        <Content content={left} other={differs ? right : null} isThere={recorded !== null} />
      </td>
      <td>
        <Content content={right} other={differs ? left : null} isThere={replayed !== null} />
      </td>
    </tr>
  );
}

function Content({
  content,
  other,
  isThere,
}: {
  readonly content: CutText | null;
  readonly other: CutText | null;
  readonly isThere: boolean;
}): ReactNode {
  if (!isThere) return undefined;
  if (content === null) return <span className="wm-soft">not in the record</span>;
  return (
    <div className="wm-sides-content">
      <DifferingText text={content.text} other={other?.text} />
      {content.cut ? <p className="wm-soft">cut here; {formatSize(content.bytes)} in all</p> : undefined}
    </div>
  );
}

interface TextRowProps {
  readonly name: string;
  readonly recorded: string | null | undefined;
  readonly replayed: string | null | undefined;
  /** Neither side says anything: no row. */
  readonly isAbsent: boolean;
}

function TextRow({ name, recorded, replayed, isAbsent }: TextRowProps): ReactNode {
  if (isAbsent || ((recorded ?? null) === null && (replayed ?? null) === null)) return undefined;
  return (
    <tr>
      <th scope="row">{name}</th>
      {[recorded, replayed].map((text, i) => (
        <td key={i === 0 ? 'recorded' : 'replayed'}>
          {text === undefined || text === null ? (
            <span className="wm-soft">{text === null ? 'not stated' : ''}</span>
          ) : (
            <EvidenceText text={text} look="wrap" />
          )}
        </td>
      ))}
    </tr>
  );
}

function StateRows({ state }: { readonly state: StateDetail }): ReactNode {
  const { recorded, replayed, equal, lines } = state;
  const [left, right] = [recorded?.fingerprint ?? undefined, replayed?.fingerprint ?? undefined];
  const hasEpoch = (recorded?.epoch ?? replayed?.epoch ?? null) !== null;
  return (
    <tbody className="wm-state">
      <tr>
        <th colSpan={3} scope="rowgroup" className="wm-state-head">
          {state.when === 'pre' ? 'Before the call' : 'After the call'}:{' '}
          {state.resource === null ? (
            'the one unnamed resource'
          ) : (
            <EvidenceText text={state.resource} look="name" />
          )}{' '}
          <EqualChip equal={equal} />
        </th>
      </tr>
      <tr>
        <th scope="row">fingerprint</th>
        <td>
          <Fingerprint side={recorded} other={equal === true ? undefined : right} />
        </td>
        <td>
          <Fingerprint side={replayed} other={equal === true ? undefined : left} />
        </td>
      </tr>
      {hasEpoch ? (
        <tr>
          <th scope="row">epoch</th>
          <td className="wm-mono">
            <Epoch side={recorded} other={replayed} />
          </td>
          <td className="wm-mono">
            <Epoch side={replayed} other={recorded} />
          </td>
        </tr>
      ) : undefined}
      {lines === null ? (
        <ContentPair recorded={recorded} replayed={replayed} equal={equal} />
      ) : (
        <tr>
          <th scope="row">content</th>
          <td colSpan={2}>
            <LineDifference lines={lines} recorded={wholeOf(recorded)} replayed={wholeOf(replayed)} />
          </td>
        </tr>
      )}
    </tbody>
  );
}

const wholeOf = (side: StateSideDetail | null): string | undefined =>
  side === null || side.content === null || side.content.cut ? undefined : side.content.text;

function EqualChip({ equal }: { readonly equal: boolean | null }): ReactNode {
  if (equal === null) {
    return (
      <Chip tone="gap" glyph="half">
        not comparable
      </Chip>
    );
  }
  return equal ? (
    <Chip tone="good" glyph="check">
      equal
    </Chip>
  ) : (
    <Chip tone="bad" glyph="not-equal">
      differs
    </Chip>
  );
}

function Fingerprint({
  side,
  other,
}: {
  readonly side: StateSideDetail | null;
  readonly other: string | undefined;
}): ReactNode {
  if (side === null) return <span className="wm-soft">the resource is not listed</span>;
  if (side.absent) return <span>the resource did not exist</span>;
  if (side.fingerprint === null) return <span className="wm-soft">none</span>;
  return (
    <span className="wm-fingerprint">
      <DifferingText text={side.fingerprint} other={other} />
    </span>
  );
}

function Epoch({
  side,
  other,
}: {
  readonly side: StateSideDetail | null;
  readonly other: StateSideDetail | null;
}): ReactNode {
  const epoch = side?.epoch ?? null;
  if (epoch === null) return <span className="wm-soft">not stated</span>;
  return <DifferingText text={epoch} other={other?.epoch ?? undefined} />;
}

function ContentPair({
  recorded,
  replayed,
  equal,
}: {
  readonly recorded: StateSideDetail | null;
  readonly replayed: StateSideDetail | null;
  readonly equal: boolean | null;
}): ReactNode {
  const [left, right] = [recorded?.content ?? null, replayed?.content ?? null];
  if (left === null && right === null) return undefined;
  return (
    <tr>
      <th scope="row">content</th>
      <td>
        {left === null ? (
          <span className="wm-soft">not attached</span>
        ) : (
          <Content content={left} other={equal === false ? right : null} isThere={true} />
        )}
      </td>
      <td>
        {right === null ? (
          <span className="wm-soft">not attached</span>
        ) : (
          <Content content={right} other={equal === false ? left : null} isThere={true} />
        )}
      </td>
    </tr>
  );
}
