import type { Nanos } from '../lib/nanos.ts';
import type { StepKind } from './span.ts';

export const BASES = [
  'parent',
  'sequence',
  'dispatch',
  'history',
  'data',
  'link',
  'wal',
  'fingerprint',
  'single-clock',
  'pin',
] as const;
export type Basis = (typeof BASES)[number];

/** Issue: the model asked. Effect: it reached a resource. Observation: its result entered the context. Structure: parent before child. */
export type OrderKind = 'structure' | 'issue' | 'effect' | 'observation';

export const BUCKETS = [
  'not-a-trajectory',
  'conflicting',
  'orphaned',
  'partial-order',
  'single-clock',
  'witnessed',
] as const;
export type Bucket = (typeof BUCKETS)[number];

/**
 * A step of a session: a span, or a call of a log that no span carries. `id` is what pins, questions and exports
 * name: the span id (with the trace id before it where a session holds one span id twice), else `call:agent/turn/index`.
 */
export interface Step {
  /** Position in the session's step list; edges name steps by it. */
  readonly index: number;
  readonly id: string;
  /** Row in the span table; undefined for a step that only a log knows. */
  readonly row: number | undefined;
  readonly spanId: string | undefined;
  readonly name: string;
  readonly kind: StepKind;
  readonly agent: string | undefined;
  readonly turn: number | undefined;
  readonly callIndex: number | undefined;
  readonly callId: string | undefined;
  /** Position in `contexts`. */
  readonly context: number;
  readonly start: Nanos | undefined;
  readonly end: Nanos | undefined;
  /** Outermost agent and turn spans are contexts and stand in no linearization. */
  readonly listed: boolean;
}

/** Where results are gathered: the nearest agent or tool above a step, or the session itself. */
export interface Context {
  readonly index: number;
  /** The step that holds it; undefined for the session's own context. */
  readonly holder: number | undefined;
  readonly label: string;
  readonly steps: readonly number[];
}

export interface Edge {
  readonly from: number;
  readonly to: number;
  readonly basis: Basis;
  readonly order: OrderKind;
  /** One sentence: why this edge is there, with the attribute, message or record that says so. */
  readonly why: string;
}

export interface OrderQuestion {
  /** Step indices; `a` is the one that stands first in the step list. */
  readonly a: number;
  readonly b: number;
  readonly order: 'observation' | 'effect';
  readonly why: 'overlap' | 'tie' | 'no-witness' | 'race';
  readonly overlap: Nanos | undefined;
  /** For races: the resource both calls touch. */
  readonly resource?: string;
}

/** Two sibling spans (rows of the span table) whose intervals overlap or tie; 0 ns for a tie of zero-length spans, undefined when an end is unknown. */
export interface Overlap {
  readonly a: number;
  readonly b: number;
  readonly overlap: Nanos | undefined;
}

export interface Orphan {
  readonly row: number;
  readonly missingParentId: string;
  /** What a naive tool would do, and what is known of the cause, in a sentence. */
  readonly said: string;
}

export interface Conflict {
  /** Step ids (or span ids) of everything the conflict is between. */
  readonly spans: readonly string[];
  readonly why: string;
}

/** What a settled order rests on. */
export type SettledBy = 'witnessed' | 'single-clock' | 'assumed';

/** What an examiner assumes: never a witness, always labelled. */
export interface Pin {
  readonly id: string;
  /** Step ids. */
  readonly before: string;
  readonly after: string;
  /** The session whose steps they are; where it is absent, every session that has both. */
  readonly session?: string;
  readonly author: string;
  /** ISO 8601. */
  readonly at: string;
  readonly reason: string;
}

/** An examiner's guess at the parent of an orphan; counts as a pin. */
export interface AssumedParent {
  readonly id: string;
  /** Span ids. */
  readonly span: string;
  readonly parent: string;
  /** As in `Pin`. */
  readonly session?: string;
  readonly author: string;
  readonly at: string;
  readonly reason: string;
}

/** A row of the editable table of index names (formats.md 2.2). */
export interface IndexName {
  readonly key: string;
  /** A turn index; the place of a call in its turn, batch or run; or known, and no witness unless the examiner says so. */
  readonly means: 'turn' | 'call' | 'none';
  readonly order: 'issue' | 'observation';
  readonly scope: 'turn' | 'parent' | 'agent' | 'session';
  /** Why it is not counted, or what it must not be taken for. */
  readonly note?: string;
}

export type LinearizationCount =
  | { readonly is: 'exact'; readonly count: bigint }
  /** More than this, proven. */
  | { readonly is: 'more-than'; readonly bound: bigint };

export interface LinearStep {
  readonly step: number;
  readonly basis: Basis;
}

/** Everything that is known of the order of one session. */
export interface OrderReading {
  readonly bucket: Bucket;
  readonly replayable: boolean;
  /** Pinned into a complete order: a replay input may be saved, marked `assumed`. */
  readonly pinned: boolean;
  readonly assumes: readonly Assumption[];
  /** Pins that fit, and assumed parents. */
  readonly assumedCount: number;
  readonly steps: readonly Step[];
  readonly contexts: readonly Context[];
  /** Neighbours, not the closure. */
  readonly edges: readonly Edge[];
  readonly questions: readonly OrderQuestion[];
  readonly questionCount: number;
  readonly overlaps: readonly Overlap[];
  readonly overlapCount: number;
  readonly orphans: readonly Orphan[];
  readonly conflicts: readonly Conflict[];
  readonly linearizations: LinearizationCount;
  /** Empty unless replayable or pinned. */
  readonly linearization: readonly LinearStep[];
  /** Why the session is quarantined, each with what would cure it. Empty when replayable. */
  readonly quarantine: readonly { readonly said: string; readonly cure: string }[];
  /** Facts worth showing that are no conflict: issue and observation order differ, tie-breaks disagree, … */
  readonly remarks: readonly { readonly said: string; readonly steps: readonly string[] }[];
}

export type Assumption = 'append-in-issue-order' | 'one-process';

/** The pair lists of a document stop here and say so. */
export const PAIR_LIST_CAP = 10_000;
