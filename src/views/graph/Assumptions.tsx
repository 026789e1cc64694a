import { type ReactNode, useState } from 'react';
import { formatPlural } from '../../lib/format-size.ts';
import type { Pin } from '../../model/order.ts';
import type { SessionCard, StepRow } from '../../queries/answers.ts';
import { ASSUMPTION_WORDS } from '../../queries/assumption-words.ts';
import { useCaseScope } from '../../queries/case-scope.ts';
import { usePeople, usePeopleActions } from '../../queries/use-people.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { EvidenceText } from '../../ui/EvidenceText.tsx';
import { useSay } from '../../ui/Toaster.tsx';
import type { GraphModel } from './graph-model.ts';
import { BasisLine } from './Legend.tsx';
import { useStepsAt } from './use-steps-at.ts';

interface Props {
  readonly session: string;
  /** What the order rests on beside its witnesses. */
  readonly assumes: SessionCard['assumes'];
  readonly model: GraphModel;
  /** Opens the table of index names. */
  readonly onNames: () => void;
}

/** With more steps than this the pins are named by their ids alone: names would cost a read of every page. */
const NAMED_STEPS = 4_000;
const SHOWN = 200;

/** What the examiner assumed, with who, when and why; each can be taken back. */
export function Assumptions({ session, assumes, model, onNames }: Props): ReactNode {
  const people = usePeople();
  const { readOnly } = useCaseScope();
  const { unpin, dropAssumedParent } = usePeopleActions();
  const say = useSay();
  const [shown, setShown] = useState(SHOWN);
  const pins = people.pins.filter((pin) => pin.session === undefined || pin.session === session);
  const parents = people.assumedParents.filter(
    (assumed) => assumed.session === undefined || assumed.session === session,
  );
  const names = useStepNames(session, model, pins.length > 0);
  const failed = (error: unknown): void => say(error instanceof Error ? error.message : String(error), 'bad');
  const index = (
    <p className="wm-assumptions-names">
      {people.names === undefined
        ? 'Indices are read by the built-in table of names.'
        : 'Indices are read by a table of names that the examiner edited.'}{' '}
      <Button look="quiet" onClick={onNames}>
        Index names…
      </Button>
    </p>
  );
  const reading = assumes.map((one) => (
    <p key={one} className="wm-assumptions-reading">
      The reading itself assumes <code>{one}</code>: {ASSUMPTION_WORDS[one]}.
    </p>
  ));
  if (pins.length + parents.length === 0) {
    return (
      <div className="wm-assumptions">
        {reading}
        <EmptyState title="The examiner assumed nothing" glyph="pin">
          A pin answers an open question by assumption. It is kept with author, time and reason, it stays
          labelled as an assumption wherever it counts, and a session that rests on one is never called
          witnessed.
        </EmptyState>
        {index}
      </div>
    );
  }
  return (
    <div className="wm-assumptions">
      {reading}
      {index}
      <header className="wm-assumptions-head">
        <p>
          {formatPlural(pins.length, 'pin')}
          {parents.length === 0 ? '' : `, ${formatPlural(parents.length, 'assumed parent')}`}: assumptions, no
          evidence.
        </p>
        {pins.length < 2 ? undefined : (
          <Button
            disabled={readOnly}
            onClick={() => void unpin(pins, `take back ${formatPlural(pins.length, 'pin')}`).catch(failed)}
          >
            Take back all pins
          </Button>
        )}
      </header>
      <ul>
        {pins.slice(0, shown).map((pin) => (
          <li key={pin.id} className="wm-assumption">
            <p className="wm-step-edge-head">
              <StepName id={pin.before} names={names} />
              <BasisLine basis="pin" />
              <StepName id={pin.after} names={names} />
            </p>
            <MadeBy made={pin} />
            <Button look="quiet" disabled={readOnly} onClick={() => void unpin([pin]).catch(failed)}>
              Take back
            </Button>
          </li>
        ))}
        {parents.map((assumed) => (
          <li key={assumed.id} className="wm-assumption">
            <p className="wm-step-edge-head">
              <StepName id={assumed.parent} names={names} />
              <span className="wm-soft">as parent of</span>
              <StepName id={assumed.span} names={names} />
            </p>
            <MadeBy made={assumed} />
            <Button
              look="quiet"
              disabled={readOnly}
              onClick={() => void dropAssumedParent(assumed).catch(failed)}
            >
              Take back
            </Button>
          </li>
        ))}
      </ul>
      {pins.length > shown ? <Button onClick={() => setShown(shown + SHOWN)}>Show more</Button> : undefined}
    </div>
  );
}

function MadeBy({ made }: { readonly made: Pick<Pin, 'author' | 'at' | 'reason'> }): ReactNode {
  return (
    <p className="wm-soft">
      assumed by <EvidenceText text={made.author} look="name" />, {made.at.replace('T', ' ').slice(0, 16)}{' '}
      UTC: {made.reason === '' ? 'no reason given' : <EvidenceText text={made.reason} look="wrap" />}
    </p>
  );
}

function StepName({
  id,
  names,
}: {
  readonly id: string;
  readonly names: ReadonlyMap<string, StepRow>;
}): ReactNode {
  const step = names.get(id);
  return step === undefined ? (
    <EvidenceText text={id} look="name" />
  ) : (
    <span title={id}>
      <EvidenceText text={step.name} look="name" />
      {step.turn === null ? undefined : <span className="wm-soft"> turn {step.turn}</span>}
    </span>
  );
}

function useStepNames(session: string, model: GraphModel, wanted: boolean): ReadonlyMap<string, StepRow> {
  const count = model.graph.tree.step.length;
  const rows = wanted && count <= NAMED_STEPS ? Array.from({ length: count }, (_, row) => row) : [];
  const stepAt = useStepsAt(session, rows);
  const names = new Map<string, StepRow>();
  for (const row of rows) {
    const step = stepAt(row);
    if (step !== undefined) names.set(step.id, step);
  }
  return names;
}
