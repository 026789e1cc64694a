/** Waits for work no longer than so long; `signal` tells the work that nobody waits any more. Never rejects. */
export async function within<T>(
  milliseconds: number,
  work: (signal: AbortSignal) => T | Promise<T>,
): Promise<Waited<T>> {
  const control = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<Waited<T>>((done) => {
    timer = setTimeout(() => {
      control.abort();
      done({ is: 'late' });
    }, milliseconds);
  });
  const inTime = async (): Promise<Waited<T>> => {
    try {
      return { is: 'done', value: await work(control.signal) };
    } catch (error) {
      return { is: 'failed', said: error instanceof Error ? error.message : String(error) };
    }
  };
  const waited = await Promise.race([inTime(), late]);
  clearTimeout(timer);
  return waited;
}

export type Waited<T> =
  | { readonly is: 'done'; readonly value: T }
  | { readonly is: 'failed'; readonly said: string }
  | { readonly is: 'late' };
