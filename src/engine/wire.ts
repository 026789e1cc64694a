import type { Problem } from '../model/problem.ts';
import type { Progress, Question } from './messages.ts';

/** What `client.ts` and `serve-worker.ts` say to each other. `id` joins what belongs to one call. */
export type ToWorker = { readonly id: number } & Call;

export type Call =
  /** Some of the files of the `open` of this id, which follows. */
  | { readonly is: 'files'; readonly files: readonly SentFile[] }
  | {
      readonly is: 'open';
      readonly caseId: string;
      readonly title: string;
      readonly problems: readonly Problem[];
    }
  | { readonly is: 'ask'; readonly question: Question }
  | { readonly is: 'give-key'; readonly bytes: Uint8Array }
  | { readonly is: 'forget-keys' }
  /** Of the call of this id. */
  | { readonly is: 'cancel' };

/** A dropped file; the browser hands over the file, not its bytes. */
export interface SentFile {
  readonly blob: Blob;
  readonly path: string;
  readonly heldBy: readonly string[];
}

export type FromWorker = { readonly id: number } & (
  | { readonly is: 'progress'; readonly progress: Progress }
  | { readonly is: 'done'; readonly answer: unknown }
  /** `said` is a sentence. */
  | { readonly is: 'failed'; readonly name: string; readonly said: string }
);

/** A worker as the page has it, the worker's own scope, or a port of a channel. */
export interface Port {
  postMessage(message: unknown, transfer: Transferable[]): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
}
