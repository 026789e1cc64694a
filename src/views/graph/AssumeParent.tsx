import { type ReactNode, useId, useMemo, useState } from 'react';
import type { AssumedParent } from '../../model/order.ts';
import type { Assumed } from '../../queries/answers.ts';
import { useCaseScope } from '../../queries/case-scope.ts';
import { usePeopleActions } from '../../queries/use-people.ts';
import { useAssumedEffect } from '../../queries/use-verdicts.ts';
import { Button } from '../../ui/Button.tsx';
import { useSay } from '../../ui/Toaster.tsx';
import { EffectPreview } from './EffectPreview.tsx';

interface Props {
  readonly session: string;
  /** Span id of the orphan. */
  readonly span: string;
}

/** An examiner's guess at an orphan's parent: kept as an assumption; the ghost stays in the drawing. */
export function AssumeParent({ session, span }: Props): ReactNode {
  const { readOnly, people, assumed } = useCaseScope();
  const { assumeParent } = usePeopleActions();
  const say = useSay();
  const [isOpen, setOpen] = useState(false);
  const [parent, setParent] = useState('');
  const [reason, setReason] = useState('');
  const id = useId();
  const instead = useMemo(() => {
    const wanted = parent.trim();
    if (wanted === '') return undefined;
    const made: AssumedParent = {
      id: 'preview',
      span,
      parent: wanted,
      session,
      author: '',
      at: '',
      reason: '',
    };
    return { ...namesOf(assumed), assumedParents: [...people.assumedParents, made] };
  }, [parent, span, session, assumed, people.assumedParents]);
  const effect = useAssumedEffect(instead);
  if (!isOpen) {
    return (
      <Button look="quiet" glyph="pin" disabled={readOnly} onClick={() => setOpen(true)}>
        Assume a parent…
      </Button>
    );
  }
  return (
    <form
      className="wm-assume-parent"
      onSubmit={(event) => {
        event.preventDefault();
        if (parent.trim() === '') return;
        void assumeParent({ span, parent: parent.trim(), session, reason: reason.trim() }).then(
          () => {
            say('The assumed parent is kept; it counts as a pin.', 'note');
            setOpen(false);
          },
          (error: unknown) => say(error instanceof Error ? error.message : String(error), 'bad'),
        );
      }}
    >
      <label htmlFor={`${id}-parent`}>Span id of the parent</label>
      <input id={`${id}-parent`} value={parent} onChange={(event) => setParent(event.target.value)} />
      <label htmlFor={`${id}-reason`}>Why</label>
      <input id={`${id}-reason`} value={reason} onChange={(event) => setReason(event.target.value)} />
      {instead === undefined ? undefined : (
        <EffectPreview effect={effect.isPlaceholderData ? undefined : effect.data} />
      )}
      <span>
        <button
          type="submit"
          className="wm-button wm-button-primary"
          disabled={effect.data?.changedCount === 0 || instead === undefined}
        >
          Assume it
        </button>{' '}
        <Button look="quiet" onClick={() => setOpen(false)}>
          Cancel
        </Button>
      </span>
    </form>
  );
}

const namesOf = ({ names }: Assumed): Pick<Assumed, 'names'> => (names === undefined ? {} : { names });
