import type { ReactNode } from 'react';
import { useImport } from '../../queries/use-import.ts';
import { CaseList } from './CaseList.tsx';
import { ImportFailed } from './ImportFailed.tsx';
import { ImportProgress } from './ImportProgress.tsx';
import { OpenBundle } from './OpenBundle.tsx';
import './start.css';

/** Where a case begins: a bundle is given here, or a stored case is opened again. */
export function StartScreen(): ReactNode {
  const { now } = useImport();
  return (
    <main className="wm-start">
      <div className="wm-start-column">
        <h1 className="wm-spoken">Witnessmark: start</h1>
        {now.is === 'reading' ? <ImportProgress now={now} /> : undefined}
        {now.is === 'failed' ? <ImportFailed now={now} /> : undefined}
        {now.is === 'reading' ? undefined : <OpenBundle />}
        <CaseList />
      </div>
    </main>
  );
}
