import { type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { CaseListing, Persisted } from '../casefile/case-shelf.ts';
import type { ActionLogEntry } from '../model/people.ts';
import { useWorkbench } from './workbench.ts';

/** The list of cases; follows what other tabs do. */
export function useCases(): UseQueryResult<readonly CaseListing[], Error> {
  const { shelf } = useWorkbench();
  const client = useQueryClient();
  useEffect(
    () => shelf.onChange(() => void client.invalidateQueries({ queryKey: ['cases'] })),
    [shelf, client],
  );
  return useQuery({ queryKey: ['cases'], queryFn: () => shelf.list() });
}

export function useDeleteCase() {
  const { shelf } = useWorkbench();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (caseId: string) => shelf.remove(caseId),
    onSuccess: (_, caseId) => {
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[1] === caseId });
      return client.invalidateQueries({ queryKey: ['cases'] });
    },
  });
}

export function useActionLog(caseId: string): UseQueryResult<readonly ActionLogEntry[], Error> {
  const { shelf } = useWorkbench();
  return useQuery({ queryKey: ['action-log', caseId], queryFn: () => shelf.actionLog(caseId) });
}

/** The browser's answer to the wish that cases are not evicted. */
export function usePersisted(): Persisted | undefined {
  const { shelf } = useWorkbench();
  return useQuery({ queryKey: ['persisted'], queryFn: () => shelf.persisted() }).data;
}
