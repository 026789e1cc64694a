const CHANNEL = 'witnessmark.cases';

/** Tells the other tabs that the list of cases or one case has changed. */
export function announce(caseId: string): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(caseId);
  // what was posted still arrives
  channel.close();
}

/** @returns the function that stops listening. */
export function listen(listener: (caseId: string) => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined;
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<string>) => listener(data);
  return () => channel.close();
}
