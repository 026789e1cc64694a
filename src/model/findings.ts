import type { Basis, Bucket } from './order.ts';
import type { OtherSealReading, SealCarrier } from './other-seal.ts';
import type { ProblemCode, Severity } from './problem.ts';
import type { Mode, Requirement } from './seal.ts';
import type {
  Authenticity,
  CallReason,
  Cause,
  Completeness,
  Conditions,
  Outcome,
  Verdict,
} from './verdict.ts';

/**
 * The document of design.md 8 (`kind: witnessmark.findings`), as it is printed: unknown is `null`, nanoseconds are
 * decimal strings. A field may be added; none changes its meaning within version 1. The schema in `public/` follows it.
 */
export interface FindingsDocument {
  readonly kind: 'witnessmark.findings';
  readonly version: 1;
  readonly tool: { readonly name: 'witnessmark'; readonly version: string };
  readonly policy: { readonly expectSealed: boolean };
  readonly inputs: readonly InputDocument[];
  readonly sessions: readonly SessionDocument[];
  /** Problems of the bundle as a whole; those of one file stand with it. */
  readonly problems: readonly (ProblemDocument & { readonly file?: string })[];
  /** Sealed records that are no decisions of a write-ahead log; absent where the bundle holds none. */
  readonly otherSeals?: readonly OtherSealDocument[];
}

export interface OtherSealDocument {
  readonly input: string;
  readonly byte: number;
  readonly carrier: SealCarrier;
  readonly type: string;
  readonly keyIds: readonly string[];
  readonly state: OtherSealReading['state'];
  readonly said: string;
  /** Files that a verified in-toto statement names; `path` is the evidence file of that digest. */
  readonly subjects: readonly {
    readonly name: string;
    readonly sha256: string;
    readonly path: string | null;
  }[];
}

export interface ProblemDocument {
  readonly code: ProblemCode;
  readonly severity: Severity;
  readonly said: string;
  readonly line?: number;
  readonly byte?: number;
  readonly hint?: string;
  /** How often it was found, where the entry stands for several. */
  readonly times?: number;
  /** What the entry says was lost; those of a file are its counts. */
  readonly folded?: number;
  readonly rejected?: number;
  readonly lostBytes?: number;
}

export interface InputDocument {
  readonly path: string;
  readonly bytes: number;
  /** Bytes of what was read, where that was unpacked or decoded from the file; lines and bytes of places count in it. */
  readonly decodedBytes?: number;
  readonly sha256: string;
  readonly format: string | null;
  /** Why these bytes are of this format ("the first line has resourceSpans"): `Detection.why`. Absent when none read it. */
  readonly detectedBy?: string;
  readonly role: string | null;
  /** Read from the file: `accepted` and `folded` together. */
  readonly records: number;
  /** What stands in the file is accepted, folded or rejected. Null: not counted when the case was stored. */
  readonly accepted: number | null;
  /** Records that are equal copies of others. */
  readonly folded: number | null;
  /** Records that were found and not accepted; the problems say why. */
  readonly rejected: number | null;
  /** Bytes that belong to no record that was found; the problems say where. */
  readonly lostBytes: number | null;
  readonly problems: readonly ProblemDocument[];
}

export interface SessionDocument {
  readonly id: string;
  readonly title?: string;
  readonly traceIds: readonly string[];
  readonly inputs: readonly string[];
  readonly outcome: Outcome;
  readonly reasons: readonly string[];
  readonly axes: {
    readonly authenticity: Authenticity;
    readonly replay: Verdict | 'none';
    readonly order: Bucket | 'pinned';
    readonly completeness: Completeness;
  };
  readonly conditions: Conditions;
  /** Every reason in words, with what would cure it; in the order of `reasons`. */
  readonly reasonWords: readonly ReasonWords[];
  /** Calls are faithful and the order is open or pinned: what that does and does not prove (design.md 5.5). */
  readonly sufficiency: string | null;
  readonly order: OrderDocument;
  readonly calls: readonly CallDocument[];
  readonly decisions: readonly DecisionDocument[];
  readonly modes: readonly ModeDocument[];
  readonly downstream:
    | readonly { readonly from: string; readonly to: string; readonly how: 'must' | 'may' }[]
    | null;
  /** All of them; the list stops at 10,000 entries, and then holds fewer. */
  readonly downstreamCount: number | null;
  readonly counterfactual:
    | readonly {
        readonly call: string;
        readonly gate: 'well-posed' | 'conditional' | 'ill-posed';
        readonly reasons: readonly string[];
      }[]
    | null;
}

/** A reason in the user's words, and what would cure it. */
export interface ReasonWords {
  readonly reason: string;
  readonly said: string;
  readonly cure: string;
}

/** Where a record stands in its input. */
export interface PlaceDocument {
  readonly input: string;
  readonly byte: number;
  readonly line?: number;
}

export interface OrderDocument {
  readonly bucket: Bucket;
  readonly replayable: boolean;
  readonly linearizations: string;
  readonly overlapCount: number;
  readonly questionCount: number;
  readonly assumes: readonly string[];
  readonly steps: readonly {
    /** What questions, conflicts and pins call it: its span id, or `call:…` where only a log knows it. */
    readonly id: string;
    readonly turn: number | null;
    readonly spanId: string | null;
    readonly name: string;
    readonly kind: string;
    readonly agent: string | null;
    readonly basis: Basis;
  }[];
  readonly questions: readonly {
    readonly a: string;
    readonly b: string;
    /** Names of the two steps. */
    readonly aName: string;
    readonly bName: string;
    readonly turn: number | null;
    readonly agent: string | null;
    readonly order: 'observation' | 'effect';
    readonly why: 'overlap' | 'tie' | 'no-witness' | 'race';
    readonly overlapNs?: string | null;
    readonly resource?: string;
  }[];
  readonly overlaps: readonly { readonly a: string; readonly b: string; readonly overlapNs: string | null }[];
  readonly orphans: readonly { readonly spanId: string; readonly missingParentId: string }[];
  readonly conflicts: readonly { readonly spans: readonly string[]; readonly why: string }[];
  readonly edges: Readonly<Record<Basis, number>>;
  /** Why the session is quarantined, each with what would cure it; empty when it is replayable. */
  readonly quarantine: readonly { readonly said: string; readonly cure: string }[];
  /** Facts worth showing that are no conflict: issue and observation order differ, tie-breaks disagree. */
  readonly remarks: readonly { readonly said: string; readonly steps: readonly string[] }[];
  /** Lists that stopped at 10,000 entries. */
  readonly cut: readonly ('questions' | 'overlaps')[];
}

export interface StateSideDocument {
  readonly fingerprint: string | null;
  readonly epoch: string | null;
  readonly absent?: true;
}

export interface CallDocument {
  readonly agent: string | null;
  readonly turn: number | null;
  readonly index: number | null;
  readonly callId: string | null;
  readonly spanId: string | null;
  readonly tool: string;
  readonly attempt: string | null;
  readonly source: 'log' | 'trace' | 'transcript';
  readonly verdict: Verdict;
  readonly reasons: readonly CallReason[];
  readonly cause?: Cause;
  /** Where the two sides stand; null: there is none. */
  readonly recordedAt: PlaceDocument | null;
  readonly replayedAt: PlaceDocument | null;
  readonly states: readonly {
    readonly resource: string | null;
    readonly recorded: StateSideDocument | null;
    readonly replayed: StateSideDocument | null;
    readonly equal: boolean | null;
  }[];
}

export interface DecisionDocument {
  readonly input: string;
  readonly crossing: readonly [component: string | null, stepIndex: number | string | null];
  readonly sealed: boolean;
  readonly verified: boolean | null;
  readonly link: string | null;
  readonly reason: string | null;
  readonly refusedAtRun: { readonly link: string; readonly reason: string } | null;
  readonly decision: Readonly<Record<string, unknown>> | null;
  readonly missingUnderEngagement: boolean;
  /** Line of the record, where it is known. */
  readonly line?: number | null;
  /** No seal of this log names a given key: the link says nothing of the log (design.md 6). */
  readonly keyNotTheLogs?: boolean;
  /** What of a verified decision can be reproduced (revl-wal.md 4.2). */
  readonly reproducible?: { readonly ok: boolean; readonly missing: readonly string[] } | null;
}

export interface ModeDocument {
  readonly input: string;
  readonly mode: Mode;
  readonly requires: readonly Requirement[];
  readonly met: readonly Requirement[];
  readonly missing: readonly Requirement[];
  readonly plannable: boolean;
  readonly executable: false;
  readonly blocker: Requirement;
}
