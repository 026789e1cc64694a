import { useQueries } from '@tanstack/react-query';
import { useStore } from 'zustand';
import type { Question, QuestionRow, StepRow } from '../engine/messages.ts';
import type { CallDocument, ProblemDocument } from '../model/findings.ts';
import { useCaseScope } from './case-scope.ts';
import { answerKey, type ScopedQuestion } from './use-answer.ts';
import { PAGE_ROWS } from './use-verdicts.ts';
import { useWorkbench } from './workbench.ts';

/** The rows a windowed list shows: total is known after the first page, a row once its page is there. */
export interface Rows<T> {
  readonly total: number;
  readonly row: (index: number) => T | undefined;
  readonly waiting: boolean;
  readonly error: Error | undefined;
}

type Ranged = {
  readonly is: 'steps' | 'calls' | 'order-questions' | 'ledger';
  readonly from: number;
  readonly to: number;
};

/** Asks for the aligned pages that cover rows [from, to), and always for the first. */
function useRows<T>(
  question: ((from: number, to: number) => ScopedQuestion & Ranged) | undefined,
  from: number,
  to: number,
): Rows<T> {
  const { engine, keys } = useWorkbench();
  const { caseId, assumed, assumedVersion } = useCaseScope();
  const keyVersion = useStore(keys, (state) => state.version);
  const pages = new Set([0]);
  for (let page = Math.floor(from / PAGE_ROWS); page * PAGE_ROWS < to; page++) pages.add(page);
  const asked =
    question === undefined
      ? []
      : [...pages].map((page) => ({
          page,
          question: question(page * PAGE_ROWS, (page + 1) * PAGE_ROWS),
        }));
  const results = useQueries({
    queries: asked.map(({ question }) => ({
      queryKey: answerKey(caseId, question, assumedVersion, keyVersion),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        engine.ask({ ...question, caseId, assumed } as unknown as Question, signal) as Promise<{
          readonly total: number;
          readonly rows: readonly T[];
        }>,
      placeholderData: (previous: { readonly total: number; readonly rows: readonly T[] } | undefined) =>
        previous,
    })),
  });
  const byPage = new Map(asked.map(({ page }, i) => [page, results[i]?.data]));
  return {
    total: byPage.get(0)?.total ?? 0,
    row: (index) => byPage.get(Math.floor(index / PAGE_ROWS))?.rows[index % PAGE_ROWS],
    waiting: results.some((result) => result.isPending),
    error: results.find((result) => result.error !== null)?.error ?? undefined,
  };
}

/** Rows of the step tree. */
export const useStepRows = (session: string | undefined, from: number, to: number): Rows<StepRow> =>
  useRows(session === undefined ? undefined : (f, t) => ({ is: 'steps', session, from: f, to: t }), from, to);

export const useQuestionRows = (session: string | undefined, from: number, to: number): Rows<QuestionRow> =>
  useRows(
    session === undefined ? undefined : (f, t) => ({ is: 'order-questions', session, from: f, to: t }),
    from,
    to,
  );

export const useCallRows = (session: string | undefined, from: number, to: number): Rows<CallDocument> =>
  useRows(session === undefined ? undefined : (f, t) => ({ is: 'calls', session, from: f, to: t }), from, to);

/** Problems of one file, or of all. */
export const useLedgerRows = (
  file: string | undefined,
  from: number,
  to: number,
): Rows<ProblemDocument & { readonly file: string }> =>
  useRows((f, t) => ({ is: 'ledger', from: f, to: t, ...(file === undefined ? {} : { file }) }), from, to);
