import type { CallDocument, ReasonWords } from '../../model/findings.ts';
import type { CallReason, Cause, Verdict } from '../../model/verdict.ts';
import type { CutText } from './cut-text.ts';

/**
 * All calls in columns: one entry per call, its slot among them. A slot is a call of the recording with its verdict in
 * each attempt, or a call that only replays have.
 */
export interface CallStrip {
  /** Positions in VERDICTS. */
  readonly verdict: Uint8Array;
  /** -1 when unknown. */
  readonly turn: Int32Array;
  readonly tool: Uint32Array;
  readonly tools: readonly string[];
  /** Position in `agents`. */
  readonly agent: Uint32Array;
  /** Empty: the calls that name none. */
  readonly agents: readonly string[];
  /** Positions in `attempts`. */
  readonly attempt: Uint32Array;
  readonly attempts: readonly AttemptLabel[];
  readonly slot: Uint32Array;
  readonly slots: number;
  /** By slot: which try of one and the same call it is, from 1, and how many there are. */
  readonly tryOf: Uint32Array;
  readonly tries: Uint32Array;
  /** What call n touches: `touched[touchedFrom[n] … touchedFrom[n + 1])`, twice the position in `resources`, and one more for a write. */
  readonly touchedFrom: Uint32Array;
  readonly touched: Uint32Array;
  /** Null: the short form's unnamed resource. */
  readonly resources: readonly (string | null)[];
}

export interface AttemptLabel {
  /** As it is stated; else the replay's file, or "" without a replay. */
  readonly label: string;
  readonly stated: boolean;
}

export interface CallDetail {
  readonly call: CallDocument;
  readonly reasons: readonly (ReasonWords & { readonly verdict: Verdict; readonly code: CallReason })[];
  readonly recorded: CallSideDetail | null;
  readonly replayed: CallSideDetail | null;
  readonly states: readonly StateDetail[];
  /** The same call in every attempt of the replay, this one among them. */
  readonly attempts: readonly AttemptDetail[];
  /** Step index of the call in the graph. */
  readonly step: number | null;
  /** "AgentLoop/5" with what is known of its seal, or null: no crossing known for this call. */
  readonly crossing: { readonly label: string; readonly decision: number; readonly input: string } | null;
}

/** What one attempt made of a call. */
export interface AttemptDetail {
  /** Position in the session's calls. */
  readonly call: number;
  /** Position in `CallStrip.attempts`. */
  readonly attempt: number;
  readonly verdict: Verdict;
  readonly reasons: readonly CallReason[];
  readonly cause: Cause | null;
  /** Post-states that were compared, and how many of them were equal. */
  readonly states: { readonly equal: number; readonly differs: number; readonly unknown: number };
  /** The replay's key; null when it states none, or has no such call. */
  readonly idempotencyKey: string | null;
  /** It is the key of the recording. */
  readonly isRecordedKey: boolean;
}

export interface CallSideDetail {
  readonly file: string;
  readonly line: number | null;
  readonly byte: number;
  readonly input: CutText | null;
  readonly output: CutText | null;
  readonly idempotencyKey: string | null;
  readonly servedFromCache: boolean;
  readonly effects: string | null;
  readonly coverage: string | null;
}

export interface StateDetail {
  readonly when: 'pre' | 'post';
  readonly resource: string | null;
  readonly recorded: StateSideDetail | null;
  readonly replayed: StateSideDetail | null;
  readonly equal: boolean | null;
  /** The difference by lines where both contents are attached; null otherwise. */
  readonly lines: readonly DiffLine[] | null;
}

export interface StateSideDetail {
  readonly fingerprint: string | null;
  readonly epoch: string | null;
  readonly absent: boolean;
  readonly content: CutText | null;
}

export interface DiffLine {
  readonly is: 'same' | 'recorded-only' | 'replayed-only';
  readonly text: string;
  /** 1-based line on its side. */
  readonly recordedLine: number | null;
  readonly replayedLine: number | null;
}
