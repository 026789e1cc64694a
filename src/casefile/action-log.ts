import { hexOf } from '../lib/hex.ts';
import type { ActionLogEntry } from '../model/people.ts';

const FIRST = '0'.repeat(64);

/** The next line of a log, bound to the line before it. @param last undefined for the first. */
export async function chainedEntry(
  last: ActionLogEntry | undefined,
  entry: Pick<ActionLogEntry, 'at' | 'author' | 'action' | 'detail'>,
): Promise<ActionLogEntry> {
  const bound = { ...entry, seq: last === undefined ? 0 : last.seq + 1, previous: last?.hash ?? FIRST };
  return { ...bound, hash: await hashOf(bound) };
}

/** The number of the first line that is not what follows from the line before it; undefined when the chain holds. */
export async function brokenAt(entries: readonly ActionLogEntry[]): Promise<number | undefined> {
  let previous = FIRST;
  for (const [at, entry] of entries.entries()) {
    if (entry.seq !== at || entry.previous !== previous || entry.hash !== (await hashOf(entry))) return at;
    previous = entry.hash;
  }
  return undefined;
}

async function hashOf(entry: Omit<ActionLogEntry, 'hash'>): Promise<string> {
  const { seq, at, author, action, detail, previous } = entry;
  const bytes = new TextEncoder().encode(JSON.stringify([seq, at, author, action, detail, previous]));
  return hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}
