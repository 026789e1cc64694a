import type { ReactNode } from 'react';
import { CaseScopeProvider } from '../queries/case-scope-provider.tsx';
import { useCases } from '../queries/use-cases.ts';
import { useOverview } from '../queries/use-verdicts.ts';
import { useWorkbench } from '../queries/workbench.ts';
import type { Screen } from '../state/route.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { EvidenceText } from '../ui/EvidenceText.tsx';
import { CallsScreen } from '../views/calls/CallsScreen.tsx';
import { DecisionsScreen } from '../views/decisions/DecisionsScreen.tsx';
import { FindingsScreen } from '../views/findings/FindingsScreen.tsx';
import { GraphScreen } from '../views/graph/GraphScreen.tsx';
import { LedgerScreen } from '../views/ledger/LedgerScreen.tsx';
import { TriageScreen } from '../views/triage/TriageScreen.tsx';
import './case-shell.css';
import { CaseCommands } from './CaseCommands.tsx';
import { TopBar } from './TopBar.tsx';

interface Props {
  readonly caseId: string;
  readonly screen: Screen;
}

/** An open case: its bar and one screen; or why it cannot be opened. */
export function CaseShell({ caseId, screen }: Props): ReactNode {
  const { data: cases, error } = useCases();
  const listing = cases?.find(({ summary }) => summary.id === caseId);
  if (error !== null) return <NotOpen title="The stored cases cannot be read">{error.message}</NotOpen>;
  if (cases === undefined) return <NotOpen title="Looking for the case…" />;
  if (listing === undefined) {
    return (
      <NotOpen title="There is no such case in this browser">
        It was deleted, it was never stored whole, or it is in another browser. A case does not travel with
        its address: drop the bundle, or the case file, here.
      </NotOpen>
    );
  }
  if (listing.state === 'evicted') {
    return (
      <NotOpen title="Evidence evicted">
        The browser has removed evidence of the case <EvidenceText text={listing.summary.title} look="name" />
        . Nothing is shown of the rest, since it would look whole. Drop the original bundle again; what you
        exported is still valid.
      </NotOpen>
    );
  }
  return (
    <CaseScopeProvider listing={listing} waiting={<NotOpen title="Opening the case…" />}>
      <TopBar inCase={true} />
      <CaseCommands />
      <div className="wm-shell-screen">
        <ScreenOf screen={screen} />
      </div>
    </CaseScopeProvider>
  );
}

function ScreenOf({ screen }: { readonly screen: Screen }): ReactNode {
  const { error } = useOverview();
  // without it no screen has anything to stand on
  if (error !== null) {
    return (
      <main>
        <EmptyState title="The case cannot be read" glyph="error" isPage={true}>
          {error.message}
        </EmptyState>
      </main>
    );
  }
  switch (screen) {
    case 'triage':
      return <TriageScreen />;
    case 'graph':
      return <GraphScreen />;
    case 'calls':
      return <CallsScreen />;
    case 'decisions':
      return <DecisionsScreen />;
    case 'findings':
      return <FindingsScreen />;
    case 'ledger':
      return <LedgerScreen />;
  }
}

function NotOpen({ title, children }: { readonly title: string; readonly children?: ReactNode }): ReactNode {
  const { hrefOf } = useWorkbench();
  return (
    <>
      <TopBar inCase={false} />
      <main className="wm-shell-screen">
        <EmptyState title={title} isPage={true}>
          {children}
          {children === undefined ? undefined : (
            <p className="wm-shell-back">
              <a href={hrefOf({ is: 'start' })}>All cases</a>
            </p>
          )}
        </EmptyState>
      </main>
    </>
  );
}
