import type { CallLog } from '../../model/call.ts';
import type { Evidence } from '../../model/session.ts';
import type { WalFile } from '../../model/wal.ts';
import { type TraceOfTable, tracesOf } from './conversation.ts';

/** A piece of evidence that is never split: a trace, the call logs of one id, a write-ahead log. */
export interface Unit {
  readonly trace?: TraceOfTable;
  readonly logs?: readonly CallLog[];
  readonly wal?: WalFile;
  /** A trace of the replay, by the manifest's word: its steps are no part of the recorded order. */
  readonly replayed?: boolean;
  readonly files: readonly number[];
  /** The manifest's word; it stands above every id. */
  readonly claimed: string | undefined;
  /** A conversation or session id. */
  readonly named: string | undefined;
}

export function traceUnits(
  evidence: Evidence,
  claimOf: (file: number) => string | undefined,
  isReplayed: (file: number) => boolean,
): Unit[] {
  return tracesOf(evidence.spans).map((trace) => {
    const files = [...new Set(trace.rows.map((row) => evidence.spans.file[row] ?? 0))];
    const claims = [...new Set(files.map(claimOf))].filter((claim) => claim !== undefined);
    return {
      trace,
      files,
      claimed: claims.length === 1 ? claims[0] : undefined,
      named: trace.conversationId,
      replayed: files.length > 0 && files.every(isReplayed),
    };
  });
}

/** "Call logs of one session id, or of none, are one session"; one without joins the only one that has an id. */
export function logUnits(logs: readonly CallLog[], claimOf: (file: number) => string | undefined): Unit[] {
  const byId = new Map<string, { claimed: string | undefined; named: string | undefined; logs: CallLog[] }>();
  const without: CallLog[] = [];
  for (const log of logs) {
    const claimed = claimOf(log.file);
    if (claimed === undefined && log.sessionId === undefined) {
      without.push(log);
      continue;
    }
    const key = JSON.stringify(claimed === undefined ? ['id', log.sessionId] : ['manifest', claimed]);
    const known = byId.get(key) ?? { claimed, named: log.sessionId, logs: [] };
    known.logs.push(log);
    byId.set(key, known);
  }
  const sessions = [...byId.values()];
  const [only] = sessions;
  if (sessions.length === 1 && only !== undefined) only.logs = [...only.logs, ...without];
  else if (without.length > 0) sessions.push({ claimed: undefined, named: undefined, logs: without });
  return sessions.map((session) => ({
    ...session,
    files: [...new Set(session.logs.map((log) => log.file))],
  }));
}
