export interface Guarded {
  /** What is left of the replay if it ends now: a sentence, and the exit status. */
  readonly left: () => { readonly said: string; readonly status: number };
  readonly say: (sentence: string) => void;
  /** At once. */
  readonly cleanUp: () => void;
}

/** As a shell has it for SIGINT. */
const INTERRUPTED = 130;

/**
 * An executor runs in this process and may end it: by an error that nobody catches, by `process.exit(0)`, or by leaving
 * nothing to wait for. Whatever it is, it is told, nothing of it looks like success, and no working copy stays behind.
 * @returns takes the guard away.
 */
export function guardReplay({ left, say, cleanUp }: Guarded): () => void {
  const end = (said: string, status = left().status): void => {
    release();
    say(`${said} ${left().said}`);
    cleanUp();
    process.exit(status);
  };
  const onSignal = (): void => end('Interrupted.', INTERRUPTED);
  const onError = (error: unknown): void =>
    end(`The executor failed outside of a call: ${error instanceof Error ? error.message : String(error)}.`);
  const onExit = (status: number): void => {
    say(`The executor ended the process. ${left().said}`);
    cleanUp();
    if (status === 0 || status === UNSETTLED) process.exitCode = left().status;
  };
  const release = (): void => {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal).off('exit', onExit);
    process.off('uncaughtException', onError).off('unhandledRejection', onError);
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal).on('exit', onExit);
  process.on('uncaughtException', onError).on('unhandledRejection', onError);
  return release;
}

/** Node's own status where nothing is left that could settle what is awaited. */
const UNSETTLED = 13;
