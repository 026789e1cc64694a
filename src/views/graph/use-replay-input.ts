import { useEffect, useRef, useState } from 'react';
import type { SessionCard } from '../../queries/answers.ts';
import { useAnswer } from '../../queries/use-answer.ts';
import { usePeopleActions } from '../../queries/use-people.ts';
import { useSay } from '../../ui/Toaster.tsx';

/** Saves the chosen linearization as a file; undefined while there is none (questions, conflicts or orphans are left). */
export function useReplayInput(session: SessionCard | undefined): (() => void) | undefined {
  const [wanted, setWanted] = useState(false);
  const say = useSay();
  const { note } = usePeopleActions();
  const { data, error, isPlaceholderData } = useAnswer(
    wanted && session !== undefined ? { is: 'replay-input', session: session.id } : undefined,
  );
  const done = useRef(note);
  done.current = note;
  useEffect(() => {
    if (!wanted || isPlaceholderData) return;
    if (error !== null) say(error.message, 'bad');
    else if (data === undefined) return;
    else {
      download(`replay-input-${fileName(data.session)}.json`, `${JSON.stringify(data, undefined, 2)}\n`);
      say(
        data.order === 'assumed'
          ? 'Saved, marked assumed: it rests on pins.'
          : 'Saved: every step of it is witnessed.',
      );
      void done.current('save the replay input', { session: data.session, order: data.order });
    }
    setWanted(false);
  }, [wanted, data, error, isPlaceholderData, say]);
  const order = session?.axes.order;
  const isComplete = order === 'witnessed' || order === 'single-clock' || order === 'pinned';
  return isComplete ? () => setWanted(true) : undefined;
}

const fileName = (id: string): string => id.replace(/[^A-Za-z0-9._-]+/g, '-').slice(0, 60);

function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // the browser has begun to read it by then
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
