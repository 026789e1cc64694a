import { type ReactNode, useEffect, useState } from 'react';
import { droppedFiles } from '../intake/dropped-files.ts';
import { visibleText } from '../lib/visible-text.ts';
import { useImport } from '../queries/use-import.ts';
import { useWorkbench } from '../queries/workbench.ts';
import { useSay } from '../ui/Toaster.tsx';
import './drop-zone.css';

/** The whole window takes a bundle; while something is dragged over it, it says so. */
export function DropZone(): ReactNode {
  const { start, now } = useImport();
  const { pending, view } = useWorkbench();
  const say = useSay();
  const [over, setOver] = useState(false);
  const reading = now.is === 'reading';
  useEffect(() => {
    // enter and leave come for every element that is crossed
    let depth = 0;
    const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;
    const enter = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth++;
      setOver(true);
    };
    const leave = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      depth = Math.max(0, depth - 1);
      if (depth === 0) setOver(false);
    };
    const move = (event: DragEvent): void => {
      if (hasFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent): void => {
      if (!hasFiles(event) || event.dataTransfer === null) return;
      event.preventDefault();
      depth = 0;
      setOver(false);
      if (reading) {
        say('A bundle is being read. Wait for it, or cancel it, before you drop another.', 'warn');
        return;
      }
      if (view.getState().draft !== undefined) {
        say('A finding is being written here. Store or discard it before you drop another bundle.', 'warn');
        return;
      }
      pending
        .getState()
        .track(droppedFiles(event.dataTransfer))
        .then(
          ({ files, unreadable }) => {
            for (const path of unreadable)
              say(`${visibleText(path)} cannot be read and was left out.`, 'bad');
            if (files.length > 0) return start(files, unreadable);
            if (unreadable.length === 0) say('There is no file in what was dropped.', 'warn');
          },
          (error: unknown) => say(`What was dropped cannot be read: ${String(error)}`, 'bad'),
        );
    };
    // what is typed and not stored is lost with the page: the browser asks
    const leaving = (event: BeforeUnloadEvent): void => {
      if (view.getState().draft !== undefined) event.preventDefault();
    };
    addEventListener('beforeunload', leaving);
    addEventListener('dragenter', enter);
    addEventListener('dragleave', leave);
    addEventListener('dragover', move);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('beforeunload', leaving);
      removeEventListener('dragenter', enter);
      removeEventListener('dragleave', leave);
      removeEventListener('dragover', move);
      removeEventListener('drop', drop);
    };
  }, [start, say, pending, view, reading]);
  if (!over) return undefined;
  return (
    <div className="wm-drop">
      <div className="wm-drop-frame">
        <p className="wm-drop-title">{reading ? 'A bundle is being read' : 'Drop the bundle'}</p>
        <p>
          {reading
            ? 'Wait for it, or cancel it first.'
            : 'It becomes a new case. Nothing leaves this machine.'}
        </p>
      </div>
    </div>
  );
}
