import type { ByteSource } from '../intake/byte-source.ts';
import type { GraphView, Sketch } from '../layout/graph-view.ts';
import type { CaseSummary } from '../model/case-store.ts';
import type {
  CallDocument,
  DecisionDocument,
  FindingsDocument,
  InputDocument,
  ModeDocument,
  ProblemDocument,
  ReasonWords,
  SessionDocument,
} from '../model/findings.ts';
import type { AssumedParent, Basis, Bucket, IndexName, OrderKind, Pin } from '../model/order.ts';
import type { Problem, Severity } from '../model/problem.ts';
import type { Mode, Requirement } from '../model/seal.ts';
import type { StepKind } from '../model/span.ts';
import type { CallReason, Outcome, Verdict } from '../model/verdict.ts';

export type { GraphView, NodeKind, Sketch, StepTree } from '../layout/graph-view.ts';
export { NODE_FLAG, NODE_KINDS } from '../layout/graph-view.ts';

export type { ReasonWords } from '../model/findings.ts';

/**
 * What the page and the command line say to the engine, and what comes back. Everything here passes
 * `structuredClone`; what can be long is in typed arrays (transferred) or asked for by range.
 */
export interface Engine {
  /** Reads a bundle into a new case: intake, formats, verdicts, store. Rejects with AbortError when cancelled. */
  open(
    request: OpenRequest,
    onProgress: (progress: Progress) => void,
    signal: AbortSignal,
  ): Promise<OpenResult>;
  ask<Q extends Question>(question: Q, signal?: AbortSignal): Promise<AnswerTo<Q>>;
  /** Keys live in the engine's memory only. The buffer is wiped. */
  giveKey(bytes: Uint8Array): Promise<GivenKey>;
  forgetKeys(): Promise<void>;
}

export interface OpenRequest {
  readonly caseId: string;
  readonly title: string;
  /** ByteSource in process; File objects across the worker's boundary (the worker wraps them). */
  readonly sources: readonly ByteSource[];
  /** What could not even be listed (a folder that may not be read): it belongs to the bundle and is missing from it. */
  readonly problems?: readonly Problem[];
}

export type OpenResult =
  | { readonly is: 'opened'; readonly summary: CaseSummary }
  /** Nothing could be read: the problems say why. No case was made. */
  | {
      readonly is: 'nothing-read';
      readonly problems: readonly (ProblemDocument & { readonly file: string })[];
      /** The same as a document without sessions: the command line prints it. */
      readonly findings?: FindingsDocument;
    }
  /** The browser's storage is full; what was staged is gone again. */
  | { readonly is: 'not-stored'; readonly said: string };

export type Progress =
  | {
      readonly phase:
        | 'unpacking'
        | 'reading'
        | 'hashing'
        | 'ordering'
        | 'comparing'
        | 'checking-seals'
        | 'storing';
      readonly done: number;
      readonly total: number;
      /** Spans and calls so far. */
      readonly records: number;
    }
  /** A first picture while the rest is read. */
  | { readonly phase: 'sketch'; readonly sketch: Sketch };

export interface GivenKey {
  readonly keyId: string;
  readonly warnings: readonly string[];
}

/** What the examiner assumed; sent with every question, so that an answer is never about other pins than those on screen. */
export interface Assumed {
  readonly pins: readonly Pin[];
  readonly assumedParents: readonly AssumedParent[];
  /** The edited table of index names; undefined for the built-in one. */
  readonly names?: readonly IndexName[];
  readonly expectSealed: boolean;
}

interface OfCase {
  readonly caseId: string;
  readonly assumed: Assumed;
}
interface OfSession extends OfCase {
  readonly session: string;
}
interface Range {
  /** First row, and the row after the last. */
  readonly from: number;
  readonly to: number;
}

export type Question =
  | (OfCase & { readonly is: 'overview' })
  | (OfCase & { readonly is: 'findings' })
  | (OfSession & { readonly is: 'session' })
  | (OfSession & { readonly is: 'graph'; readonly axis: 'order' | 'time' })
  | (OfSession & Range & { readonly is: 'steps' })
  | (OfSession & { readonly is: 'step'; readonly step: number })
  /** A span that need not be a step, by its row in the case. */
  | (OfSession & { readonly is: 'span'; readonly row: number })
  | (OfSession & Range & { readonly is: 'order-questions' })
  | (OfSession & { readonly is: 'pin-effect'; readonly add: readonly Pin[] })
  | (OfSession & { readonly is: 'call-strip' })
  | (OfSession & Range & { readonly is: 'calls' })
  | (OfSession & { readonly is: 'call'; readonly call: number })
  | (OfSession & { readonly is: 'decisions' })
  | (OfSession & { readonly is: 'replay-input' })
  | (OfCase &
      Range & {
        readonly is: 'ledger';
        readonly file?: string;
        readonly severity?: Severity;
        /** Literal text, case ignored, in the sentence, the code or the path. */
        readonly text?: string;
      })
  | (OfCase & {
      readonly is: 'raw';
      readonly file: number;
      readonly offset: number;
      readonly length: number;
    });

export type AnswerTo<Q extends Question> = AnswerOf[Q['is']];

export interface AnswerOf {
  overview: Overview;
  findings: FindingsDocument;
  session: SessionView;
  graph: GraphView;
  steps: { readonly total: number; readonly rows: readonly StepRow[] };
  step: StepDetail;
  span: SpanDetail;
  'order-questions': { readonly total: number; readonly rows: readonly QuestionRow[] };
  'pin-effect': PinEffect;
  'call-strip': CallStrip;
  calls: { readonly total: number; readonly rows: readonly CallDocument[] };
  call: CallDetail;
  decisions: DecisionsView;
  'replay-input': ReplayInput;
  ledger: { readonly total: number; readonly rows: readonly (ProblemDocument & { readonly file: string })[] };
  raw: Uint8Array;
}

export interface Overview {
  readonly inputs: readonly InputDocument[];
  readonly problemCounts: { readonly error: number; readonly warning: number; readonly info: number };
  readonly sessions: readonly SessionCard[];
  /** Key ids of the keys that are held now. */
  readonly keyIds: readonly string[];
}

/** A session on the triage screen. */
export interface SessionCard {
  readonly id: string;
  readonly title: string | null;
  readonly outcome: Outcome;
  readonly axes: SessionDocument['axes'];
  readonly conditions: SessionDocument['conditions'];
  /** Every reason with its sentence and what would cure it, the shortest cure first. */
  readonly reasons: readonly ReasonWords[];
  readonly verdicts: Readonly<Record<Verdict, number>>;
  readonly spans: number;
  readonly steps: number;
  readonly calls: number;
  readonly questionCount: number;
  readonly overlapCount: number;
  readonly orphanCount: number;
  readonly linearizations: string;
  readonly quarantine: readonly { readonly said: string; readonly cure: string }[];
  /** Calls are faithful but the order is open or pinned: what that does and does not prove. */
  readonly sufficiency: string | null;
  readonly inputs: readonly string[];
}

export interface SessionView {
  readonly card: SessionCard;
  readonly bucket: Bucket;
  readonly contexts: readonly { readonly label: string; readonly steps: number; readonly open: number }[];
  readonly orphans: readonly OrphanRow[];
  readonly conflicts: readonly { readonly spans: readonly string[]; readonly why: string }[];
  readonly remarks: readonly { readonly said: string; readonly steps: readonly string[] }[];
  readonly edgeCounts: Readonly<Record<Basis, number>>;
}

export interface OrphanRow {
  readonly row: number;
  readonly spanId: string;
  readonly name: string;
  readonly missingParentId: string;
  /** What a naive tool would do with it, and what is known. */
  readonly said: string;
}

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
  readonly before: readonly EdgeRow[];
  readonly after: readonly EdgeRow[];
  readonly questions: readonly QuestionRow[];
  readonly span: SpanDetail | null;
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

/** Text that may have been cut for showing. */
export interface CutText {
  readonly text: string;
  /** Bytes of the whole. */
  readonly bytes: number;
  readonly cut: boolean;
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

export interface DecisionsView {
  readonly logs: readonly {
    readonly input: string;
    readonly complete: boolean;
    readonly torn: boolean;
    readonly decisions: readonly (DecisionDocument & {
      readonly said: string;
      readonly line: number | null;
      /** The record's own bytes: shown as unread evidence where nothing may be read out of it. */
      readonly at?: { readonly file: number; readonly offset: number; readonly length: number };
      /** No seal of this log names a given key: nobody reads "altered" (design.md 6). */
      readonly keyNotTheLogs?: boolean;
      /** What this crossing alone lacks for each mode (issue 6); absent: not derived. */
      readonly lacks?: Readonly<Record<Mode, readonly Requirement[]>>;
    })[];
    readonly modes: readonly (ModeDocument & {
      readonly said: string;
      /** How many crossings of the log lack nothing that they themselves must bring. */
      readonly crossings?: { readonly ready: number; readonly of: number };
    })[];
  }[];
}

/** A linearization saved for a replayer: `assumed` whenever a pin or an assumed parent is in it. */
export interface ReplayInput {
  readonly kind: 'witnessmark.replay-input';
  readonly version: 1;
  readonly session: string;
  readonly order: 'witnessed' | 'assumed';
  readonly assumes: readonly string[];
  readonly steps: SessionDocument['order']['steps'];
}
