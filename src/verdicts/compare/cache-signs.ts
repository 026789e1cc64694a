import type { CallVerdict } from '../../model/verdict.ts';

/**
 * What hints that a call was answered from a cache. Signs are shown beside the verdict and never change it: the rules
 * of design.md 4 already fail closed without them.
 */
export type CacheSign =
  | { readonly is: 'flag'; readonly side: 'recorded' | 'replayed' }
  /** The replay used the key of the recording. */
  | { readonly is: 'key-of-recording'; readonly key: string }
  /** Two attempts used one key for this call: the second may have been answered out of the first. */
  | { readonly is: 'key-of-attempt'; readonly key: string; readonly attempt: string | undefined }
  /** The replay used a key that the recording has at another call. */
  | { readonly is: 'key-of-other-call'; readonly key: string; readonly turn: number | undefined }
  | { readonly is: 'no-effect' }
  /** The replay's answer carries a time or a request id of the recording's answer. */
  | { readonly is: 'echo'; readonly what: 'time' | 'request-id'; readonly text: string };

/** The signs that records show by themselves, for every call of a session in the order of the list. */
export function deriveCacheSigns(calls: readonly CallVerdict[]): readonly (readonly CacheSign[])[] {
  const byRecorded = new Map<CallVerdict['recorded'], CallVerdict[]>();
  const byKey = new Map<string, CallVerdict[]>();
  for (const call of calls) {
    if (call.recorded === undefined) continue;
    push(byRecorded, call.recorded, call);
    const key = call.recorded.idempotencyKey;
    if (key !== undefined) push(byKey, key, call);
  }
  return calls.map((call) => {
    const signs: CacheSign[] = [];
    const { recorded, replayed } = call;
    if (recorded?.servedFromCache === true) signs.push({ is: 'flag', side: 'recorded' });
    if (replayed?.servedFromCache === true) signs.push({ is: 'flag', side: 'replayed' });
    if (call.reasons.includes('no-effect-on-replay')) signs.push({ is: 'no-effect' });
    const key = replayed?.idempotencyKey;
    if (key === undefined) return signs;
    if (recorded?.idempotencyKey === key) signs.push({ is: 'key-of-recording', key });
    const others = (byKey.get(key) ?? []).filter((other) => other.recorded !== recorded);
    const [other] = others;
    if (other !== undefined) signs.push({ is: 'key-of-other-call', key, turn: other.turn });
    const siblings = recorded === undefined ? [] : (byRecorded.get(recorded) ?? []);
    for (const sibling of siblings) {
      if (sibling !== call && sibling.replayed?.idempotencyKey === key) {
        signs.push({ is: 'key-of-attempt', key, attempt: sibling.attempt });
      }
    }
    return signs;
  });
}

/** A time with seconds, or a Unix time in milliseconds of this century. */
const TIME =
  /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?|\b(?:9[4-9]\d{10}|[1-4]\d{12})\b/g;
/** A member that names a request, with its value. */
const REQUEST_ID =
  /"?\b(?:x[-_])?(?:amzn?[-_])?(?:request|req|trace|correlation)[-_]?id"?\s*[:=]\s*"?([A-Za-z0-9][\w.:-]{7,63})/gi;
const ECHOES = 20;

/**
 * "Replies that carry the original's timestamps or request ids": what a tool that ran again would have written anew.
 * An echo is a sign and no proof, since a tool may repeat the times of the data that it reads.
 */
export function findEchoes(recordedOutput: string, replayedOutput: string): readonly CacheSign[] {
  const replayed = { time: marks(replayedOutput, TIME), 'request-id': marks(replayedOutput, REQUEST_ID) };
  const signs: CacheSign[] = [];
  for (const text of marks(recordedOutput, TIME)) {
    if (replayed.time.has(text)) signs.push({ is: 'echo', what: 'time', text });
  }
  for (const text of marks(recordedOutput, REQUEST_ID)) {
    if (replayed['request-id'].has(text)) signs.push({ is: 'echo', what: 'request-id', text });
  }
  return signs.slice(0, ECHOES);
}

const marks = (text: string, pattern: RegExp): ReadonlySet<string> =>
  new Set([...text.matchAll(pattern)].map((match) => match[1] ?? match[0]));

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
