import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useKeys } from '../queries/use-keys.ts';
import { useWorkbench } from '../queries/workbench.ts';
import { useSay } from '../ui/Toaster.tsx';

const MINUTE = 60_000;

/** Forgets the keys when nobody has pressed or clicked anything for the time that the examiner set. */
export function useKeyIdle(): void {
  const { preferences } = useWorkbench();
  const minutes = useStore(preferences, (state) => state.keyIdleMinutes);
  const { keyIds, forget } = useKeys();
  const say = useSay();
  const held = keyIds.length > 0;
  useEffect(() => {
    if (!held || minutes === 0) return;
    let timer: ReturnType<typeof setTimeout>;
    const restart = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        void forget().then(() => say('The keys are forgotten: nothing was done for a while.', 'warn'));
      }, minutes * MINUTE);
    };
    restart();
    addEventListener('keydown', restart);
    addEventListener('pointerdown', restart);
    return () => {
      clearTimeout(timer);
      removeEventListener('keydown', restart);
      removeEventListener('pointerdown', restart);
    };
  }, [held, minutes, forget, say]);
}
