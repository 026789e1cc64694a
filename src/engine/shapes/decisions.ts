import type {
  DecisionDocument,
  ModeDocument,
  OtherSealDocument,
  ProblemDocument,
} from '../../model/findings.ts';
import type { Mode, Requirement } from '../../model/seal.ts';
import type { RecordGroup } from '../../verdicts/seal/record-words.ts';

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
    /** How many records of each kind the log holds, in the order of RECORD_GROUPS; the records themselves are asked by range. */
    readonly records: readonly { readonly group: RecordGroup; readonly count: number }[];
    /** What revl's reader cannot see: no part of its verdict. The first hundred; the count is exact. */
    readonly suspicions: readonly ProblemDocument[];
    readonly suspicionCount: number;
    /** Inputs of a replay that the log lacks and other files of the bundle have (design.md 6). */
    readonly elsewhere: readonly { readonly requirement: Requirement; readonly said: string }[];
  }[];
  readonly traces: readonly CausalTraceView[];
  /** Other sealed records of the bundle, whatever session they speak of. */
  readonly otherSeals: readonly OtherSealDocument[];
}

/** A causal trace of the bundle, with its hops as revl tells them (revl-wal.md 6). */
export interface CausalTraceView {
  readonly input: string;
  /** Undefined: it was read. */
  readonly refused: string | undefined;
  readonly events: number;
  readonly hops: readonly HopRow[];
}

/** Values as the file has them; `–` for one that it lacks. */
export interface HopRow {
  readonly seq: string;
  readonly crossing: string;
  readonly activation: string | undefined;
  /** Told by the host: not verifiable. */
  readonly model: string;
  readonly tokens: string;
  /** Measured by revl around the call. */
  readonly latency: string;
  readonly attempts: string;
  /** Crossings that are proven to read this answer. */
  readonly produced: readonly string[];
  /** Undefined: no digest of the prompt was made, since a secret might have been in it. */
  readonly prompt: string | undefined;
  readonly defect: string | undefined;
  /** The log's decision of the same completion. */
  readonly decision: { readonly input: string; readonly decision: number } | undefined;
  readonly line: number;
  readonly byte: number;
}

/** A record of a log on its timeline. */
export interface LogRecordRow {
  readonly line: number;
  readonly byte: number;
  readonly kind: string;
  readonly group: RecordGroup;
  readonly said: string;
}
