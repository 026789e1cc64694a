import type { ByteSource } from '../intake/byte-source.ts';
import type { GraphView, Sketch } from '../layout/graph-view.ts';
import type { CaseSummary } from '../model/case-store.ts';
import type { CorpusBy, CorpusFilter, CorpusRow, CorpusSort } from '../model/corpus.ts';
import type { CorpusForm, ExportForm, MadeByPeople } from '../model/document-writers.ts';
import type { CallDocument, FindingsDocument, ProblemDocument } from '../model/findings.ts';
import type { AssumedParent, IndexName, Pin } from '../model/order.ts';
import type { Claim, Comparison } from '../model/people.ts';
import type { Problem, ProblemCode, Severity } from '../model/problem.ts';
import type { RecordedCalls } from '../model/recorded-calls.ts';
import type { CallDetail, CallStrip } from './shapes/calls.ts';
import type { ClaimsView, ClaimTargets } from './shapes/claims.ts';
import type { CorpusRows, CorpusShares } from './shapes/corpus.ts';
import type { DecisionsView, LogRecordRow } from './shapes/decisions.ts';
import type {
  AssumedEffect,
  IndexNamesView,
  PinEffect,
  QuestionRow,
  ReachView,
  ReplayInput,
  SpanDetail,
  StepDetail,
  StepRow,
} from './shapes/graph.ts';
import type { CallPlace, ResourceCallRow, ResourceState } from './shapes/resources.ts';
import type { Overview, SessionView } from './shapes/triage.ts';

export type { GraphIndex, GraphView, NodeKind, Sketch, StepTree } from '../layout/graph-view.ts';
export { NODE_FLAG, NODE_KINDS } from '../layout/graph-view.ts';
export type { ReasonWords } from '../model/findings.ts';
export type * from './shapes/calls.ts';
export type * from './shapes/claims.ts';
export type * from './shapes/corpus.ts';
export type * from './shapes/cut-text.ts';
export type * from './shapes/decisions.ts';
export type * from './shapes/graph.ts';
export type * from './shapes/resources.ts';
export type * from './shapes/triage.ts';

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

/** What revl's own planner says of one log. */
export type RevlPlan =
  | {
      readonly is: 'planned';
      readonly path: string;
      /** Equal to what revl prints. */
      readonly text: string;
      /** 0: some mode can be planned. */
      readonly status: 0 | 1;
    }
  | { readonly is: 'refused'; readonly path: string; readonly said: string };

/** What the examiner assumed; sent with every question, so that an answer is never about other pins than those on screen. */
export interface Assumed {
  readonly pins: readonly Pin[];
  readonly assumedParents: readonly AssumedParent[];
  /** The edited table of index names; undefined for the built-in one. */
  readonly names?: readonly IndexName[];
  readonly expectSealed: boolean;
  /** Registry id by path, where the examiner reads a file as something else than was recognised. */
  readonly formats?: Readonly<Record<string, string>>;
  /** Sessions that are compared as a recording and its replay. */
  readonly comparisons?: readonly Comparison[];
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
  | (OfCase & Range & { readonly is: 'triage' })
  /** @property judged of how many sessions; what was judged since stays out, so that pages fit together. */
  | (OfCase &
      Range & {
        readonly is: 'corpus';
        readonly filter: CorpusFilter;
        readonly sort: CorpusSort;
        readonly judged?: number;
      })
  | (OfCase & { readonly is: 'corpus-shares'; readonly filter: CorpusFilter; readonly by: CorpusBy })
  | (OfCase & {
      readonly is: 'corpus-export';
      readonly filter: CorpusFilter;
      readonly sort: CorpusSort;
      readonly form: CorpusForm;
    })
  | (OfCase & {
      readonly is: 'export';
      readonly form: ExportForm;
      readonly made: Omit<MadeByPeople, 'claimReadings'>;
    })
  /** @property pathOf by an input's path: what the report calls the log instead. */
  | (OfCase & { readonly is: 'revl-plans'; readonly pathOf: Readonly<Record<string, string>> })
  | (OfSession & { readonly is: 'session' })
  | (OfSession & {
      readonly is: 'graph';
      readonly axis: 'order' | 'time';
      readonly folded?: readonly number[];
    })
  | (OfSession & Range & { readonly is: 'steps' })
  | (OfSession & { readonly is: 'step'; readonly step: number })
  | (OfSession & { readonly is: 'reach'; readonly step: number })
  /** A span that need not be a step, by its row in the case. */
  | (OfSession & { readonly is: 'span'; readonly row: number })
  | (OfSession & Range & { readonly is: 'order-questions' })
  | (OfSession & { readonly is: 'pin-effect'; readonly add: readonly Pin[] })
  | (OfCase & { readonly is: 'index-names' })
  | (OfCase & {
      readonly is: 'assumed-effect';
      readonly instead: Pick<Assumed, 'names' | 'assumedParents'>;
    })
  | (OfSession & { readonly is: 'call-strip' })
  | (OfSession & Range & { readonly is: 'calls' })
  | (OfSession & { readonly is: 'call'; readonly call: number })
  | (OfSession & { readonly is: 'call-place'; readonly call: number })
  /** A resource as of a call; null: the short form's unnamed one. */
  | (OfSession & { readonly is: 'resource-state'; readonly call: number; readonly resource: string | null })
  | (OfSession &
      Range & { readonly is: 'resource-calls'; readonly call: number; readonly resource: string | null })
  | (OfSession & { readonly is: 'claims'; readonly claims: readonly Claim[] })
  | (OfSession & { readonly is: 'claim-targets' })
  | (OfSession & { readonly is: 'decisions' })
  /** Records of a write-ahead log, in the order of the file. */
  | (OfCase & Range & { readonly is: 'log-records'; readonly input: string })
  | (OfSession & { readonly is: 'replay-input' })
  | (OfSession & { readonly is: 'recorded-calls' })
  | (OfCase &
      Range & {
        readonly is: 'ledger';
        readonly file?: string;
        readonly severity?: Severity;
        readonly code?: ProblemCode;
        /** Only those of this place; without a byte of their own they stand at 0. */
        readonly byte?: number;
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
  triage: { readonly total: number; readonly rows: readonly CorpusRow[] };
  corpus: CorpusRows;
  'corpus-shares': CorpusShares;
  /** The file to save. */
  'corpus-export': Blob;
  /** The file to save: written by the engine, never held by the page's thread. */
  export: Blob;
  'revl-plans': readonly RevlPlan[];
  session: SessionView;
  graph: GraphView;
  steps: { readonly total: number; readonly rows: readonly StepRow[] };
  step: StepDetail;
  reach: ReachView;
  span: SpanDetail;
  'order-questions': { readonly total: number; readonly rows: readonly QuestionRow[] };
  'pin-effect': PinEffect;
  'index-names': IndexNamesView;
  'assumed-effect': AssumedEffect;
  'call-strip': CallStrip;
  calls: { readonly total: number; readonly rows: readonly CallDocument[] };
  call: CallDetail;
  /** Null: the call stands in no order. */
  'call-place': CallPlace | null;
  'resource-state': ResourceState;
  'resource-calls': { readonly total: number; readonly rows: readonly ResourceCallRow[] };
  claims: ClaimsView;
  'claim-targets': ClaimTargets;
  decisions: DecisionsView;
  'log-records': { readonly total: number; readonly rows: readonly LogRecordRow[] };
  /** The file to save (`ReplayInput`). */
  'replay-input': { readonly order: ReplayInput['order']; readonly file: Blob };
  'recorded-calls': RecordedCalls;
  ledger: { readonly total: number; readonly rows: readonly (ProblemDocument & { readonly file: string })[] };
  raw: Uint8Array;
}
