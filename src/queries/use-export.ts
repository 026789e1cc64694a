import { useCallback } from 'react';
import type { Question } from '../engine/messages.ts';
import type { ExportForm } from '../model/document-writers.ts';
import { useCaseScope } from './case-scope.ts';
import { useWorkbench } from './workbench.ts';

/** The file of an export: findings and what people made, as they stand when it is asked for. Written by the engine. */
export function useExport(): (form: ExportForm) => Promise<Blob> {
  const { engine, shelf, pending } = useWorkbench();
  const { caseId, assumed, people, title } = useCaseScope();
  return useCallback(
    async (form) => {
      const actionLog = await shelf.actionLog(caseId);
      const made = { people, actionLog, title, at: new Date().toISOString() };
      const question: Question = { is: 'export', caseId, assumed, form, made };
      return pending.getState().track(engine.ask(question) as Promise<Blob>);
    },
    [engine, shelf, pending, caseId, assumed, people, title],
  );
}
