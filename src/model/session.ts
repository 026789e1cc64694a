import type { CallLog } from './call.ts';
import type { CausalTrace } from './causal-trace.ts';
import type { FileCounts } from './file-counts.ts';
import type { AssumedParent, OrderReading, Pin } from './order.ts';
import type { OtherSeal } from './other-seal.ts';
import type { Problem } from './problem.ts';
import type { EvidenceKey, LogReading } from './seal.ts';
import type { SpanTable } from './span-table.ts';
import type { Authenticity, CallVerdict, Completeness, Conditions, Outcome, Verdict } from './verdict.ts';
import type { WalFile } from './wal.ts';

/** What is known of one file of the bundle. */
export interface EvidenceFile {
  /** Position in the case; spans, calls and logs name their file by it. Order of files changes nothing else. */
  readonly index: number;
  readonly path: string;
  /** As it was dropped, as is the digest. */
  readonly bytes: number;
  /** Of what was read, where that was unpacked or decoded from the file; places count in it. */
  readonly decodedBytes?: number;
  /** Lower-case hex. */
  readonly sha256: string;
  /** Registry id of the format that read it; undefined when none did. */
  readonly format: string | undefined;
  /** `Detection.why` of that format. */
  readonly detectedBy?: string;
  readonly role: FileRole | undefined;
  /** Read from it: those that were accepted, and their equal copies. */
  readonly records: number;
  /** Absent in a case that was stored before they were counted. */
  readonly counts?: FileCounts;
  /** The SHA-256 is not the one the manifest states. */
  readonly altered: boolean;
  /** Lower-case hex; only of files that a state names under one of these schemes. */
  readonly digests?: { readonly sha512?: string; readonly blake3?: string };
}

export type FileRole = 'manifest' | 'trace' | 'wal' | 'recorded-calls' | 'replayed-calls' | 'state';

/** `incident.json`, checked. */
export interface Manifest {
  readonly title?: string;
  readonly session?: string;
  readonly files: readonly {
    readonly path: string;
    readonly role?: FileRole;
    readonly attempt?: string;
    readonly session?: string;
    readonly sha256?: string;
  }[];
}

/** All records of a bundle, as the formats emitted them: the input of every verdict. */
export interface Evidence {
  readonly files: readonly EvidenceFile[];
  readonly manifest: Manifest | undefined;
  readonly spans: SpanTable;
  readonly callLogs: readonly CallLog[];
  readonly wals: readonly WalFile[];
  readonly causalTraces: readonly CausalTrace[];
  readonly otherSeals: readonly OtherSeal[];
  readonly problems: readonly Problem[];
}

/** What the examiner brings to the evidence. */
export interface Judgement {
  readonly pins: readonly Pin[];
  readonly assumedParents: readonly AssumedParent[];
  readonly keys: readonly EvidenceKey[];
  readonly expectSealed: boolean;
}

/** Which evidence belongs to one session (design.md 3.2). */
export interface SessionGroup {
  readonly id: string;
  readonly title: string | undefined;
  readonly traceIds: readonly string[];
  /** Rows of the span table, ascending. */
  readonly rows: Uint32Array;
  /** Rows of traces of the replay, ascending: no part of the session's order. Absent when there are none. */
  readonly replayedRows?: Uint32Array;
  readonly recorded: readonly CallLog[];
  readonly replayed: readonly CallLog[];
  readonly wals: readonly WalFile[];
  /** Indices of the files the session draws on, ascending. */
  readonly files: readonly number[];
}

/** Everything the verdicts say of one session. */
export interface SessionReading {
  readonly group: SessionGroup;
  readonly outcome: Outcome;
  readonly reasons: readonly string[];
  readonly authenticity: Authenticity;
  /** Worst verdict; undefined without calls or without a replay. */
  readonly replay: Verdict | undefined;
  readonly completeness: Completeness;
  readonly completenessReasons: readonly string[];
  readonly conditions: Conditions;
  readonly order: OrderReading;
  readonly calls: readonly CallVerdict[];
  readonly logs: readonly LogReading[];
  /** Undefined until derived. */
  readonly downstream?: DownstreamReading;
  readonly counterfactual?: readonly CounterfactualReading[];
}

/** A call that is not faithful, and a call that what it left unsound reaches. Step ids. */
export interface DownstreamPair {
  readonly from: string;
  readonly to: string;
  readonly how: 'must' | 'may';
}

export interface DownstreamReading {
  /** At most PAIR_LIST_CAP. */
  readonly pairs: readonly DownstreamPair[];
  /** All of them. */
  readonly count: number;
}

/** Whether "what if this call had returned something else" can be asked of the evidence (design.md 7). */
export interface CounterfactualReading {
  /** Step id. */
  readonly call: string;
  readonly gate: 'well-posed' | 'conditional' | 'ill-posed';
  readonly reasons: readonly string[];
}
