import type { CallRecord, CallSource, Fingerprint } from './call.ts';

/** In the order in which they name a call: the first that applies is its headline (design.md 4). */
export const VERDICTS = [
  'refused',
  'unmatched',
  'not-reexecuted',
  'divergent',
  'audit-incomplete',
  'faithful',
] as const;
export type Verdict = (typeof VERDICTS)[number];

/** The worst verdict of a session is the first of these that occurs. */
export const WORST_FIRST = [
  'refused',
  'divergent',
  'unmatched',
  'not-reexecuted',
  'audit-incomplete',
  'faithful',
] as const satisfies readonly Verdict[];

/** The closed vocabulary of reasons, with the verdict each belongs to. */
export const CALL_REASONS = {
  'seal-broken': 'refused',
  'file-altered': 'refused',
  'replay-missing': 'unmatched',
  'recorded-missing': 'unmatched',
  ambiguous: 'unmatched',
  'cache-hit': 'not-reexecuted',
  'key-reused': 'not-reexecuted',
  'no-effect-on-replay': 'not-reexecuted',
  'input-differs': 'divergent',
  'effect-differs': 'divergent',
  'output-differs': 'divergent',
  'post-state-missing': 'audit-incomplete',
  'replay-post-state-missing': 'audit-incomplete',
  incomparable: 'audit-incomplete',
  'epoch-differs': 'audit-incomplete',
  'pre-state-unverified': 'audit-incomplete',
  'pre-state-differs': 'audit-incomplete',
  'key-unverified': 'audit-incomplete',
  'input-missing': 'audit-incomplete',
  'output-missing': 'audit-incomplete',
  'coverage-partial': 'audit-incomplete',
  'seal-unchecked': 'audit-incomplete',
} as const satisfies Record<string, Verdict>;
export type CallReason = keyof typeof CALL_REASONS;

export type Cause = 'environment' | 'tool' | 'unknown';

/** One resource, recorded beside replayed. */
export interface StateComparison {
  /** Undefined: the short form's unnamed resource. */
  readonly resource: string | undefined;
  readonly recorded: StateSide | undefined;
  readonly replayed: StateSide | undefined;
  /** Undefined: not comparable. */
  readonly equal: boolean | undefined;
}

export interface StateSide {
  readonly fingerprint: Fingerprint | undefined;
  readonly epoch: string | undefined;
  readonly absent: boolean;
}

/** What a session's calls state about themselves on one side, kept for showing; the raw record is read from its place. */
export interface CallVerdict {
  readonly agent: string | undefined;
  readonly turn: number | undefined;
  readonly index: number | undefined;
  readonly callId: string | undefined;
  readonly spanId: string | undefined;
  readonly tool: string;
  /** Undefined when there is no replay. */
  readonly attempt: string | undefined;
  readonly source: CallSource;
  readonly verdict: Verdict;
  /** Every applicable reason, in the order of CALL_REASONS. */
  readonly reasons: readonly CallReason[];
  readonly cause: Cause | undefined;
  readonly states: readonly StateComparison[];
  readonly recorded: CallRecord | undefined;
  readonly replayed: CallRecord | undefined;
}

/** Worst first. */
export const OUTCOMES = ['refused', 'divergent', 'hypothesis', 'admissible'] as const;
export type Outcome = (typeof OUTCOMES)[number];
export type Authenticity = 'verified' | 'unsealed' | 'mixed' | 'unchecked' | 'refused';
export type Completeness = 'complete' | 'unknown';

export interface Conditions {
  readonly fingerprinted: boolean;
  readonly pinned: boolean;
  readonly salted: boolean;
  readonly compared: boolean;
}
