import type { FingerprintScheme } from '../model/call.ts';

/** The world in which calls are made again, and what can be seen of it. */
export interface World {
  /** An absolute path. */
  readonly folder: string;
  /** @param scheme how the recording fingerprints the resource; where it cannot be answered in kind, the state is unknown. */
  stateOf(resource: string, scheme: FingerprintScheme | undefined): Promise<SeenState>;
  /** What changed since this was last asked, or nothing the first time. */
  changes(): Promise<Changes>;
}

export interface Changes {
  /** Resources that are otherwise than before, by the names of the recording where it has one. */
  readonly changed: readonly string[];
  /** What could not be looked at, a sentence each: something may have changed in it. */
  readonly unseen: readonly string[];
}

export type SeenState =
  | {
      readonly is: 'there';
      readonly fingerprint: string;
      readonly epoch?: string;
      readonly content?: Uint8Array;
    }
  | { readonly is: 'absent' }
  /** A sentence. */
  | { readonly is: 'unknown'; readonly said: string };
