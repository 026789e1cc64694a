import { JsonNumber } from '../lib/json-value.ts';
import type { CallLog } from '../model/call.ts';
import type { Evidence } from '../model/session.ts';
import type { WalFile } from '../model/wal.ts';

/**
 * Evidence taken apart into named parts that can be stored in pieces: columns stay typed arrays, long lists stand on
 * their own. `joinParts` is the inverse. A member that is added to `Evidence` or `SpanTable` needs nothing here.
 */
export type Parts = ReadonlyMap<string, unknown>;

/** Lists inside a call log or a log that can be long: stored as parts of their own. */
const CALLS = 'callLogs.calls';
const WAL_RECORDS = 'wals.records';

export function splitEvidence(evidence: Evidence): Parts {
  const parts = new Map<string, unknown>();
  const { spans, callLogs, wals, ...rest } = evidence;
  for (const [name, value] of Object.entries(rest)) parts.set(name, value);
  for (const [name, value] of Object.entries(spans)) parts.set(`spans.${name}`, value);
  parts.set(
    'callLogs',
    callLogs.map((log) => ({ ...log, calls: log.calls.length })),
  );
  parts.set(
    CALLS,
    callLogs.flatMap((log) => log.calls),
  );
  parts.set(
    'wals',
    wals.map((wal) =>
      wal.reading.is === 'read'
        ? { ...wal, reading: { ...wal.reading, records: wal.reading.records.length } }
        : wal,
    ),
  );
  parts.set(
    WAL_RECORDS,
    wals.flatMap((wal) => (wal.reading.is === 'read' ? wal.reading.records : [])),
  );
  return parts;
}

export function joinParts(parts: Parts): Evidence {
  const evidence: Record<string, unknown> = {};
  const spans: Record<string, unknown> = {};
  for (const [name, value] of parts) {
    if (name.startsWith('spans.')) {
      spans[name.slice('spans.'.length)] = value;
      continue;
    }
    reviveNumbers(value);
    if (name !== CALLS && name !== WAL_RECORDS) evidence[name] = value;
  }
  const calls = taker(parts.get(CALLS));
  const records = taker(parts.get(WAL_RECORDS));
  evidence.spans = spans;
  // a case that was stored before these were read has none
  evidence.causalTraces ??= [];
  evidence.otherSeals ??= [];
  evidence.callLogs = (evidence.callLogs as (Omit<CallLog, 'calls'> & { calls: number })[]).map((log) => ({
    ...log,
    calls: calls(log.calls),
  }));
  evidence.wals = (evidence.wals as WalFile[]).map((wal) =>
    wal.reading.is === 'read'
      ? { ...wal, reading: { ...wal.reading, records: records(wal.reading.records as unknown as number) } }
      : wal,
  );
  return evidence as unknown as Evidence;
}

/** Gives the next so many items of a list. */
function taker(list: unknown): (count: number) => unknown[] {
  const items = list as unknown[];
  let at = 0;
  return (count) => {
    at += count;
    return items.slice(at - count, at);
  };
}

/**
 * A structured clone drops the class of a JSON number and keeps its token: `{ token }`, a shape that nothing else in
 * the evidence has. Puts the class back, in place, by a list of what is still to be looked at (depth is the
 * evidence's).
 */
function reviveNumbers(root: unknown): void {
  const waiting: unknown[] = [root];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) continue;
    if (value instanceof Map) {
      for (const [key, item] of value) {
        if (isCloned(item)) value.set(key, new JsonNumber(item.token));
        else waiting.push(item);
      }
    } else {
      const holder = value as Record<string, unknown>;
      for (const key of Object.keys(holder)) {
        const item = holder[key];
        if (isCloned(item)) holder[key] = new JsonNumber(item.token);
        else waiting.push(item);
      }
    }
  }
}

function isCloned(value: unknown): value is { readonly token: string } {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof Map)
    return false;
  const { token } = value as { token?: unknown };
  return typeof token === 'string' && Object.keys(value).length === 1;
}
