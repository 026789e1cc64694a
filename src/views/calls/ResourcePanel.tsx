import { type ReactNode, useRef } from 'react';
import { formatPlural } from '../../lib/format-size.ts';
import { visibleText } from '../../lib/visible-text.ts';
import type { ResourceState, StandingDetail } from '../../queries/answers.ts';
import { useResourceCallRows } from '../../queries/use-rows.ts';
import { useResourceState } from '../../queries/use-verdicts.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { EvidenceText } from '../../ui/EvidenceText.tsx';
import { Glyph } from '../../ui/Glyph.tsx';
import { resourcesOf, type Slots } from './call-walk.ts';
import { DifferingText } from './DifferingText.tsx';
import { LineDifference } from './LineDifference.tsx';
import { ResourceCalls } from './ResourceCalls.tsx';

interface Props {
  readonly session: string;
  readonly slots: Slots;
  readonly current: number;
  /** Undefined: no call of the session lists one. */
  readonly resource: string | null | undefined;
  readonly onResource: (resource: string | null) => void;
  readonly onChoose: (call: number) => void;
}

/** A resource as of the call in view: its state on each side and on whose word, and every call on it up to here. */
export function ResourcePanel(props: Props): ReactNode {
  const { session, slots, current, resource, onResource, onChoose } = props;
  const answer = useResourceState(session, current, resource);
  const { error } = answer;
  // the last answer stands until the next one is there with the rows that are looked at first: nothing blinks
  const count = answer.data?.calls ?? 0;
  const asked = answer.data === undefined ? undefined : resource;
  const { waiting } = useResourceCallRows(session, current, asked, Math.max(0, count - AHEAD), count);
  const last = useRef<Shown | undefined>(undefined);
  if (answer.data !== undefined && resource !== undefined && !waiting) {
    last.current = { call: current, resource, data: answer.data };
  }
  // never the state of one resource under the name of another
  const shown = last.current?.resource === resource ? last.current : undefined;
  if (resource === undefined) {
    return (
      <EmptyState title="No resource" glyph="hollow">
        No call of this session lists a state before or after it, so nothing is known of any resource.
      </EmptyState>
    );
  }
  return (
    <div className="wm-resource" aria-busy={shown?.call !== current}>
      <ResourceSelect slots={slots} current={current} resource={resource} onResource={onResource} />
      {error === null ? undefined : <p role="alert">{error.message}</p>}
      {shown === undefined ? (
        <p className="wm-soft">Reading its calls…</p>
      ) : (
        <KnownOf session={session} slots={slots} shown={shown} onChoose={onChoose} />
      )}
    </div>
  );
}

/** Rows that are on screen first: the last ones. */
const AHEAD = 40;

interface Shown {
  readonly call: number;
  readonly resource: string | null;
  readonly data: ResourceState;
}

interface KnownProps extends Pick<Props, 'session' | 'slots' | 'onChoose'> {
  readonly shown: Shown;
}

function KnownOf({ session, slots, shown, onChoose }: KnownProps): ReactNode {
  const { call, resource, data } = shown;
  return (
    <>
      <StandingTable state={data} />
      <Remarks remarks={data.remarks} />
      <h3>
        {data.calls === 0
          ? 'No call up to here lists it.'
          : `${formatPlural(data.calls, 'call')} on it up to here`}
        {data.unordered === 0 ? '' : `, ${data.unordered} of them unordered with this one`}
        {data.later === 0 ? '' : `; ${formatPlural(data.later, 'later call')} not listed`}
      </h3>
      {data.calls === 0 ? undefined : (
        <ResourceCalls
          session={session}
          slots={slots}
          current={call}
          resource={resource}
          onChoose={onChoose}
        />
      )}
    </>
  );
}

/** Resources that are offered besides those of the call in view; a call on any other one offers it. */
const OFFERED = 500;

interface SelectProps {
  readonly slots: Slots;
  readonly current: number;
  readonly resource: string | null;
  readonly onResource: (resource: string | null) => void;
}

function ResourceSelect({ slots, current, resource, onResource }: SelectProps): ReactNode {
  const own = resourcesOf(slots.strip, current);
  const known = new Set(own);
  const others = slots.strip.resources.filter((one) => !known.has(one));
  const offered = others.slice(0, OFFERED);
  if (!known.has(resource) && !offered.includes(resource)) offered.unshift(resource);
  const option = (one: string | null): ReactNode => (
    <option key={JSON.stringify(one)} value={JSON.stringify(one)}>
      {one === null ? 'the one unnamed resource' : visibleText(one, { oneLine: true })}
    </option>
  );
  return (
    <label className="wm-resource-choice">
      <span>Resource</span>
      <select
        value={JSON.stringify(resource)}
        onChange={(event) => onResource(JSON.parse(event.target.value) as string | null)}
      >
        {own.length === 0 ? undefined : <optgroup label="of this call">{own.map(option)}</optgroup>}
        {offered.length === 0 ? undefined : (
          <optgroup label={own.length === 0 ? 'of the session' : 'of other calls'}>
            {offered.map(option)}
          </optgroup>
        )}
      </select>
    </label>
  );
}

function StandingTable({ state }: { readonly state: ResourceState }): ReactNode {
  const { recorded, replayed, lines } = state;
  const [left, right] = [textOf(recorded), textOf(replayed)];
  return (
    <table className="wm-sides">
      <thead>
        <tr>
          <th scope="col">
            <span className="wm-spoken">member</span>
          </th>
          <th scope="col">Recorded, as of here</th>
          <th scope="col">Replayed, as of here</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">on whose word</th>
          <td>
            <EvidenceText text={recorded.said} look="wrap" />
          </td>
          <td>
            <EvidenceText text={replayed.said} look="wrap" />
          </td>
        </tr>
        <tr>
          <th scope="row">fingerprint</th>
          <td>
            <Fingerprint standing={recorded} other={replayed} />
          </td>
          <td>
            <Fingerprint standing={replayed} other={recorded} />
          </td>
        </tr>
        {recorded.state?.epoch || replayed.state?.epoch ? (
          <tr>
            <th scope="row">epoch</th>
            {[recorded, replayed].map((side, i) => (
              <td key={i === 0 ? 'recorded' : 'replayed'} className="wm-mono">
                {side.state?.epoch ? (
                  <EvidenceText text={side.state.epoch} look="wrap" />
                ) : (
                  <span className="wm-soft">not stated</span>
                )}
              </td>
            ))}
          </tr>
        ) : undefined}
        <tr>
          <th scope="row">content</th>
          {lines === null ? (
            <>
              <td>
                <Content standing={recorded} />
              </td>
              <td>
                <Content standing={replayed} />
              </td>
            </>
          ) : (
            <td colSpan={2}>
              <LineDifference lines={lines} recorded={left} replayed={right} />
            </td>
          )}
        </tr>
      </tbody>
    </table>
  );
}

const textOf = ({ state }: StandingDetail): string | undefined =>
  state === null || state.content === null || state.content.cut ? undefined : state.content.text;

interface SideProps {
  readonly standing: StandingDetail;
  readonly other: StandingDetail;
}

function Fingerprint({ standing: { state }, other }: SideProps): ReactNode {
  if (state === null) return <span className="wm-soft">not known</span>;
  if (state.absent) return <span>the resource does not exist</span>;
  if (state.fingerprint === null) return <span className="wm-soft">none</span>;
  return (
    <span className="wm-fingerprint">
      <DifferingText text={state.fingerprint} other={other.state?.fingerprint ?? undefined} />
    </span>
  );
}

function Content({ standing: { state } }: Pick<SideProps, 'standing'>): ReactNode {
  if (state === null || state.content === null) return <span className="wm-soft">not attached</span>;
  return (
    <div className="wm-sides-content">
      <EvidenceText text={state.content.text} look="block" />
      {state.content.cut ? <p className="wm-soft">cut here</p> : undefined}
    </div>
  );
}

function Remarks({ remarks }: { readonly remarks: readonly string[] }): ReactNode {
  if (remarks.length === 0) return undefined;
  return (
    <ul className="wm-call-reasons wm-resource-remarks" aria-label="What is to be known of this state">
      {remarks.map((said) => (
        <li key={said} className="wm-tone-warn">
          <Glyph name="question" />
          <EvidenceText text={said} look="wrap" />
        </li>
      ))}
    </ul>
  );
}
