import type { CallDocument, ReasonWords } from '../../model/findings.ts';
import type { CallReason, Verdict } from '../../model/verdict.ts';
import type { CutText } from './cut-text.ts';

/** One cell per call. */
export interface CallStrip {
  /** Positions in VERDICTS. */
  readonly verdict: Uint8Array;
  /** -1 when unknown. */
  readonly turn: Int32Array;
  readonly tool: Uint32Array;
  readonly tools: readonly string[];
  readonly attempts: readonly string[];
}

export interface CallDetail {
  readonly call: CallDocument;
  readonly reasons: readonly (ReasonWords & { readonly verdict: Verdict; readonly code: CallReason })[];
  readonly recorded: CallSideDetail | null;
  readonly replayed: CallSideDetail | null;
  readonly states: readonly StateDetail[];
  /** Step index of the call in the graph. */
  readonly step: number | null;
  /** "AgentLoop/5" with what is known of its seal, or null: no crossing known for this call. */
  readonly crossing: { readonly label: string; readonly decision: number; readonly input: string } | null;
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
