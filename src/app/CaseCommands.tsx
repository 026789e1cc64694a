import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type EvidenceLink, linkKey } from '../model/people.ts';
import { useCaseScope } from '../queries/case-scope.ts';
import { useOfferCommand } from '../queries/use-command.ts';
import { nameOf, useSelectedEvidence } from '../queries/use-evidence.ts';
import { usePeopleActions } from '../queries/use-people.ts';
import { useGo, useRoute } from '../queries/use-route.ts';
import { useWorkbench } from '../queries/workbench.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { EvidenceText } from '../ui/EvidenceText.tsx';
import { useSay } from '../ui/Toaster.tsx';
import { KeyControl } from '../views/decisions/KeyControl.tsx';

/** What can be done on every screen of a case, and the trail of what was looked at. */
export function CaseCommands(): ReactNode {
  const { readOnly } = useCaseScope();
  const { view } = useWorkbench();
  const route = useRoute();
  const go = useGo();
  const selected = useSelectedEvidence();
  const [open, setOpen] = useState<'key' | 'note' | undefined>(undefined);
  const key = selected === undefined ? undefined : linkKey(selected);
  useEffect(() => {
    if (selected !== undefined && key !== undefined) view.getState().looked(selected);
    // a new label of the same evidence is no new look
  }, [view, key, selected]);

  const screen = route.is === 'case' ? route.screen : undefined;
  // the decisions screen has the control itself
  useOfferCommand('key.give', screen === 'decisions' ? undefined : () => setOpen('key'));
  useOfferCommand('note.new', selected === undefined || readOnly ? undefined : () => setOpen('note'));
  useOfferCommand(
    'findings.new',
    readOnly || screen === 'findings'
      ? undefined
      : () => {
          const restsOn = selected === undefined ? [] : [selected];
          const { draft, setDraft } = view.getState();
          if (draft === undefined) setDraft({ title: '', text: '', severity: 'medium', restsOn });
          go({ screen: 'findings', selection: 'none' });
        },
  );
  if (open === 'key') {
    return (
      <Dialog title="Keys" onClose={() => setOpen(undefined)}>
        <KeyControl />
      </Dialog>
    );
  }
  if (open === 'note' && selected !== undefined) {
    return <NoteDialog on={selected} onClose={() => setOpen(undefined)} />;
  }
  return undefined;
}

function NoteDialog({ on, onClose }: { readonly on: EvidenceLink; readonly onClose: () => void }): ReactNode {
  const { saveNote } = usePeopleActions();
  const say = useSay();
  const text = useRef<HTMLTextAreaElement>(null);
  const save = (): void => {
    const written = text.current?.value.trim() ?? '';
    if (written === '') return;
    void saveNote({ on, text: written }).then(
      () => {
        say('The note is stored.', 'good');
        onClose();
      },
      (error: unknown) => say(error instanceof Error ? error.message : String(error), 'bad'),
    );
  };
  return (
    <Dialog
      title="Note"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Discard</Button>
          <Button look="primary" onClick={save}>
            Store the note
          </Button>
        </>
      }
    >
      <label className="wm-field">
        <span>
          on {on.is} <EvidenceText text={nameOf(on)} look="name" />
        </span>
        <textarea ref={text} rows={6} data-focus />
      </label>
    </Dialog>
  );
}
