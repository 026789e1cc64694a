import { type ReactNode, useState } from 'react';
import { useStore } from 'zustand';
import { type EvidenceLink, FINDING_SEVERITIES, type FindingSeverity, linkKey } from '../../model/people.ts';
import { nameOf } from '../../queries/use-evidence.ts';
import { usePeopleActions } from '../../queries/use-people.ts';
import { useGo } from '../../queries/use-route.ts';
import { FINDING_SEVERITY_LOOK } from '../../queries/words.ts';
import { useWorkbench } from '../../queries/workbench.ts';
import type { FindingDraft } from '../../state/view.ts';
import { Button } from '../../ui/Button.tsx';
import { EvidenceText } from '../../ui/EvidenceText.tsx';
import { useSay } from '../../ui/Toaster.tsx';
import { EvidenceLinks } from './EvidenceLinks.tsx';
import { EvidencePicker } from './EvidencePicker.tsx';

/** Writing a finding. The draft stays while other screens are looked at, so that evidence can be gathered for it. */
export function FindingEditor({ draft }: { readonly draft: FindingDraft }): ReactNode {
  const { view } = useWorkbench();
  const { saveFinding } = usePeopleActions();
  const recent = useStore(view, (state) => state.recent);
  const go = useGo();
  const say = useSay();
  const [picking, setPicking] = useState(false);
  const change = (part: Partial<FindingDraft>): void => view.getState().setDraft({ ...draft, ...part });
  const has = (link: EvidenceLink): boolean => draft.restsOn.some((one) => linkKey(one) === linkKey(link));
  const add = (link: EvidenceLink): void => {
    if (!has(link)) change({ restsOn: [...draft.restsOn, link] });
  };
  const offered = recent.filter((link) => !has(link));
  const title = draft.title.trim();

  const save = async (): Promise<void> => {
    try {
      const id = await saveFinding({ ...draft, title });
      view.getState().setDraft(undefined);
      go({ selection: { is: 'finding', id } }, 'replace');
      say('The finding is stored.', 'good');
    } catch (error) {
      say(error instanceof Error ? error.message : String(error), 'bad');
    }
  };

  return (
    <form
      className="wm-editor"
      aria-label="Finding"
      onSubmit={(event) => {
        event.preventDefault();
        if (title !== '') void save();
      }}
    >
      <label className="wm-field">
        <span>Title</span>
        <input
          type="text"
          value={draft.title}
          // biome-ignore lint/a11y/noAutofocus: the editor is opened to write into it
          autoFocus
          placeholder="What happened, in one line"
          onChange={(event) => change({ title: event.target.value })}
        />
      </label>
      <label className="wm-field">
        <span>Severity</span>
        <select
          value={draft.severity}
          onChange={(event) => change({ severity: event.target.value as FindingSeverity })}
        >
          {FINDING_SEVERITIES.map((severity) => (
            <option key={severity} value={severity}>
              {FINDING_SEVERITY_LOOK[severity].word}
            </option>
          ))}
        </select>
      </label>
      <label className="wm-field">
        <span>Text</span>
        <textarea
          rows={9}
          value={draft.text}
          placeholder="What was seen, what follows from it, and what does not"
          onChange={(event) => change({ text: event.target.value })}
        />
      </label>
      <fieldset className="wm-editor-links">
        <legend>Rests on</legend>
        <EvidenceLinks
          links={draft.restsOn}
          onRemove={(link) =>
            change({ restsOn: draft.restsOn.filter((one) => linkKey(one) !== linkKey(link)) })
          }
        />
        {offered.length === 0 ? undefined : (
          <div className="wm-editor-recent">
            <span className="wm-soft">Looked at last:</span>
            {offered.slice(0, 6).map((link) => (
              <Button key={linkKey(link)} look="quiet" glyph="plus" onClick={() => add(link)}>
                <EvidenceText text={nameOf(link)} look="name" />
              </Button>
            ))}
          </div>
        )}
        <Button glyph="link" onClick={() => setPicking(true)}>
          Add evidence…
        </Button>
      </fieldset>
      <div className="wm-editor-foot">
        <Button onClick={() => view.getState().setDraft(undefined)}>Discard</Button>
        <button type="submit" className="wm-button wm-button-primary" disabled={title === ''}>
          Store the finding
        </button>
      </div>
      {picking ? <EvidencePicker onPick={add} onClose={() => setPicking(false)} has={has} /> : undefined}
    </form>
  );
}
