import { useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import { useGraph } from '../../queries/use-verdicts.ts';
import { useWorkbench } from '../../queries/workbench.ts';
import { type GraphModel, readGraph } from './graph-model.ts';
import { type Folding, useFolding } from './use-folding.ts';

interface Read {
  /** Undefined until the first graph of the session is there. */
  readonly model: GraphModel | undefined;
  readonly folding: Folding;
  /** The folded steps, ascending. */
  readonly folded: readonly number[];
  readonly failed: Error | null;
}

/** The graph on the axis that the examiner prefers, with what is folded. While another is laid out the one before it stands. */
export function useGraphModel(session: string | undefined): Read {
  const { preferences } = useWorkbench();
  const axis = useStore(preferences, (state) => state.graphAxis);
  const folding = useFolding(session);
  const folded = useMemo(() => [...folding.folded].sort((a, b) => a - b), [folding.folded]);
  const { data, error } = useGraph(session, axis, folded);
  const fresh = useMemo(() => (data === undefined ? undefined : readGraph(data)), [data]);
  const last = useRef<{ readonly session: string | undefined; readonly model: GraphModel } | undefined>(
    undefined,
  );
  if (fresh !== undefined) last.current = { session, model: fresh };
  const model = last.current?.session === session ? last.current?.model : undefined;
  return { model, folding, folded, failed: error };
}
