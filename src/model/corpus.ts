import type { Bucket } from './order.ts';
import type { Outcome, Verdict } from './verdict.ts';

/** A session as a row of a corpus: a line of `witnessmark triage`. */
export interface CorpusRow {
  readonly session: string;
  readonly title: string | null;
  readonly traceIds: readonly string[];
  readonly inputs: readonly string[];
  readonly bucket: Bucket;
  /** The bucket, or `pinned`. */
  readonly order: Bucket | 'pinned';
  /** The last two buckets are; the rest is quarantined. */
  readonly replayable: boolean;
  readonly outcome: Outcome;
  readonly replay: Verdict | 'none';
  /** Calls by verdict. */
  readonly verdicts: Readonly<Record<Verdict, number>>;
  readonly spans: number;
  readonly steps: number;
  readonly calls: number;
  readonly questionCount: number;
  readonly overlapCount: number;
  readonly orphanCount: number;
  readonly conflictCount: number;
  readonly linearizations: string;
  readonly assumes: readonly string[];
  /** `service.name` of its spans. */
  readonly services: readonly string[];
  /** Instrumentation scopes of its spans, with their version. */
  readonly producers: readonly string[];
  readonly quarantine: readonly { readonly said: string; readonly cure: string }[];
}

/** Which sessions of a corpus are looked at. Absent members let everything pass. */
export interface CorpusFilter {
  /** Literal text, case ignored, in id, title, service, producer or path. */
  readonly text?: string;
  readonly bucket?: Bucket;
  readonly outcome?: Outcome;
  readonly service?: string;
  readonly producer?: string;
  /** What would cure it, word for word: the reason that it is quarantined. */
  readonly cure?: string;
}

export const CORPUS_COLUMNS = [
  'case',
  'outcome',
  'title',
  'bucket',
  'questions',
  'orphans',
  'conflicts',
  'linearizations',
  'spans',
  'calls',
  'service',
  'producer',
] as const;
/** `case`: the order of the case. */
export type CorpusColumn = (typeof CORPUS_COLUMNS)[number];

export interface CorpusSort {
  readonly by: CorpusColumn;
  readonly down: boolean;
}

/** What the sessions of a corpus are grouped by; the reason is what would cure it. */
export type CorpusBy = 'service' | 'producer' | 'reason';
