import { blobSource } from '../intake/blob-source.ts';
import { holdSmallFiles } from '../intake/hold-small-files.ts';
import { pushAll } from '../lib/push-all.ts';
import type { Engine, Progress } from './messages.ts';
import type { FromWorker, Port, SentFile, ToWorker } from './wire.ts';

/** Progress is told at most this often; a new phase and the first picture at once. */
const EVERY_MS = 50;

/** The worker's side of `createEngineClient`: runs what comes in, cancels by id, gives typed arrays away. */
export function serveEngine(port: Port, engine: Engine): void {
  const running = new Map<number, AbortController>();
  /** Files of an `open` that is still to come, by its id. */
  const sent = new Map<number, SentFile[]>();
  const post = (message: FromWorker, transfer: Transferable[] = []): void =>
    port.postMessage(message, transfer);

  const run = async (message: ToWorker, signal: AbortSignal): Promise<unknown> => {
    switch (message.is) {
      case 'open': {
        const { caseId, title, problems } = message;
        const files = sent.get(message.id) ?? [];
        sent.delete(message.id);
        const sources = holdSmallFiles(files.map(({ blob, path, heldBy }) => blobSource(blob, path, heldBy)));
        const tell = throttled((progress) => {
          if (!signal.aborted) post({ id: message.id, is: 'progress', progress }, buffersOf(progress));
        });
        return engine.open({ caseId, title, sources, problems }, tell, signal);
      }
      case 'ask':
        return engine.ask(message.question, signal);
      case 'give-key':
        return engine.giveKey(message.bytes);
      case 'forget-keys':
        return engine.forgetKeys();
      case 'files':
      case 'cancel':
        return undefined;
    }
  };

  port.addEventListener('message', ({ data }) => {
    const message = data as ToWorker;
    const { id } = message;
    if (message.is === 'cancel') {
      running.get(id)?.abort();
      running.delete(id);
      sent.delete(id);
      return;
    }
    if (message.is === 'files') {
      const files = sent.get(id) ?? [];
      sent.set(id, files);
      pushAll(files, message.files);
      return;
    }
    const controller = new AbortController();
    running.set(id, controller);
    run(message, controller.signal)
      .then(
        (answer) => {
          if (!controller.signal.aborted) post({ id, is: 'done', answer }, buffersOf(answer));
        },
        (error: unknown) => {
          if (controller.signal.aborted) return;
          const { name, said } = wordsOf(error);
          post({ id, is: 'failed', name, said });
        },
      )
      .finally(() => running.delete(id));
  });
}

function throttled(tell: (progress: Progress) => void): (progress: Progress) => void {
  let last = Number.NEGATIVE_INFINITY;
  let phase: Progress['phase'] | undefined;
  return (progress) => {
    const now = performance.now();
    if (progress.phase === phase && progress.phase !== 'sketch' && now - last < EVERY_MS) return;
    last = now;
    phase = progress.phase;
    tell(progress);
  };
}

/**
 * The buffers of an answer's typed arrays, two levels down: where graphs and strips have theirs. They are made for the
 * answer and go away with it (`Engine` says so).
 */
function buffersOf(answer: unknown): Transferable[] {
  const buffers = new Set<ArrayBuffer>();
  const take = (value: unknown): boolean => {
    if (!ArrayBuffer.isView(value)) return false;
    if (value.buffer instanceof ArrayBuffer) buffers.add(value.buffer);
    return true;
  };
  const membersOf = (value: unknown): readonly unknown[] =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.values(value) : [];
  if (!take(answer)) {
    for (const member of membersOf(answer)) if (!take(member)) membersOf(member).forEach(take);
  }
  return [...buffers];
}

function wordsOf(error: unknown): { readonly name: string; readonly said: string } {
  if (!(error instanceof Error)) return { name: 'Error', said: String(error) };
  // DOMException is no Error in every realm of a browser, but has both members
  return { name: error.name, said: error.message };
}
