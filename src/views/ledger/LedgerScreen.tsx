import { type ReactNode, useRef } from 'react';
import type { InputSummary } from '../../queries/answers.ts';
import { useGo, useSelection } from '../../queries/use-route.ts';
import { useStoredShare } from '../../queries/use-stored-share.ts';
import { useOverview } from '../../queries/use-verdicts.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { SplitPane } from '../../ui/SplitPane.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { FileTable } from './FileTable.tsx';
import { LedgerFilters } from './LedgerFilters.tsx';
import { ProblemList } from './ProblemList.tsx';
import { RawPlace } from './RawPlace.tsx';
import './ledger.css';

/** What each file was recognised as, and everything that was dropped, coerced, folded, cut or refused, with its place. */
export function LedgerScreen(): ReactNode {
  const { data: overview, error } = useOverview();
  const selection = useSelection();
  const go = useGo();
  const narrow = useNarrow();
  const list = useRef<HTMLDivElement>(null);
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
  const isOpen = place !== undefined && file >= 0;
  // the list has the focus again, where it was
  const close = (): void => {
    go({ selection: 'none' }, 'replace');
    list.current?.querySelector<HTMLElement>('[role="grid"]')?.focus();
  };
  return (
    <main className="wm-ledger">
      <h1 className="wm-spoken">Ledger</h1>
      <SplitPane
        {...files}
        label="height of the list of files"
        direction="column"
        first={narrow && isOpen ? undefined : <FileTable inputs={overview.inputs} chosen={place?.path} />}
        second={
          <SplitPane
            {...raw}
            label={`${narrow ? 'height' : 'width'} of the list of problems`}
            direction={narrow ? 'column' : 'row'}
            first={
              <div className="wm-ledger-problems" ref={list}>
                <LedgerFilters overview={overview} />
                <ProblemList
                  onOpen={(problem) =>
                    go({ selection: { is: 'raw', path: problem.file, byte: problem.byte ?? 0 } }, 'replace')
                  }
                />
              </div>
            }
            second={
              isOpen ? (
                <RawPlace
                  key={`${file}:${place.byte}`}
                  file={file}
                  input={overview.inputs[file] as InputSummary}
                  byte={place.byte}
                  onClose={close}
                />
              ) : undefined
            }
          />
        }
      />
    </main>
  );
}
