import type { CaseSummary } from '../model/case-store.ts';
import type { ActionLogEntry, PeopleChange, PeopleMade } from '../model/people.ts';

/** What the page itself asks of the stored cases: the list, what people made, locks. Evidence goes through the engine. */
export interface CaseShelf {
  /** Committed cases, the newest first. */
  list(): Promise<readonly CaseListing[]>;
  /** Removes the case with its evidence and everything people made. */
  remove(caseId: string): Promise<void>;
  people(caseId: string): Promise<PeopleMade>;
  /** Writes the changes and one entry of the action log in one transaction. @returns what people made, after. */
  apply(caseId: string, act: Act): Promise<PeopleMade>;
  actionLog(caseId: string): Promise<readonly ActionLogEntry[]>;
  /** Asks for the case's Web Lock; `elsewhere`: another tab holds it, and this one reads only. */
  hold(caseId: string): Promise<CaseHold>;
  /** Waits until no other tab holds the case. Rejects with AbortError. @returns the function that gives it back. */
  awaitHold(caseId: string, signal: AbortSignal): Promise<() => void>;
  /** Another tab changed the list of cases, or one case. @returns the function that stops listening. */
  onChange(listener: (caseId: string) => void): () => void;
  /** What the browser answered when asked not to evict the cases. */
  persisted(): Promise<Persisted>;
}

export interface CaseListing {
  readonly summary: CaseSummary;
  /** ISO 8601. */
  readonly storedAt: string;
  /** `evicted`: it was committed, and the browser has since removed evidence of it. */
  readonly state: 'whole' | 'evicted';
}

export interface Act {
  readonly author: string;
  /** "pin an order": stands in the action log. */
  readonly label: string;
  /** May be empty: an act that changes nothing stored (an export, a key given) is logged too. */
  readonly changes: readonly PeopleChange[];
  /** Stands in the log beside the changes. Never key bytes. */
  readonly detail?: Readonly<Record<string, string | number | boolean>>;
}

export type CaseHold = { readonly is: 'held'; release(): void } | { readonly is: 'elsewhere' };

export type Persisted = 'granted' | 'refused' | 'not-supported';
