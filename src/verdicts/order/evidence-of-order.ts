import type { Basis, Conflict, Edge } from '../../model/order.ts';

/** Steps in an order that one witness states whole: an array of messages, a row of indices. */
export interface Chain {
  /** Step indices, first to last. */
  readonly steps: readonly number[];
  readonly basis: Basis;
  readonly order: 'issue' | 'observation';
  /** All of it lies in one turn: as an issue order it then needs `append-in-issue-order`. */
  readonly oneTurn: boolean;
  why(before: number, after: number): string;
}

export interface Remark {
  readonly said: string;
  readonly steps: readonly string[];
}

/** What one basis contributes. */
export interface BasisReading {
  /** Orders that hold as they stand. */
  readonly edges: readonly Edge[];
  readonly chains: readonly Chain[];
  readonly conflicts: readonly Conflict[];
  readonly remarks: readonly Remark[];
}

export const NOTHING: BasisReading = { edges: [], chains: [], conflicts: [], remarks: [] };
