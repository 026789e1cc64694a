import type { Basis, OrderKind, OrderQuestion } from '../../model/order.ts';
import type { Verdict } from '../../model/verdict.ts';
import type { DiffLine, StateSideDetail } from './calls.ts';

/** What is known of a resource as of a call; the calls themselves are asked for by range (`ResourceCallRow`). */
export interface ResourceState {
  readonly recorded: StandingDetail;
  readonly replayed: StandingDetail;
  /** The difference of both contents by lines; null where one is not attached. */
  readonly lines: readonly DiffLine[] | null;
  /** Calls up to here, and among them those that nothing orders with the call in view. */
  readonly calls: number;
  readonly unordered: number;
  readonly later: number;
  /** Why the state may have been another one, and who else wrote it: a sentence each. */
  readonly remarks: readonly string[];
}

export interface StandingDetail {
  /** Whose word it is, in a sentence. */
  readonly said: string;
  /** Position in the session's calls of the call that says it; null: none does. */
  readonly call: number | null;
  /** Null: what was written was not stated, or nothing was. */
  readonly state: StateSideDetail | null;
}

/** A call that wrote or read the resource. */
export interface ResourceCallRow {
  readonly call: number;
  readonly tool: string;
  readonly turn: number | null;
  readonly agent: string | null;
  readonly verdict: Verdict;
  /** `may`: nothing orders it with the call in view. */
  readonly relation: 'before' | 'here' | 'may';
  readonly access: 'write' | 'read';
  readonly recorded: ResourceSides | null;
  readonly replayed: ResourceSides | null;
  /** That somebody unseen wrote the resource before this call, in a sentence. */
  readonly unseen: string | null;
}

/** Before and after; null where the side does not list it. */
export interface ResourceSides {
  readonly pre: FingerprintText | null;
  readonly post: FingerprintText | null;
}

export interface FingerprintText {
  readonly fingerprint: string | null;
  readonly epoch: string | null;
  readonly absent: boolean;
}

/** Where a call stands in the order: what is next to it, and what nothing orders with it. */
export interface CallPlace {
  readonly before: readonly PlaceStep[];
  readonly beforeCount: number;
  readonly after: readonly PlaceStep[];
  readonly afterCount: number;
  /** First those of which an order question is open, then the calls that no question is about. */
  readonly unordered: readonly (PlaceStep & { readonly why: OrderQuestion['why'] | null })[];
  readonly unorderedCount: number;
}

/** A step beside a call. */
export interface PlaceStep {
  readonly step: number;
  readonly name: string;
  readonly kind: string;
  readonly turn: number | null;
  /** Its position in the session's calls, in the attempt in view; null: it is no call. */
  readonly call: number | null;
  /** Why it is there. */
  readonly edges: readonly { readonly basis: Basis; readonly order: OrderKind; readonly why: string }[];
}
