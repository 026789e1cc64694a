import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useStore } from 'zustand';
import type { CorpusShares } from '../engine/messages.ts';
import type { CorpusBy, CorpusFilter, CorpusSort } from '../model/corpus.ts';
import type { CorpusForm } from '../model/document-writers.ts';
import { useCaseScope } from './case-scope.ts';
import { answerKey } from './use-answer.ts';
import { useWorkbench } from './workbench.ts';

/** Between two looks at sessions that are still being judged. */
const AGAIN_MS = 30;

/** How the sessions of the case are shared out; asked again until all are judged. */
export function useCorpusShares(filter: CorpusFilter, by: CorpusBy): CorpusShares | undefined {
  const { engine, keys } = useWorkbench();
  const { caseId, assumed, assumedVersion } = useCaseScope();
  const keyVersion = useStore(keys, (state) => state.version);
  const question = { is: 'corpus-shares', filter, by } as const;
  const { data } = useQuery({
    queryKey: answerKey(caseId, question, assumedVersion, keyVersion),
    queryFn: ({ signal }) => engine.ask({ ...question, caseId, assumed }, signal),
    refetchInterval: ({ state }) =>
      state.data !== undefined && state.data.judged < state.data.sessions ? AGAIN_MS : false,
    placeholderData: keepPreviousData,
  });
  return data;
}

/** Writes the table of the sessions that pass as a file. */
export function useCorpusExport(): (
  form: CorpusForm,
  filter: CorpusFilter,
  sort: CorpusSort,
) => Promise<Blob> {
  const { engine, pending } = useWorkbench();
  const { caseId, assumed } = useCaseScope();
  return useCallback(
    (form, filter, sort) =>
      pending.getState().track(engine.ask({ is: 'corpus-export', caseId, assumed, form, filter, sort })),
    [engine, pending, caseId, assumed],
  );
}
