import { useCallback } from 'react';
import { useStore } from 'zustand';
import type { GivenKey } from '../engine/messages.ts';
import { useWorkbench } from './workbench.ts';

export interface KeyControl {
  readonly keyIds: readonly string[];
  /** The bytes go to the engine and are wiped here. Every verdict is asked for again. */
  give(bytes: Uint8Array): Promise<GivenKey>;
  forget(): Promise<void>;
}

export function useKeys(): KeyControl {
  const { engine, keys, pending } = useWorkbench();
  const keyIds = useStore(keys, (state) => state.keyIds);
  const give = useCallback(
    async (bytes: Uint8Array): Promise<GivenKey> => {
      const given = await pending.getState().track(engine.giveKey(bytes));
      keys.getState().given(given.keyId);
      return given;
    },
    [engine, keys, pending],
  );
  const forget = useCallback(async (): Promise<void> => {
    await pending.getState().track(engine.forgetKeys());
    keys.getState().forgotten();
  }, [engine, keys, pending]);
  return { keyIds, give, forget };
}
