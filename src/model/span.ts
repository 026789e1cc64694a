import type { Nanos } from '../lib/nanos.ts';
import type { ContentFact } from './content.ts';

/** What a span is in the agent's program (design.md 5.1). A span that is none of these is context only. */
export type StepKind = 'turn' | 'model' | 'tool' | 'agent' | 'dispatch';

export const SPAN_KINDS = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer'] as const;
export type SpanKind = (typeof SPAN_KINDS)[number];
export const SPAN_STATUSES = ['unset', 'ok', 'error'] as const;
export type SpanStatus = (typeof SPAN_STATUSES)[number];

/** A span as a format's parser emits it; the table copies it into columns at once. Ids are normalised, times are not. */
export interface SpanRecord {
  /** Lower-case hex, left-padded; or the source's own id where it is not hex. `''` never occurs: a missing id is synthetic. */
  readonly traceId: string;
  readonly spanId: string;
  /** Absent for a root. */
  readonly parentId?: string;
  readonly name: string;
  readonly kind: SpanKind;
  readonly status: SpanStatus;
  readonly start?: Nanos;
  /** Kept even where it lies before the start. */
  readonly end?: Nanos;
  /** Spans of one resource share one object; where it stands behind them in the file it is filled in before the parse ends. */
  readonly resource: ResourceRecord;
  /** Instrumentation scope; `''` when unknown. */
  readonly scope: string;
  /** Byte offset and length of the span's own JSON in its file; its attributes are read again from there. */
  readonly offset: number;
  readonly length: number;
  readonly facts: SpanFacts;
  readonly links: readonly SpanLink[];
}

/** What says from where a span was emitted. */
export interface ResourceRecord {
  readonly serviceName: string;
  /** `service.instance.id`, or host and pid: what names one process. Absent when the resource names none. */
  readonly processId?: string;
  /** Canonical text of all resource attributes, for "equal resources" (design.md 5.2, `single-clock`). */
  readonly key: string;
}

export interface SpanLink {
  readonly traceId: string;
  readonly spanId: string;
  /** The link's attribute that gives it a meaning (`revl.link.relation`, `gen_ai.attribution.link_type`, `opentracing.ref_type`…). */
  readonly relation?: string;
}

/** An attribute that may be an explicit index; which ones count is decided by the name table, which the examiner can edit. */
export interface IndexFact {
  readonly key: string;
  /** As written. */
  readonly raw: string;
  /** Absent when the raw value is no integer; may be negative. */
  readonly value?: number;
}

/** One entry of a recorded message array, in the order of the array: a call the model asked for, or a result it read. */
export interface HistoryItem {
  readonly is: 'call' | 'result';
  /** Trimmed. */
  readonly callId?: string;
  readonly tool?: string;
  /** Equality key of the arguments, for the inferred join. */
  readonly argumentsKey?: string;
  /** For results: the equality key of the result as the model read it. */
  readonly resultKey?: string;
}

/** What the table of conventions lifted out of a span's attributes and events while it was parsed. */
export interface SpanFacts {
  /** Decided by the conventions; an index or a tool name can still make a span a step (design.md 5.1). */
  readonly stepKind?: StepKind;
  /** `gen_ai.operation.name`, `openinference.span.kind`, … as written. */
  readonly operation?: string;
  readonly toolName?: string;
  /** Trimmed. */
  readonly callId?: string;
  readonly agentName?: string;
  /** `gen_ai.conversation.id`, `session.id`, …: joins traces into one session. */
  readonly conversationId?: string;
  readonly activationId?: string;
  /** Of a model completion that revl exported: what the log's decision of it says too (`crossingKey`). */
  readonly completionKey?: string;
  /** Every attribute whose key could be an index (formats.md 2.2). */
  readonly indices?: readonly IndexFact[];
  readonly toolInput?: ContentFact;
  readonly toolOutput?: ContentFact;
  /** Messages given to the model, in order. */
  readonly inputHistory?: readonly HistoryItem[];
  /** What the model answered, in order. */
  readonly outputHistory?: readonly HistoryItem[];
  /** The history was cut before its end, or entries could not be read: what is left is no full witness. */
  readonly historyCut?: boolean;
  /** Which convention the histories came from (`gen_ai`, `openinference`, …), for the reason shown on an edge. */
  readonly historyConvention?: string;
  /** Counts > 0 of dropped attributes, events, links as the file states them. */
  readonly dropped?: number;
}

/** The messages of a span as something beside it tells them: a log record, which may stand in another file. */
export interface ToldFacts {
  /** Normalised as a span's own. */
  readonly traceId: string;
  readonly spanId: string;
  /** Byte offset of what tells it. */
  readonly offset: number;
  /** Records of the file that tell it together. */
  readonly records: number;
  readonly facts: Pick<SpanFacts, 'inputHistory' | 'outputHistory' | 'historyCut' | 'historyConvention'>;
}

export const NO_FACTS: SpanFacts = Object.freeze({});
