import type { ReactNode } from 'react';
import type { Finding, Note } from '../../model/people.ts';
import { useCaseScope } from '../../queries/case-scope.ts';
import { usePeopleActions } from '../../queries/use-people.ts';
import { FINDING_SEVERITY_LOOK } from '../../queries/words.ts';
import { useWorkbench } from '../../queries/workbench.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useSay } from '../../ui/Toaster.tsx';
import { EvidenceLinks } from './EvidenceLinks.tsx';
import { NoteList } from './NoteList.tsx';

interface Props {
  readonly finding: Finding | undefined;
  /** On the evidence it rests on. */
  readonly notes: readonly Note[];
}

/** One finding as it stands. */
export function FindingView({ finding, notes }: Props): ReactNode {
  const { readOnly } = useCaseScope();
  const { removeFinding } = usePeopleActions();
  const { view } = useWorkbench();
  const say = useSay();
  if (finding === undefined) {
    return <EmptyState title="No finding is chosen">Choose one of the list, or write a new one.</EmptyState>;
  }
  const look = FINDING_SEVERITY_LOOK[finding.severity];
  const { author, at, ...draft } = finding;
  return (
    <article className="wm-finding" aria-labelledby="wm-finding-title">
      <header className="wm-finding-head">
        <h2 id="wm-finding-title">{finding.title}</h2>
        <Button disabled={readOnly} onClick={() => view.getState().setDraft(draft)}>
          Edit
        </Button>
        <Button
          look="danger"
          glyph="trash"
          disabled={readOnly}
          onClick={() =>
            void removeFinding(finding).then(() => say('The finding is removed; undo brings it back.'))
          }
        >
          Remove
        </Button>
      </header>
      <p className="wm-finding-meta">
        <Chip tone={look.tone} glyph={look.glyph}>
          {look.word}
        </Chip>
        <span className="wm-soft">
          {author}, {at.slice(0, 16).replace('T', ' ')}
        </span>
      </p>
      <p className="wm-finding-text">{finding.text}</p>
      <h3>Rests on</h3>
      <EvidenceLinks links={finding.restsOn} />
      {notes.length === 0 ? undefined : (
        <>
          <h3>Notes on this evidence</h3>
          <NoteList notes={notes} />
        </>
      )}
    </article>
  );
}
