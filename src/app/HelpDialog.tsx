import type { ReactNode } from 'react';
import { AUTHENTICITY_LOOK, BUCKET_LOOK, type Look, OUTCOME_LOOK, VERDICT_LOOK } from '../queries/words.ts';
import { COMMAND_IDS } from '../state/commands.ts';
import { Chip } from '../ui/Chip.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { KeyHint } from '../ui/KeyHint.tsx';
import { COMMANDS, type CommandGroup } from './commands.ts';
import './help-dialog.css';

const GROUPS: readonly CommandGroup[] = [
  'everywhere',
  'case',
  'start',
  'triage',
  'graph',
  'calls',
  'ledger',
  'findings',
];

/** All keys, from the command table, and the words that the screens use. */
export function HelpDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  return (
    <Dialog title="Keys and words" onClose={onClose} width="wide">
      <div className="wm-help">
        <section className="wm-help-keys" aria-label="Keys">
          {GROUPS.map((group) => (
            <div key={group} className="wm-help-group">
              <h3>{group}</h3>
              <dl>
                {COMMAND_IDS.filter((id) => COMMANDS[id].group === group && COMMANDS[id].keys.length > 0).map(
                  (id) => (
                    <div key={id} className="wm-help-row">
                      <dt>{COMMANDS[id].label}</dt>
                      <dd>
                        {COMMANDS[id].keys.map((keys) => (
                          <KeyHint key={keys} keys={keys} />
                        ))}
                      </dd>
                    </div>
                  ),
                )}
              </dl>
            </div>
          ))}
        </section>
        <Words title="Outcome of a session" looks={Object.values(OUTCOME_LOOK)} />
        <Words title="Verdict of a call" looks={Object.values(VERDICT_LOOK)} />
        <Words title="Order of a session" looks={Object.values(BUCKET_LOOK)} />
        <Words title="Authenticity" looks={Object.values(AUTHENTICITY_LOOK)} />
      </div>
    </Dialog>
  );
}

function Words({ title, looks }: { readonly title: string; readonly looks: readonly Look[] }): ReactNode {
  return (
    <section className="wm-help-words">
      <h3>{title}</h3>
      <dl>
        {looks.map((look) => (
          <div key={look.word} className="wm-help-word">
            <dt>
              <Chip tone={look.tone} glyph={look.glyph}>
                {look.word}
              </Chip>
            </dt>
            <dd>{look.said}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
