import type { ReactNode } from 'react';
import type { Note } from '../../model/people.ts';
import { useCaseScope } from '../../queries/case-scope.ts';
import { usePeopleActions } from '../../queries/use-people.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { EvidenceLinks } from './EvidenceLinks.tsx';

export function NoteList({ notes }: { readonly notes: readonly Note[] }): ReactNode {
  const { readOnly } = useCaseScope();
  const { removeNote } = usePeopleActions();
  if (notes.length === 0) {
    return (
      <EmptyState title="No note yet" glyph="note">
        Select a call, a span, a question, a decision or a file on any screen and press <kbd>m</kbd>.
      </EmptyState>
    );
  }
  return (
    <ul className="wm-notes">
      {notes.map((note) => (
        <li key={note.id}>
          <EvidenceLinks links={[note.on]} />
          <p className="wm-finding-text">{note.text}</p>
          <p className="wm-notes-foot">
            <span className="wm-soft">
              {note.author}, {note.at.slice(0, 16).replace('T', ' ')}
            </span>
            {readOnly ? undefined : (
              <IconButton label="remove this note" glyph="trash" onClick={() => void removeNote(note)} />
            )}
          </p>
        </li>
      ))}
    </ul>
  );
}
