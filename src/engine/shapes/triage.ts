import type { InputDocument, ReasonWords, SessionDocument } from '../../model/findings.ts';
import type { Assumption, Basis, Bucket } from '../../model/order.ts';
import type { ProblemCode, Severity } from '../../model/problem.ts';
import type { Outcome, Verdict } from '../../model/verdict.ts';

export interface Overview {
  readonly inputs: readonly InputSummary[];
  readonly problemCounts: SeverityCounts;
  /** Every kind that there is, the most frequent first. */
  readonly problemKinds: readonly ProblemKind[];
  readonly sessionCount: number;
  /** All of them, or only the first where there are too many to be told at once. */
  readonly sessions: readonly SessionCard[];
  /** Key ids of the keys that are held now. */
  readonly keyIds: readonly string[];
  /** Every format that a file can be read as, in order of trust. */
  readonly formats: readonly { readonly id: string; readonly label: string }[];
}

export interface ProblemKind {
  readonly code: ProblemCode;
  /** What the code means. */
  readonly means: string;
  readonly severity: Severity;
  readonly count: number;
}

export type SeverityCounts = Readonly<Record<Severity, number>>;

/** An evidence file without its problems, of which there may be tens of thousands: the ledger is asked for by range. */
export interface InputSummary extends Omit<InputDocument, 'problems'> {
  readonly problemCounts: SeverityCounts;
  /** Its SHA-256 is not the one in the manifest. */
  readonly altered: boolean;
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
  /** What the order rests on beside its witnesses (design.md 5.2). */
  readonly assumes: readonly Assumption[];
  /** Pins and assumed parents that the counts above rest on. */
  readonly pins: number;
  readonly quarantine: readonly { readonly said: string; readonly cure: string }[];
  /** Calls are faithful but the order is open or pinned: what that does and does not prove. */
  readonly sufficiency: string | null;
  readonly inputs: readonly string[];
}

export interface SessionView {
  readonly card: SessionCard;
  readonly bucket: Bucket;
  readonly contexts: readonly { readonly label: string; readonly steps: number; readonly open: number }[];
  /** The first hundred; the card counts all. */
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
