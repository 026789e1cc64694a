import type { CorpusRow } from '../../model/corpus.ts';
import type { Bucket } from '../../model/order.ts';

/** The sessions that pass a filter, of those that were judged so far. */
export interface CorpusRows {
  readonly total: number;
  readonly rows: readonly CorpusRow[];
}

/** How the sessions that pass a filter are shared out. It is asked for again until all are judged. */
export interface CorpusShares {
  readonly judged: number;
  readonly sessions: number;
  /** Of those judged, that pass. */
  readonly passing: number;
  readonly quarantined: number;
  readonly buckets: Readonly<Record<Bucket, number>>;
  /** The largest first; the list stops at some dozens, the count does not. */
  readonly groups: readonly CorpusGroup[];
  readonly groupCount: number;
  readonly cures: readonly CorpusCure[];
}

export interface CorpusGroup {
  /** Empty: the sessions that name none. */
  readonly name: string;
  readonly sessions: number;
  readonly buckets: Readonly<Record<Bucket, number>>;
}

/** What to change, and how many quarantined sessions it would cure. */
export interface CorpusCure {
  readonly cure: string;
  /** Of one of its sessions. */
  readonly said: string;
  /** It is one of their reasons. */
  readonly sessions: number;
  /** It is their only reason: nothing else has to be changed. */
  readonly alone: number;
}
