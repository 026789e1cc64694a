import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useOfferCommand } from '../queries/use-command.ts';
import { useRoute } from '../queries/use-route.ts';
import { useWorkbench, type Workbench, WorkbenchContext } from '../queries/workbench.ts';
import { Toaster } from '../ui/Toaster.tsx';
import { StartScreen } from '../views/start/StartScreen.tsx';
import './app.css';
import { bindKeys } from './bind-keys.ts';
import { CaseShell } from './CaseShell.tsx';
import { CommandPalette } from './CommandPalette.tsx';
import { DropZone } from './DropZone.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { HelpDialog } from './HelpDialog.tsx';
import { OwnCommands } from './OwnCommands.tsx';
import { PreferencesDialog } from './PreferencesDialog.tsx';
import { TopBar } from './TopBar.tsx';
import { useKeyIdle } from './use-key-idle.ts';

interface Props {
  readonly workbench: Workbench;
  readonly client: QueryClient;
}

/** The whole page over one workbench. */
export function App({ workbench, client }: Props): ReactNode {
  return (
    <ErrorBoundary>
      <QueryClientProvider client={client}>
        <WorkbenchContext value={workbench}>
          <Toaster>
            <Page />
          </Toaster>
        </WorkbenchContext>
      </QueryClientProvider>
    </ErrorBoundary>
  );
}

function Page(): ReactNode {
  const workbench = useWorkbench();
  const route = useRoute();
  useEffect(() => bindKeys(workbench), [workbench]);
  useTheme();
  useKeyIdle();
  return (
    <div className="wm-page">
      <OwnCommands />
      <Dialogs />
      {route.is === 'start' ? (
        <>
          <TopBar inCase={false} />
          <StartScreen />
        </>
      ) : (
        <CaseShell key={route.caseId} caseId={route.caseId} screen={route.screen} />
      )}
      <DropZone />
    </div>
  );
}

function Dialogs(): ReactNode {
  const [open, setOpen] = useState<'palette' | 'help' | 'preferences' | undefined>(undefined);
  useOfferCommand('palette', () => setOpen('palette'));
  useOfferCommand('help', () => setOpen('help'));
  useOfferCommand('preferences', () => setOpen('preferences'));
  const close = (): void => setOpen(undefined);
  switch (open) {
    case 'palette':
      return <CommandPalette onClose={close} />;
    case 'help':
      return <HelpDialog onClose={close} />;
    case 'preferences':
      return <PreferencesDialog onClose={close} />;
    default:
      return undefined;
  }
}

function useTheme(): void {
  const { preferences } = useWorkbench();
  const theme = useStore(preferences, (state) => state.theme);
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }, [theme]);
}
