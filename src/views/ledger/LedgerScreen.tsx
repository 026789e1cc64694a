import { type ReactNode, useRef } from 'react';
import { useStore } from 'zustand';
import type { Severity } from '../../model/problem.ts';
import type { InputSummary } from '../../queries/answers.ts';
import { useOfferCommand } from '../../queries/use-command.ts';
import { usePeopleActions } from '../../queries/use-people.ts';
import { useGo, useSelection } from '../../queries/use-route.ts';
import { useStoredShare } from '../../queries/use-stored-share.ts';
import { useOverview } from '../../queries/use-verdicts.ts';
import { SEVERITY_LOOK } from '../../queries/words.ts';
import { useWorkbench } from '../../queries/workbench.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { SplitPane } from '../../ui/SplitPane.tsx';
import { FileTable } from './FileTable.tsx';
import { ProblemList } from './ProblemList.tsx';
import { RawPlace } from './RawPlace.tsx';
import './ledger.css';

/** What each file was recognised as, and everything that was dropped, coerced, folded, cut or refused, with its place. */
export function LedgerScreen(): ReactNode {
  const { data: overview, error } = useOverview();
  const selection = useSelection();
  const go = useGo();
  const files = useStoredShare('ledger-files', 34);
  const raw = useStoredShare('ledger-raw', 58);
  if (error !== null)
    return (
      <EmptyState title="The ledger cannot be read" glyph="error">
        {error.message}
      </EmptyState>
    );
  if (overview === undefined) return <EmptyState title="Reading the ledger…" />;
  const place = selection?.is === 'raw' ? selection : undefined;
  const file = overview.inputs.findIndex(({ path }) => path === place?.path);
  const problems = (
    <div className="wm-ledger-problems">
      <Filters inputs={overview.inputs} />
      <ProblemList
        onOpen={(problem) =>
          go({ selection: { is: 'raw', path: problem.file, byte: problem.byte ?? 0 } }, 'replace')
        }
      />
    </div>
  );
  return (
    <main className="wm-ledger">
      <h1 className="wm-spoken">Ledger</h1>
      <SplitPane
        {...files}
        label="height of the list of files"
        direction="column"
        first={<FileTable inputs={overview.inputs} chosen={place?.path} />}
        second={
          place === undefined || file < 0 ? (
            problems
          ) : (
            <SplitPane
              {...raw}
              label="width of the list of problems"
              direction="row"
              first={problems}
              second={
                <RawPlace
                  key={`${file}:${place.byte}`}
                  file={file}
                  input={overview.inputs[file] as InputSummary}
                  byte={place.byte}
                  onClose={() => go({ selection: 'none' }, 'replace')}
                />
              }
            />
          )
        }
      />
    </main>
  );
}

const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info'];

function Filters({ inputs }: { readonly inputs: readonly InputSummary[] }): ReactNode {
  const { view } = useWorkbench();
  const filters = useStore(view, (state) => state.filters);
  const { setFilters } = usePeopleActions();
  const search = useRef<HTMLInputElement>(null);
  useOfferCommand('ledger.search', () => search.current?.focus());
  const { ledgerFile, ledgerSeverity, ledgerText, ...others } = filters;
  const isFiltered = ledgerFile !== undefined || ledgerSeverity !== undefined || ledgerText !== undefined;
  const change = (name: 'ledgerFile' | 'ledgerSeverity' | 'ledgerText', value: string): void => {
    const { [name]: _, ...rest } = filters;
    setFilters(value === '' ? rest : { ...rest, [name]: value });
  };
  return (
    <search className="wm-ledger-filters">
      <input
        ref={search}
        type="search"
        aria-label="Search the problems (literal text)"
        placeholder="Search the problems"
        value={ledgerText ?? ''}
        // typing is one gesture per word, not per letter: only the view follows each letter
        onChange={(event) => view.getState().setFilters({ ...filters, ledgerText: event.target.value })}
        onBlur={(event) => {
          if (event.target.value === '') change('ledgerText', '');
        }}
      />
      <select
        aria-label="File"
        value={ledgerFile ?? ''}
        onChange={(event) => change('ledgerFile', event.target.value)}
      >
        <option value="">all files</option>
        {inputs
          .filter(({ problemCounts: { error, warning, info } }) => error + warning + info > 0)
          .map((input) => (
            <option key={input.path} value={input.path}>
              {input.path}
            </option>
          ))}
      </select>
      <fieldset className="wm-ledger-severities">
        <legend className="wm-spoken">Severity</legend>
        {SEVERITIES.map((severity) => (
          <Button
            key={severity}
            look="quiet"
            glyph={SEVERITY_LOOK[severity].glyph}
            pressed={ledgerSeverity === severity}
            onClick={() => change('ledgerSeverity', ledgerSeverity === severity ? '' : severity)}
          >
            {SEVERITY_LOOK[severity].word}
          </Button>
        ))}
      </fieldset>
      {isFiltered ? (
        <Button look="quiet" glyph="cross" onClick={() => setFilters(others)}>
          Show all
        </Button>
      ) : undefined}
    </search>
  );
}
