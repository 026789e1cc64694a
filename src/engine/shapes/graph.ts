import type { SessionDocument } from '../../model/findings.ts';
import type { Basis, Bucket, IndexName, OrderKind, SettledBy } from '../../model/order.ts';
import type { StepKind } from '../../model/span.ts';
import type { CutText } from './cut-text.ts';

/** A line of the graph's twin tree grid; row i of `steps` is the step `GraphView.tree.step[i]`. */
export interface StepRow {
  readonly step: number;
  readonly id: string;
  readonly depth: number;
  readonly name: string;
  readonly kind: StepKind;
  readonly agent: string | null;
  readonly turn: number | null;
  readonly context: number;
  /** ns after the session's first start, decimal; null when unknown. */
  readonly startNs: string | null;
  readonly durationNs: string | null;
  /** Spoken relations: "after …", "before …", "unordered with 3". */
  readonly relation: string;
  readonly openWith: number;
  readonly orphan: boolean;
}

export interface StepDetail {
  readonly row: StepRow;
  /** The lists stop at some hundred; the counts beside them are exact. An agent may stand above 100,000 steps. */
  readonly before: readonly EdgeRow[];
  readonly beforeCount: number;
  readonly after: readonly EdgeRow[];
  readonly afterCount: number;
  readonly questions: readonly QuestionRow[];
  readonly questionCount: number;
  readonly span: SpanDetail | null;
}

/** What an unfaithful call makes unsound, and whether it may be asked what had been otherwise (design.md 7). */
export interface ReachView {
  /** Null: the step is no call, or all of its calls are faithful, or the session is too large to be asked. */
  readonly reaches: {
    readonly must: readonly ReachedStep[];
    readonly mustCount: number;
    readonly may: readonly ReachedStep[];
    readonly mayCount: number;
    /** Reached in some of the orders that the evidence leaves open, and in none that agrees with the pins. */
    readonly ruledOut: readonly ReachedStep[];
    readonly ruledOutCount: number;
    /** The list of the session stopped before its end: there may be more. */
    readonly cut: boolean;
  } | null;
  readonly gate: {
    readonly gate: 'well-posed' | 'conditional' | 'ill-posed';
    readonly reasons: readonly string[];
  } | null;
}

export interface ReachedStep {
  readonly step: number;
  readonly name: string;
  /** Only the pins make it certain: without them it is reached in some orders. */
  readonly byPin: boolean;
}

export interface EdgeRow {
  readonly step: number;
  readonly name: string;
  readonly basis: Basis;
  readonly order: OrderKind;
  readonly why: string;
}

export interface SpanDetail {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string | null;
  readonly name: string;
  readonly service: string;
  readonly startNs: string | null;
  readonly endNs: string | null;
  readonly file: string;
  readonly line: number | null;
  readonly byte: number;
  /** The span's own bytes as text, at most 64 KiB. */
  readonly raw: CutText;
  readonly attributes: readonly { readonly key: string; readonly value: string }[];
}

export interface QuestionRow {
  readonly index: number;
  readonly a: StepRow;
  readonly b: StepRow;
  readonly order: 'observation' | 'effect';
  readonly why: 'overlap' | 'tie' | 'no-witness' | 'race';
  readonly overlapNs: string | null;
  readonly context: number;
  /** Why it matters and what would answer it. */
  readonly said: string;
  readonly cure: string;
}

export type PinEffect =
  | {
      readonly is: 'accepted';
      readonly before: { readonly linearizations: string; readonly questions: number };
      readonly after: { readonly linearizations: string; readonly questions: number };
    }
  /** It would close a cycle with these edges. */
  | {
      readonly is: 'refused';
      readonly fights: readonly (EdgeRow & { readonly from: string; readonly to: string })[];
    };

/**
 * A linearization saved for a replayer: `assumed` whenever a pin or an assumed parent is in it, `single-clock` where some
 * pair rests on the clock of one process.
 */
export interface ReplayInput {
  readonly kind: 'witnessmark.replay-input';
  readonly version: 1;
  readonly session: string;
  readonly order: SettledBy;
  readonly assumes: readonly string[];
  readonly steps: SessionDocument['order']['steps'];
}

/** The table of index names, and what the evidence has for it. */
export interface IndexNamesView {
  /** The table in force. */
  readonly table: readonly IndexName[];
  readonly builtIn: readonly IndexName[];
  /** Every key of the evidence that may be an index, the most frequent first. */
  readonly seen: readonly SeenIndexKey[];
}

export interface SeenIndexKey {
  readonly key: string;
  readonly spans: number;
  readonly sessions: number;
  /** Values as they stand in the file, the first few. */
  readonly examples: readonly string[];
  /** The name of the table that it is read like, since it ends like it; null: the table has it, or nothing does. */
  readonly like: string | null;
}

/** What a change of assumptions would do to every session of the case, before it is made. */
export interface AssumedEffect {
  /** The list stops at some hundred; the count is exact. */
  readonly changed: readonly ChangedSession[];
  readonly changedCount: number;
  /** Sessions whose bucket changes, or whose order becomes or ceases to be `pinned`. */
  readonly orderChanges: number;
}

export interface ChangedSession {
  readonly session: string;
  readonly title: string | null;
  readonly before: OrderSummary;
  readonly after: OrderSummary;
}

export interface OrderSummary {
  readonly order: Bucket | 'pinned';
  readonly linearizations: string;
  readonly questions: number;
  readonly conflicts: number;
}
