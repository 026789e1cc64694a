import { createEngineClient } from '../engine/client.ts';
import type { Engine } from '../engine/messages.ts';
import workerUrl from './engine-worker.ts?worker&url';

/** The part of Trusted Types that is used; not every browser has it. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string };
}

/** Starts the engine in its worker. The page's policy lets one script become a worker: ours. */
export function startEngine(): Engine {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy('witnessmark-worker', {
    createScriptURL: (url) => {
      if (url !== workerUrl) throw new TypeError('only the engine may become a worker');
      return url;
    },
  });
  const url = policy?.createScriptURL(workerUrl) ?? workerUrl;
  return createEngineClient(new Worker(url, { type: 'module', name: 'engine' }));
}
