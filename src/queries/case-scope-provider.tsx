import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { CaseListing } from '../casefile/case-shelf.ts';
import type { Assumed } from '../engine/messages.ts';
import type { PeopleMade } from '../model/people.ts';
import { type CaseScope, CaseScopeContext } from './case-scope.ts';
import { useWorkbench } from './workbench.ts';

interface Props {
  readonly listing: CaseListing;
  readonly children: ReactNode;
  /** While what people made is read. */
  readonly waiting: ReactNode;
}

/**
 * Opens a case for everything below: holds its lock, reads what people made, and clears view and undo when it closes.
 * To be mounted with the case id as `key`: another case is another lifetime.
 */
export function CaseScopeProvider({ listing, children, waiting }: Props): ReactNode {
  const { shelf, view, history } = useWorkbench();
  const caseId = listing.summary.id;
  const held = useHold(caseId);
  const { data: people } = useQuery({ queryKey: ['people', caseId], queryFn: () => shelf.people(caseId) });
  const versionOf = useVersions();
  const client = useQueryClient();

  useEffect(() => {
    if (held !== 'elsewhere') return;
    // what the other tab writes is followed here
    return shelf.onChange((changed) => {
      if (changed === caseId) void client.invalidateQueries({ queryKey: ['people', caseId] });
    });
  }, [held, shelf, client, caseId]);

  useEffect(
    () => () => {
      view.getState().reset();
      history.getState().reset();
    },
    [view, history],
  );

  const scope = useMemo((): CaseScope | undefined => {
    if (people === undefined || held === undefined) return undefined;
    const assumed = assumedOf(people);
    return {
      caseId,
      title: listing.summary.title,
      people,
      assumed,
      assumedVersion: versionOf(assumed),
      readOnly: held === 'elsewhere',
    };
  }, [caseId, listing.summary.title, people, held, versionOf]);

  if (scope === undefined) return waiting;
  return <CaseScopeContext value={scope}>{children}</CaseScopeContext>;
}

const assumedOf = (people: PeopleMade): Assumed => ({
  pins: people.pins,
  assumedParents: people.assumedParents,
  expectSealed: people.expectSealed,
  ...(people.formats === undefined ? {} : { formats: people.formats }),
  ...(people.comparisons === undefined ? {} : { comparisons: people.comparisons }),
  ...(people.names === undefined ? {} : { names: people.names }),
});

/** A small number per distinct content, so that undoing a pin finds the answers that were there before it. */
function useVersions(): (assumed: Assumed) => number {
  const known = useRef(new Map<string, number>());
  const versionOf = useRef((assumed: Assumed): number => {
    const content = JSON.stringify(assumed);
    const version = known.current.get(content) ?? known.current.size;
    known.current.set(content, version);
    return version;
  });
  return versionOf.current;
}

/** Asks for the case's lock; where another tab has it, waits for it while the case is read. */
function useHold(caseId: string): 'held' | 'elsewhere' | undefined {
  const { shelf } = useWorkbench();
  const [held, setHeld] = useState<'held' | 'elsewhere' | undefined>(undefined);
  useEffect(() => {
    const closing = new AbortController();
    let release: (() => void) | undefined;
    const got = (free: () => void): void => {
      if (closing.signal.aborted) free();
      else {
        release = free;
        setHeld('held');
      }
    };
    const ask = async (): Promise<void> => {
      const hold = await shelf.hold(caseId);
      if (hold.is === 'held') return got(hold.release);
      if (closing.signal.aborted) return;
      setHeld('elsewhere');
      got(await shelf.awaitHold(caseId, closing.signal));
    };
    // aborted: the case was closed before its turn came
    ask().catch(() => undefined);
    return () => {
      closing.abort();
      release?.();
    };
  }, [shelf, caseId]);
  return held;
}
