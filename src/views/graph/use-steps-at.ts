import { useQueries } from '@tanstack/react-query';
import { useRef } from 'react';
import { useStore } from 'zustand';
import type { StepRow } from '../../queries/answers.ts';
import { useCaseScope } from '../../queries/case-scope.ts';
import { answerKey, type ScopedAnswer } from '../../queries/use-answer.ts';
import { PAGE_ROWS } from '../../queries/use-verdicts.ts';
import { useWorkbench } from '../../queries/workbench.ts';

type Page = ScopedAnswer<{ is: 'steps'; session: string; from: number; to: number }>;

/** Rows of the step tree that need not lie beside each other: the aligned pages that hold them are read. */
export function useStepsAt(
  session: string | undefined,
  rows: readonly number[],
): (row: number) => StepRow | undefined {
  const { engine, keys } = useWorkbench();
  const { caseId, assumed, assumedVersion } = useCaseScope();
  const keyVersion = useStore(keys, (state) => state.version);
  const pages = session === undefined ? [] : [...new Set(rows.map((row) => Math.floor(row / PAGE_ROWS)))];
  const results = useQueries({
    queries: pages.map((page) => {
      const question = {
        is: 'steps',
        session: session ?? '',
        from: page * PAGE_ROWS,
        to: (page + 1) * PAGE_ROWS,
      } as const;
      return {
        queryKey: answerKey(caseId, question, assumedVersion, keyVersion),
        queryFn: ({ signal }: { signal: AbortSignal }): Promise<Page> =>
          engine.ask({ ...question, caseId, assumed }, signal),
      };
    }),
  });
  // a pin makes every page new: until it is there the old one stands, so that the list does not blink
  const last = useRef<{ session: string | undefined; pages: Map<number, Page> }>({
    session,
    pages: new Map(),
  });
  if (last.current.session !== session) last.current = { session, pages: new Map() };
  const shown = last.current.pages;
  pages.forEach((page, i) => {
    const data = results[i]?.data;
    if (data !== undefined) shown.set(page, data);
  });
  return (row) => shown.get(Math.floor(row / PAGE_ROWS))?.rows[row % PAGE_ROWS];
}
