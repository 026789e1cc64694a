import { useMemo } from 'react';
import { useStore } from 'zustand';
import { NODE_KINDS } from '../../queries/answers.ts';
import { useWorkbench } from '../../queries/workbench.ts';
import type { GraphModel } from './graph-model.ts';

/** Steps that stand for all that hangs below them, in the drawing and in the tree alike. */
export interface Folding {
  readonly folded: ReadonlySet<number>;
  fold(steps: readonly number[], isFolded: boolean): void;
}

const NOTHING: ReadonlySet<number> = new Set();

export function useFolding(session: string | undefined): Folding {
  const { view } = useWorkbench();
  const folded = useStore(view, (state) => state.folded.get(session ?? '')) ?? NOTHING;
  return useMemo(
    () => ({
      folded,
      fold: (steps, isFolded) => {
        if (session === undefined) return;
        const next = new Set(folded);
        for (const step of steps) {
          if (isFolded) next.add(step);
          else next.delete(step);
        }
        view.getState().setFolded(session, next);
      },
    }),
    [view, session, folded],
  );
}

/** Whether steps hang below a step. */
export function hasStepsBelow({ graph: { tree }, rowOfStep }: GraphModel, step: number): boolean {
  const row = rowOfStep[step];
  return row !== undefined && (tree.end[row] ?? 0) > row + 1;
}

/** Agents below other steps that have steps of their own: what a reader folds first. */
export function subAgents(model: GraphModel): readonly number[] {
  const { graph, nodeOfStep } = model;
  const { tree } = graph;
  const found: number[] = [];
  for (let row = 0; row < tree.step.length; ) {
    const step = tree.step[row] as number;
    const kind = NODE_KINDS[graph.kind[nodeOfStep[step] as number] as number];
    const isSubAgent = kind === 'agent' && (tree.depth[row] as number) > 0 && hasStepsBelow(model, step);
    if (isSubAgent) found.push(step);
    // what hangs below it is folded with it
    row = isSubAgent ? (tree.end[row] as number) : row + 1;
  }
  return found;
}
