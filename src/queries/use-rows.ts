import { useQueries } from '@tanstack/react-query';
import { useRef } from 'react';
import { useStore } from 'zustand';
import type { LogRecordRow, Question, QuestionRow, ResourceCallRow, StepRow } from '../engine/messages.ts';
import type { CorpusFilter, CorpusRow, CorpusSort } from '../model/corpus.ts';
import type { CallDocument, ProblemDocument } from '../model/findings.ts';
import type { ProblemCode, Severity } from '../model/problem.ts';
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
  readonly is: 'steps' | 'calls' | 'resource-calls' | 'order-questions' | 'ledger' | 'log-records' | 'corpus';
  readonly from: number;
  readonly to: number;
};

/** Asks for the aligned pages that cover rows [from, to), and always for the first. */
function useRows<T>(
  question: ((from: number, to: number) => ScopedQuestion & Ranged) | undefined,
  from: number,
  to: number,
  /** What the list is of: rows of another version of it stand until the new ones are there. */
  listed: unknown = question?.(0, 0),
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
        engine.ask({ ...question, caseId, assumed } as unknown as Question, signal) as Promise<Page<T>>,
    })),
  });
  // until a page of a new version is there, the old one stands: a pin must not collapse the list
  const identity = JSON.stringify([caseId, listed]);
  const last = useRef<{ identity: string; pages: Map<number, Page<T>> }>({ identity: '', pages: new Map() });
  if (last.current.identity !== identity) last.current = { identity, pages: new Map() };
  const shown = last.current.pages;
  asked.forEach(({ page }, i) => {
    const data = results[i]?.data;
    if (data !== undefined) shown.set(page, data);
  });
  return {
    total: shown.get(0)?.total ?? 0,
    row: (index) => shown.get(Math.floor(index / PAGE_ROWS))?.rows[index % PAGE_ROWS],
    waiting: results.some((result) => result.isPending),
    error: results.find((result) => result.error !== null)?.error ?? undefined,
  };
}

interface Page<T> {
  readonly total: number;
  readonly rows: readonly T[];
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

/** Calls on a resource up to a call. @param resource undefined: nothing is asked. */
export const useResourceCallRows = (
  session: string,
  call: number,
  resource: string | null | undefined,
  from: number,
  to: number,
): Rows<ResourceCallRow> =>
  useRows(
    resource === undefined
      ? undefined
      : (f, t) => ({ is: 'resource-calls', session, call, resource, from: f, to: t }),
    from,
    to,
  );

/** Records of a write-ahead log, by the path of its file. */
export const useLogRecordRows = (input: string, from: number, to: number): Rows<LogRecordRow> =>
  useRows((f, t) => ({ is: 'log-records', input, from: f, to: t }), from, to);

/** Sessions of a corpus that pass a filter, among the first `judged`. */
export const useCorpusRows = (
  filter: CorpusFilter,
  sort: CorpusSort,
  judged: number,
  from: number,
  to: number,
): Rows<CorpusRow> =>
  useRows((f, t) => ({ is: 'corpus', filter, sort, judged, from: f, to: t }), from, to, [filter, sort]);

export interface LedgerFilter {
  readonly file?: string;
  readonly severity?: Severity;
  readonly code?: ProblemCode;
  /** Only those of this place. */
  readonly byte?: number;
  /** Literal text, case ignored. */
  readonly text?: string;
}

/** Problems that pass the filter. */
export const useLedgerRows = (
  filter: LedgerFilter,
  from: number,
  to: number,
): Rows<ProblemDocument & { readonly file: string }> =>
  useRows((f, t) => ({ is: 'ledger', from: f, to: t, ...filter }), from, to);
