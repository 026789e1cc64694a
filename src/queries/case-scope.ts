import { createContext, useContext } from 'react';
import type { Assumed } from '../engine/messages.ts';
import type { PeopleMade } from '../model/people.ts';

/** The open case, given to everything below the shell by `CaseScopeProvider`. */
export interface CaseScope {
  readonly caseId: string;
  readonly title: string;
  readonly people: PeopleMade;
  /** The part of `people` that changes verdicts; sent with every question. */
  readonly assumed: Assumed;
  /** Equal iff `assumed` is equal in content; short, for query keys. */
  readonly assumedVersion: number;
  /** Another tab holds the case: nothing can be changed here. */
  readonly readOnly: boolean;
}

export const CaseScopeContext = createContext<CaseScope | undefined>(undefined);

/** @throws Error (our bug) where no case is open. */
export function useCaseScope(): CaseScope {
  const scope = useContext(CaseScopeContext);
  if (scope === undefined) throw new Error('no case is open above this component (a bug in Witnessmark)');
  return scope;
}
