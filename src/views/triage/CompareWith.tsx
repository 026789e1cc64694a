import { type FormEvent, type ReactNode, useId, useState } from 'react';
import type { SessionCard } from '../../queries/answers.ts';
import { useCaseScope } from '../../queries/case-scope.ts';
import { usePeopleActions } from '../../queries/use-people.ts';
import { useOverview } from '../../queries/use-verdicts.ts';
import { Button } from '../../ui/Button.tsx';
import { EvidenceText } from '../../ui/EvidenceText.tsx';
import { useSay } from '../../ui/Toaster.tsx';

/** More are typed than chosen. */
const OFFERED = 200;

/**
 * Two sessions as a recording and its replay, where no file says so: their calls are paired, inputs and outputs
 * compared. It is the examiner's word, kept with the case.
 */
export function CompareWith({ card }: { readonly card: SessionCard }): ReactNode {
  const { people, readOnly } = useCaseScope();
  const { compare, dropComparison } = usePeopleActions();
  const { data: overview } = useOverview();
  const say = useSay();
  const [other, setOther] = useState('');
  const list = useId();
  const failed = (error: unknown): void => say(error instanceof Error ? error.message : String(error), 'bad');
  const made = people.comparisons?.find(({ recorded }) => recorded === card.id);
  if (made !== undefined) {
    return (
      <section aria-labelledby={`${list}-title`}>
        <h3 id={`${list}-title`}>Compared sessions</h3>
        <p>
          <EvidenceText text={made.replayed} look="name" /> is read as the replay of this session, because{' '}
          {made.author} says so.{' '}
          <Button look="quiet" disabled={readOnly} onClick={() => void dropComparison(made).catch(failed)}>
            Take back
          </Button>
        </p>
      </section>
    );
  }
  const others = overview?.sessions.filter(({ id }) => id !== card.id) ?? [];
  if ((overview?.sessionCount ?? 0) < 2 || readOnly) return undefined;
  // of a corpus not every session is told; one that is not there changes nothing
  const isTold = overview?.sessionCount === overview?.sessions.length;
  const isThere = isTold ? others.some(({ id }) => id === other.trim()) : other.trim() !== '';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isThere) return;
    void compare({ recorded: card.id, replayed: other.trim() }).then(() => setOther(''), failed);
  };
  return (
    <section aria-labelledby={`${list}-title`}>
      <h3 id={`${list}-title`}>Compare with another session</h3>
      <p className="wm-soft">
        If another session is a replay of this one, say which: their calls are paired, and inputs and outputs
        compared. Two ordinary traces show no effects, so the best they can be is audit incomplete.
      </p>
      <form className="wm-compare" onSubmit={submit}>
        <label className="wm-field">
          <span>Its replay is the session</span>
          <input value={other} list={list} onChange={(event) => setOther(event.target.value)} />
          <datalist id={list}>
            {others.slice(0, OFFERED).map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </datalist>
        </label>
        <button type="submit" className="wm-button" disabled={!isThere}>
          Compare them
        </button>
      </form>
    </section>
  );
}
