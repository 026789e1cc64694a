/** Where the command line writes. */
export interface Terminal {
  /** Standard output. Resolves when it was taken; a reader that went away is no failure. */
  print(text: string): Promise<void>;
  /** Standard error. */
  complain(text: string): void;
  /** Colours are wanted: somebody looks, and NO_COLOR is not set. */
  readonly color: boolean;
  /** Columns. */
  readonly width: number;
}

const DEFAULT_WIDTH = 100;
const MOST_WIDTH = 120;

export function processTerminal(): Terminal {
  const { stdout, stderr, env } = process;
  // `witnessmark … | head` closes the pipe while there is more to say
  let closed = false;
  const onError = (error: NodeJS.ErrnoException): void => {
    if (error.code !== 'EPIPE') throw error;
    closed = true;
  };
  stdout.on('error', onError);
  stderr.on('error', onError);
  return {
    color: stdout.isTTY === true && (env.NO_COLOR ?? '') === '' && env.TERM !== 'dumb',
    width: Math.min(stdout.columns ?? DEFAULT_WIDTH, MOST_WIDTH),
    print: (text) =>
      new Promise((done) => {
        if (closed) done();
        else stdout.write(text, () => done());
      }),
    complain: (text) => void stderr.write(text),
  };
}

/** The exit status of wrong usage, and of a bundle of which nothing could be read. */
export const NOTHING_READ = 2;
