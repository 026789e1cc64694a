import type { ClaimReading } from '../../model/people.ts';

/** The claims that were asked about, in their order, each as the evidence and the assumptions stand. */
export type ClaimsView = readonly (ClaimReading & { readonly id: string })[];

/** What a claim can be bound to. */
export interface ClaimTargets {
  /** Named resources that recorded calls of the session list, sorted. */
  readonly resources: readonly string[];
}
