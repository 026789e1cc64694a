import type { AnswerTo, Engine, GivenKey, OpenResult, Progress, Question } from './messages.ts';
import type { Call, FromWorker, Port, SentFile, ToWorker } from './wire.ts';

/** The worker as a port, and what it says when it dies. */
export interface WorkerPort extends Port {
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(
    type: 'error' | 'messageerror',
    listener: (event: { readonly message?: string }) => void,
  ): void;
}

interface Waiting {
  readonly done: (answer: unknown) => void;
  readonly failed: (error: Error) => void;
  readonly onProgress: (progress: Progress) => void;
}

/** To hand over a File the browser asks the disk about it: thousands in one message would block the page for seconds. */
const FILES_A_MESSAGE = 50;

/**
 * The engine of a worker that runs `serveEngine`. A cancelled call rejects at once with AbortError, and whatever the
 * worker still answers to it is dropped; every other failure is an Error whose message is a sentence.
 */
export function createEngineClient(worker: WorkerPort): Engine {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let broken: Error | undefined;

  worker.addEventListener('message', ({ data }) => {
    const message = data as FromWorker;
    // an answer to a question that nobody asks any more
    const call = waiting.get(message.id);
    if (call === undefined) return;
    if (message.is === 'progress') {
      call.onProgress(message.progress);
      return;
    }
    waiting.delete(message.id);
    if (message.is === 'done') call.done(message.answer);
    else call.failed(named(message.name, message.said));
  });
  const onDeath = ({ message }: { readonly message?: string }): void => {
    broken = new Error(
      `The engine stopped${message === undefined || message === '' ? '' : ` (${message})`}. Reload the page; what was stored is still there.`,
    );
    for (const call of waiting.values()) call.failed(broken);
    waiting.clear();
  };
  worker.addEventListener('error', onDeath);
  worker.addEventListener('messageerror', onDeath);

  const send = <T>(
    message: Call,
    options: {
      readonly id?: number;
      readonly transfer?: Transferable[];
      readonly signal?: AbortSignal | undefined;
      readonly onProgress?: (progress: Progress) => void;
    } = {},
  ): Promise<T> =>
    new Promise<T>((done, failed) => {
      const { signal, transfer = [], onProgress = () => undefined } = options;
      if (broken !== undefined) {
        failed(broken);
        return;
      }
      if (signal?.aborted === true) {
        failed(aborted());
        return;
      }
      const { id = ++lastId } = options;
      const cancel = (): void => {
        waiting.delete(id);
        worker.postMessage({ id, is: 'cancel' } satisfies ToWorker, []);
        failed(aborted());
      };
      const settled = (): void => signal?.removeEventListener('abort', cancel);
      waiting.set(id, {
        done: (answer) => {
          settled();
          done(answer as T);
        },
        failed: (error) => {
          settled();
          failed(error);
        },
        onProgress,
      });
      signal?.addEventListener('abort', cancel, { once: true });
      worker.postMessage({ ...message, id } satisfies ToWorker, transfer);
    });

  return {
    open: async ({ caseId, title, sources, problems = [] }, onProgress, signal) => {
      const files = sources.map(({ blob, path, heldBy = [] }): SentFile => {
        if (blob === undefined) throw new Error(`${path} is no dropped file (a bug in Witnessmark)`);
        return { blob, path, heldBy };
      });
      const id = ++lastId;
      for (let from = 0; from < files.length; from += FILES_A_MESSAGE) {
        const some = files.slice(from, from + FILES_A_MESSAGE);
        worker.postMessage({ id, is: 'files', files: some } satisfies ToWorker, []);
        if (files.length > FILES_A_MESSAGE) await new Promise((done) => setTimeout(done, 0));
        if (signal.aborted) {
          worker.postMessage({ id, is: 'cancel' } satisfies ToWorker, []);
          throw aborted();
        }
      }
      return send<OpenResult>({ is: 'open', caseId, title, problems }, { id, signal, onProgress });
    },
    ask: <Q extends Question>(question: Q, signal?: AbortSignal) =>
      send<AnswerTo<Q>>({ is: 'ask', question }, { signal }),
    giveKey: (bytes) => {
      // a copy of its own, so that the transfer takes nothing else along; then nothing is left here
      const own = new Uint8Array(bytes);
      bytes.fill(0);
      return send<GivenKey>({ is: 'give-key', bytes: own }, { transfer: [own.buffer] });
    },
    forgetKeys: () => send<void>({ is: 'forget-keys' }),
  };
}

const aborted = (): Error => new DOMException('The work was cancelled.', 'AbortError');

function named(name: string, said: string): Error {
  if (name === 'AbortError') return aborted();
  const error = new Error(said);
  error.name = name;
  return error;
}
