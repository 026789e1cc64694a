import { type ReactNode, useRef } from 'react';
import { useStore } from 'zustand';
import { formatCount } from '../../lib/format-size.ts';
import type { Severity } from '../../model/problem.ts';
import type { Overview } from '../../queries/answers.ts';
import { useOfferCommand } from '../../queries/use-command.ts';
import { usePeopleActions } from '../../queries/use-people.ts';
import { SEVERITY_LOOK } from '../../queries/words.ts';
import { useWorkbench } from '../../queries/workbench.ts';
import type { Filters } from '../../state/view.ts';
import { Button } from '../../ui/Button.tsx';

const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info'];

type LedgerFilterName = Extract<keyof Filters, `ledger${string}`>;

/** Which problems are listed. The counts are those of the whole case; the engine filters. */
export function LedgerFilters({ overview }: { readonly overview: Overview }): ReactNode {
  const { inputs, problemCounts, problemKinds } = overview;
  const { view } = useWorkbench();
  const filters = useStore(view, (state) => state.filters);
  const { setFilters } = usePeopleActions();
  const search = useRef<HTMLInputElement>(null);
  useOfferCommand('ledger.search', () => search.current?.focus());
  const { ledgerFile, ledgerSeverity, ledgerCode, ledgerText, ...others } = filters;
  const isFiltered = [ledgerFile, ledgerSeverity, ledgerCode, ledgerText].some((one) => one !== undefined);
  const change = (name: LedgerFilterName, value: string): void => {
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
      <select
        aria-label="Kind"
        value={ledgerCode ?? ''}
        onChange={(event) => change('ledgerCode', event.target.value)}
      >
        <option value="">all kinds</option>
        {problemKinds.map(({ code, means, count }) => (
          <option key={code} value={code} title={means}>
            {code} ({formatCount(count)})
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
            {SEVERITY_LOOK[severity].word}{' '}
            <span className="wm-soft">{formatCount(problemCounts[severity])}</span>
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
