import { assertNever } from '../lib/assert-never.ts';
import type { AssumedParent, IndexName, Pin } from './order.ts';

/** What people made on top of the evidence (design.md 9): kept in the case, exported with the findings, never evidence. */
export interface PeopleMade {
  readonly pins: readonly Pin[];
  readonly assumedParents: readonly AssumedParent[];
  /** The edited table of index names; undefined for the built-in one. */
  readonly names: readonly IndexName[] | undefined;
  readonly expectSealed: boolean;
  /** Formats that the examiner chose over what was recognised: registry id by path. Older cases have none. */
  readonly formats?: Readonly<Record<string, string>>;
  /** Which session is the replay of which, where only the examiner says so. Older cases have none. */
  readonly comparisons?: readonly Comparison[];
  readonly notes: readonly Note[];
  readonly findings: readonly Finding[];
  readonly claims: readonly Claim[];
}

/** A piece of evidence by the words of the findings document, so that an export can be read without the case. */
export type EvidenceLink =
  | { readonly is: 'session'; readonly session: string }
  /** A step id (`order.steps[].spanId` or `call:…`), or the id of a span that is no step. */
  | {
      readonly is: 'span';
      readonly session: string;
      readonly span: string;
      readonly label: string;
      /** Where the page finds it again: its step index, or its row in the span table. No part of its identity. */
      readonly step?: number;
      readonly row?: number;
    }
  /** Position in the session's `calls`. */
  | { readonly is: 'call'; readonly session: string; readonly call: number; readonly label: string }
  /** The two step ids of an order question. */
  | { readonly is: 'question'; readonly session: string; readonly a: string; readonly b: string }
  /** Position in the `decisions` of one log. */
  | {
      readonly is: 'decision';
      readonly session: string;
      readonly input: string;
      readonly decision: number;
      readonly label: string;
    }
  | { readonly is: 'input'; readonly path: string };

/** Equal iff two links name the same piece of evidence; labels do not count. */
export function linkKey(link: EvidenceLink): string {
  switch (link.is) {
    case 'session':
      return JSON.stringify([link.is, link.session]);
    case 'span':
      return JSON.stringify([link.is, link.session, link.span]);
    case 'call':
      return JSON.stringify([link.is, link.session, link.call]);
    case 'question':
      return JSON.stringify([link.is, link.session, link.a, link.b]);
    case 'decision':
      return JSON.stringify([link.is, link.session, link.input, link.decision]);
    case 'input':
      return JSON.stringify([link.is, link.path]);
    default:
      return assertNever(link);
  }
}

/** Two sessions that the examiner says are a recording and its replay (design.md 3.2). */
export interface Comparison {
  readonly id: string;
  /** Session ids. */
  readonly recorded: string;
  readonly replayed: string;
  readonly author: string;
  /** ISO 8601. */
  readonly at: string;
}

export interface Note {
  readonly id: string;
  readonly on: EvidenceLink;
  readonly text: string;
  readonly author: string;
  /** ISO 8601. */
  readonly at: string;
}

export const FINDING_SEVERITIES = ['critical', 'high', 'medium', 'low', 'info'] as const;
export type FindingSeverity = (typeof FINDING_SEVERITIES)[number];

export interface Finding {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly severity: FindingSeverity;
  /** The evidence it rests on. */
  readonly restsOn: readonly EvidenceLink[];
  readonly author: string;
  /** ISO 8601, of the last change. */
  readonly at: string;
}

export const CLAIM_KINDS = ['existential', 'universal', 'counterfactual'] as const;
export type ClaimKind = (typeof CLAIM_KINDS)[number];

/** "It wrote X", "it never touched X", "had this returned something else …" (design.md 7); its support is derived. */
export interface Claim {
  readonly id: string;
  readonly kind: ClaimKind;
  readonly session: string;
  readonly text: string;
  readonly resource?: string;
  /** Positions in the session's `calls`. */
  readonly calls: readonly number[];
  readonly author: string;
  readonly at: string;
}

export const CLAIM_SUPPORTS = ['supported', 'conditional', 'not-determined', 'refuted'] as const;
export type ClaimSupport = (typeof CLAIM_SUPPORTS)[number];

/** In which of the orders that the evidence leaves open something holds. An order that agrees with the pins is some of them. */
export type HoldsIn = 'every' | 'some' | 'none';

/** What the evidence says of a claim, and what that rests on. */
export interface ClaimReading {
  readonly support: ClaimSupport;
  /** Absent: no order would settle it. */
  readonly holdsIn?: HoldsIn;
  readonly restsOn: readonly ClaimBasis[];
}

export interface ClaimBasis {
  readonly said: string;
  /** Position in the session's `calls`. */
  readonly call?: number;
}

/** One line of the action log. Each entry holds the hash of the one before it, so that a line cannot be taken out unseen. */
export interface ActionLogEntry {
  /** From 0, without a gap. */
  readonly seq: number;
  /** ISO 8601. */
  readonly at: string;
  readonly author: string;
  /** "pin an order", "undo: pin an order", "give a key". */
  readonly action: string;
  /** JSON text of what changed. Never key bytes. */
  readonly detail: string;
  /** The hash of the entry before; 64 zeros for the first. */
  readonly previous: string;
  /** SHA-256, lower-case hex, over `JSON.stringify([seq, at, author, action, detail, previous])` in UTF-8. */
  readonly hash: string;
}

/** One item as a gesture changed it: before and after (undefined: it was not there). The inverse is undo. */
export type PeopleChange =
  | ItemChange<'pin', Pin>
  | ItemChange<'assumed-parent', AssumedParent>
  | ItemChange<'note', Note>
  | ItemChange<'finding', Finding>
  | ItemChange<'claim', Claim>
  | ItemChange<'comparison', Comparison>
  | ItemChange<'names', readonly IndexName[]>
  | ItemChange<'expect-sealed', true>
  /** `id` is the path of the file. */
  | ItemChange<'format', string>;

export interface ItemChange<Kind extends string, T> {
  readonly is: Kind;
  /** Id of the item; `''` where a case has one only. */
  readonly id: string;
  readonly before: T | undefined;
  readonly after: T | undefined;
}

export const NOTHING_MADE: PeopleMade = {
  pins: [],
  assumedParents: [],
  names: undefined,
  expectSealed: false,
  notes: [],
  findings: [],
  claims: [],
};
