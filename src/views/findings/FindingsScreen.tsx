import { type ReactNode, useState } from 'react';
import { useStore } from 'zustand';
import { linkKey } from '../../model/people.ts';
import { useCaseScope } from '../../queries/case-scope.ts';
import { useOfferCommand } from '../../queries/use-command.ts';
import { useGo, useSelection } from '../../queries/use-route.ts';
import { useStoredShare } from '../../queries/use-stored-share.ts';
import { useWorkbench } from '../../queries/workbench.ts';
import { SplitPane } from '../../ui/SplitPane.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { ActionLog } from './ActionLog.tsx';
import { Claims } from './Claims.tsx';
import { Exports } from './Exports.tsx';
import { FindingEditor } from './FindingEditor.tsx';
import { FindingList } from './FindingList.tsx';
import { FindingView } from './FindingView.tsx';
import { NoteList } from './NoteList.tsx';
import './findings.css';

type List = 'findings' | 'claims' | 'notes' | 'log';

/** What the examiner concludes: findings that rest on evidence, notes, the log of what was done, and the exports. */
export function FindingsScreen(): ReactNode {
  const { people } = useCaseScope();
  const { view } = useWorkbench();
  const draft = useStore(view, (state) => state.draft);
  const selection = useSelection();
  const go = useGo();
  const share = useStoredShare('findings', 38);
  const narrow = useNarrow();
  const [list, setList] = useState<List>('findings');
  const startDraft = (): void => {
    view.getState().setDraft({ title: '', text: '', severity: 'medium', restsOn: [] });
  };
  useOfferCommand('findings.new', draft === undefined ? startDraft : undefined);
  const chosen =
    selection?.is === 'finding' ? people.findings.find(({ id }) => id === selection.id) : undefined;
  return (
    <main className="wm-findings">
      <h1 className="wm-spoken">Findings</h1>
      <SplitPane
        {...share}
        label="width of the list of findings"
        direction={narrow ? 'column' : 'row'}
        first={
          <div className="wm-findings-lists">
            <Exports onNew={startDraft} isWriting={draft !== undefined} />
            <div className="wm-findings-tabs">
              <Tabs
                label="What people made"
                tabs={[
                  { id: 'findings', label: 'Findings', count: people.findings.length },
                  { id: 'claims', label: 'Claims', count: people.claims.length },
                  { id: 'notes', label: 'Notes', count: people.notes.length },
                  { id: 'log', label: 'Action log' },
                ]}
                chosen={list}
                onChoose={setList}
              >
                {list === 'findings' ? (
                  <FindingList
                    findings={people.findings}
                    chosen={chosen?.id}
                    onChoose={(id) => go({ selection: { is: 'finding', id } }, 'replace')}
                  />
                ) : list === 'claims' ? (
                  <Claims />
                ) : list === 'notes' ? (
                  <NoteList notes={people.notes} />
                ) : (
                  <ActionLog />
                )}
              </Tabs>
            </div>
          </div>
        }
        second={
          draft !== undefined ? (
            <FindingEditor key={draft.id ?? 'new'} draft={draft} />
          ) : (
            <FindingView
              key={chosen?.id}
              finding={chosen}
              notes={people.notes.filter((note) =>
                chosen?.restsOn.some((on) => linkKey(on) === linkKey(note.on)),
              )}
            />
          )
        }
      />
    </main>
  );
}
