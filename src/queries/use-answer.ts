import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useStore } from 'zustand';
import type { AnswerTo, Question } from '../engine/messages.ts';
import { useCaseScope } from './case-scope.ts';
import { useWorkbench } from './workbench.ts';

type Bare<Q> = Q extends Question ? Omit<Q, 'caseId' | 'assumed'> : never;
/** A question without what the scope adds: `{ is: 'session', session }`. */
export type ScopedQuestion = Bare<Question>;
export type ScopedAnswer<Q extends ScopedQuestion> = AnswerTo<Extract<Question, { is: Q['is'] }>>;

/**
 * One question to the engine about the open case. Answers never go stale by themselves: the key holds the versions of
 * what was assumed and of the keys. While a new version is computed the old answer of the same question stands
 * (`isPlaceholderData`), so that a pin does not blank the screen.
 * @param question undefined: nothing is asked.
 */
export function useAnswer<Q extends ScopedQuestion>(
  question: Q | undefined,
): UseQueryResult<ScopedAnswer<Q>, Error> {
  const { engine, keys } = useWorkbench();
  const { caseId, assumed, assumedVersion } = useCaseScope();
  const keyVersion = useStore(keys, (state) => state.version);
  return useQuery<ScopedAnswer<Q>, Error>({
    queryKey: answerKey(caseId, question, assumedVersion, keyVersion),
    queryFn: ({ signal }) =>
      engine.ask({ ...question, caseId, assumed } as unknown as Question, signal) as Promise<ScopedAnswer<Q>>,
    enabled: question !== undefined,
    placeholderData: (previous, query) =>
      query !== undefined && sameQuestion(query.queryKey, caseId, question) ? previous : undefined,
  });
}

export const answerKey = (
  caseId: string,
  question: ScopedQuestion | undefined,
  assumedVersion: number,
  keyVersion: number,
): readonly unknown[] => ['answer', caseId, question ?? null, assumedVersion, keyVersion];

const sameQuestion = (
  key: readonly unknown[],
  caseId: string,
  question: ScopedQuestion | undefined,
): boolean => key[1] === caseId && JSON.stringify(key[2]) === JSON.stringify(question ?? null);
