import type { FindingsDocument } from '../model/findings.ts';
import type { ActionLogEntry, Claim, ClaimReading, PeopleMade } from '../model/people.ts';
import { resultDigest } from './canonical-document.ts';

/** `findings.json`: the document of design.md 8 and what people made (design.md 9). */
export interface CaseDocument extends FindingsDocument {
  /** Over the findings alone: equal for whoever reads the same bytes under the same assumptions. */
  readonly resultDigest: string;
  readonly people: PeopleDocument;
  readonly actionLog: readonly ActionLogEntry[];
  /** What differs from export to export. */
  readonly exported: {
    /** ISO 8601. */
    readonly at: string;
    readonly title: string;
  };
}

export interface PeopleDocument extends Omit<PeopleMade, 'names' | 'claims'> {
  /** Each with the support that evidence and assumptions gave it when it was exported. */
  readonly claims: readonly (Claim & Partial<ClaimReading>)[];
  /** The edited table of index names; null: the built-in one. */
  readonly names: PeopleMade['names'] | null;
}

/** Needs `loadHashes()`. */
export function writeCaseDocument(
  findings: FindingsDocument,
  people: PeopleMade,
  actionLog: readonly ActionLogEntry[],
  exported: CaseDocument['exported'],
  claimReadings: ReadonlyMap<string, ClaimReading> = new Map(),
): CaseDocument {
  return {
    ...findings,
    resultDigest: resultDigest(findings),
    people: {
      ...people,
      names: people.names ?? null,
      claims: people.claims.map((claim) => ({ ...claim, ...claimReadings.get(claim.id) })),
    },
    actionLog,
    exported,
  };
}
