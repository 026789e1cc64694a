import { useEffect, useRef, useState } from 'react';
import type { SessionCard } from '../../queries/answers.ts';
import { useAnswer } from '../../queries/use-answer.ts';
import { usePeopleActions } from '../../queries/use-people.ts';
import { fileNameOf, saveFile } from '../../ui/save-file.ts';
import { useSay } from '../../ui/Toaster.tsx';

/** Saves the chosen linearization as a file; undefined while there is none (questions, conflicts or orphans are left). */
export function useReplayInput(session: SessionCard | undefined): (() => void) | undefined {
  const [wanted, setWanted] = useState(false);
  const say = useSay();
  const id = session?.id ?? '';
  const { note } = usePeopleActions();
  const { data, error, isPlaceholderData } = useAnswer(
    wanted && session !== undefined ? { is: 'replay-input', session: id } : undefined,
  );
  const done = useRef(note);
  done.current = note;
  useEffect(() => {
    if (!wanted || isPlaceholderData) return;
    if (error !== null) say(error.message, 'bad');
    else if (data === undefined) return;
    else {
      saveFile(`replay-input-${fileNameOf(id)}.json`, data.file, 'application/json');
      say(
        data.order === 'assumed'
          ? 'Saved, marked assumed: it rests on pins.'
          : 'Saved: every step of it is witnessed.',
      );
      void done.current('save the replay input', { session: id, order: data.order });
    }
    setWanted(false);
  }, [wanted, data, error, isPlaceholderData, say, id]);
  const order = session?.axes.order;
  const isComplete = order === 'witnessed' || order === 'single-clock' || order === 'pinned';
  return isComplete ? () => setWanted(true) : undefined;
}
