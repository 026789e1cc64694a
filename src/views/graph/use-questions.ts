import { useCallback, useEffect, useState } from 'react';
import type { QuestionRow } from '../../queries/answers.ts';
import { useGo, useSelection } from '../../queries/use-route.ts';
import { useQuestionRows } from '../../queries/use-rows.ts';
import { PAGE_ROWS } from '../../queries/use-verdicts.ts';

export interface Questions {
  readonly total: number;
  readonly row: (index: number) => QuestionRow | undefined;
  /** The question that is looked at; undefined when none is open. */
  readonly index: number | undefined;
  readonly current: QuestionRow | undefined;
  readonly waiting: boolean;
  choose(index: number): void;
  /** The rows a list shows. */
  setRange(from: number, to: number): void;
}

/**
 * The open order questions of a session, one of which is looked at: the one in the address, or the one at the place
 * where the last one was answered. When an answer takes a question away, the next one moves up into its place.
 */
export function useQuestions(session: string | undefined): Questions {
  const selection = useSelection();
  const go = useGo();
  const [at, setAt] = useState(0);
  const [range, setShown] = useState({ from: 0, to: 40 });
  const list = useQuestionRows(session, range.from, range.to);
  const near = useQuestionRows(session, at, at + 1);
  const row = (index: number): QuestionRow | undefined => list.row(index) ?? near.row(index);
  const { total } = list;

  const asked = selection?.is === 'question' ? selection : undefined;
  let found: number | undefined;
  if (asked !== undefined) {
    for (const start of [at - PAGE_ROWS, 0]) {
      for (
        let i = Math.max(0, start);
        i < Math.min(total, start + 2 * PAGE_ROWS) && found === undefined;
        i++
      ) {
        const one = row(i);
        if (one !== undefined && one.a.id === asked.a && one.b.id === asked.b) found = i;
      }
    }
  }
  const index = total === 0 ? undefined : Math.min(found ?? at, total - 1);
  const current = index === undefined ? undefined : row(index);

  const waiting = list.waiting || near.waiting;
  const isGone = asked !== undefined && found === undefined && !waiting;
  useEffect(() => {
    if (found !== undefined) setAt(found);
  }, [found]);
  useEffect(() => {
    if (!isGone) return;
    const next = current === undefined ? 'none' : questionOf(current);
    go({ selection: next }, 'replace');
  }, [isGone, current, go]);

  const [wanted, setWanted] = useState<number | undefined>(undefined);
  const wantedRow = wanted === undefined ? undefined : row(wanted);
  useEffect(() => {
    if (wanted === undefined || wantedRow === undefined) return;
    setWanted(undefined);
    go({ selection: questionOf(wantedRow) }, 'replace');
  }, [wanted, wantedRow, go]);

  return {
    total,
    row,
    index,
    current,
    waiting,
    choose: useCallback((to: number) => {
      setAt(to);
      setWanted(to);
    }, []),
    setRange: useCallback(
      (from: number, to: number) =>
        setShown((now) => (now.from === from && now.to === to ? now : { from, to })),
      [],
    ),
  };
}

const questionOf = ({ a, b }: QuestionRow) => ({ is: 'question', a: a.id, b: b.id }) as const;
