import { type ReactNode, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { CorpusBy, CorpusFilter, CorpusSort } from '../../model/corpus.ts';
import type { CorpusForm } from '../../model/document-writers.ts';
import { useCaseScope } from '../../queries/case-scope.ts';
import { useOfferCommand } from '../../queries/use-command.ts';
import { useCorpusExport, useCorpusShares } from '../../queries/use-corpus.ts';
import { usePeopleActions } from '../../queries/use-people.ts';
import { useGo } from '../../queries/use-route.ts';
import { useWorkbench } from '../../queries/workbench.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { EvidenceText } from '../../ui/EvidenceText.tsx';
import { fileNameOf, saveFile } from '../../ui/save-file.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import { useSay } from '../../ui/Toaster.tsx';
import { CorpusHead } from './CorpusHead.tsx';
import { Cures } from './Cures.tsx';
import { SessionList } from './SessionList.tsx';
import { Shares } from './Shares.tsx';

type Tab = 'sessions' | 'shares' | 'cures';

const EVERYTHING: CorpusFilter = {};

/** Several sessions: all of them as a table and as a plot, filtered and sorted, and what would cure most of them. */
export function CorpusPanel({ chosen }: { readonly chosen: string | undefined }): ReactNode {
  const { view } = useWorkbench();
  const { setFilters } = usePeopleActions();
  const go = useGo();
  const filters = useStore(view, (state) => state.filters);
  const filter = filters.corpus ?? EVERYTHING;
  const [sort, setSort] = useState<CorpusSort>({ by: 'case', down: false });
  const [by, setBy] = useState<CorpusBy>('service');
  const [tab, setTab] = useState<Tab>('sessions');
  const shares = useCorpusShares(filter, by);
  const change = (next: CorpusFilter): void => {
    const { corpus: _, ...others } = filters;
    setFilters(Object.keys(next).length === 0 ? others : { ...others, corpus: next });
  };
  // what was chosen in a plot is looked at as sessions
  const narrow = (more: Partial<CorpusFilter>): void => {
    change({ ...filter, ...more });
    setTab('sessions');
  };
  if (shares === undefined) return <EmptyState title="Judging the sessions…" />;
  return (
    <div className="wm-corpus">
      <CorpusHead shares={shares} filter={filter} onFilter={change} />
      <CorpusTools filter={filter} sort={sort} onFilter={change} />
      <Tabs
        label="Corpus"
        tabs={[
          { id: 'sessions', label: 'Sessions', count: shares.passing },
          { id: 'shares', label: 'Shares' },
          { id: 'cures', label: 'What to change', count: shares.cures.length },
        ]}
        chosen={tab}
        onChoose={setTab}
      >
        {tab === 'sessions' ? (
          <SessionList
            filter={filter}
            sort={sort}
            onSort={setSort}
            judged={shares.judged}
            chosen={chosen}
            onChoose={(session) => go({ session }, 'replace')}
            onOpen={(session) => go({ session, screen: 'graph', selection: 'none' })}
          />
        ) : tab === 'shares' ? (
          <Shares shares={shares} by={by} onBy={setBy} onFilter={narrow} />
        ) : (
          <Cures shares={shares} onFilter={narrow} />
        )}
      </Tabs>
    </div>
  );
}

interface ToolsProps {
  readonly filter: CorpusFilter;
  readonly sort: CorpusSort;
  readonly onFilter: (filter: CorpusFilter) => void;
}

function CorpusTools({ filter, sort, onFilter }: ToolsProps): ReactNode {
  const { title } = useCaseScope();
  const { note } = usePeopleActions();
  const { view } = useWorkbench();
  const write = useCorpusExport();
  const say = useSay();
  const search = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  useOfferCommand('triage.search', () => search.current?.focus());
  const save = async (form: CorpusForm): Promise<void> => {
    setBusy(true);
    try {
      const file = await write(form, filter, sort);
      const name = `${fileNameOf(title)}.sessions.${form}`;
      saveFile(name, file, form === 'csv' ? 'text/csv' : 'application/json');
      say(`Saved as ${name}.`, 'good');
      await note('export the table of sessions', { form, bytes: file.size });
    } catch (error) {
      say(error instanceof Error ? error.message : String(error), 'bad');
    } finally {
      setBusy(false);
    }
  };
  const { text, bucket: _, ...named } = filter;
  return (
    <search className="wm-corpus-tools">
      <input
        ref={search}
        type="search"
        aria-label="Search the sessions (literal text)"
        placeholder="Search the sessions"
        value={text ?? ''}
        // typing is one gesture per word, not per letter: only the view follows each letter
        onChange={(event) => {
          const { text: _before, ...others } = filter;
          const wanted = event.target.value;
          const { filters, setFilters } = view.getState();
          setFilters({ ...filters, corpus: wanted === '' ? others : { ...others, text: wanted } });
        }}
      />
      {Object.entries(named).map(([name, value]) => (
        <Button
          key={name}
          look="quiet"
          glyph="cross"
          hint={`Look at all again, whatever their ${name}`}
          onClick={() => onFilter(without(filter, name))}
        >
          <span className="wm-corpus-named">
            {name}: <EvidenceText text={value} look="name" />
          </span>
        </Button>
      ))}
      {Object.keys(filter).length === 0 ? undefined : (
        <Button look="quiet" onClick={() => onFilter(EVERYTHING)}>
          Show all
        </Button>
      )}
      <span className="wm-corpus-rest" />
      <Button glyph="save" disabled={busy} onClick={() => void save('csv')}>
        CSV
      </Button>
      <Button glyph="save" disabled={busy} onClick={() => void save('json')}>
        JSON
      </Button>
    </search>
  );
}

const without = (filter: CorpusFilter, name: string): CorpusFilter =>
  Object.fromEntries(Object.entries(filter).filter(([one]) => one !== name));
