import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import type { Basis } from '../../model/order.ts';
import { NONE } from '../../model/span-table.ts';
import type { SessionCard } from '../../queries/answers.ts';
import { useOfferCommand } from '../../queries/use-command.ts';
import { usePeople } from '../../queries/use-people.ts';
import { useGo, useSelection } from '../../queries/use-route.ts';
import { useStoredShare } from '../../queries/use-stored-share.ts';
import { useCurrentSession, useOverview } from '../../queries/use-verdicts.ts';
import { useWorkbench } from '../../queries/workbench.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { SplitPane } from '../../ui/SplitPane.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { Assumptions } from './Assumptions.tsx';
import type { Picked } from './draw-graph.ts';
import { GraphCanvas, type GraphHandle } from './GraphCanvas.tsx';
import { GraphToolbar } from './GraphToolbar.tsx';
import { type GraphModel, nodeOfRow } from './graph-model.ts';
import { IndexNames } from './IndexNames.tsx';
import { Legend } from './Legend.tsx';
import { NaivePanel } from './NaivePanel.tsx';
import type { OpenGroup } from './open-groups.ts';
import { groupOf, QuestionPanel } from './QuestionPanel.tsx';
import { StepGrid } from './StepGrid.tsx';
import { StepPane } from './StepPane.tsx';
import { type Folding, hasStepsBelow, subAgents } from './use-folding.ts';
import { useGraphModel } from './use-graph-model.ts';
import { useNaiveRanks } from './use-naive-ranks.ts';
import { useQuestions } from './use-questions.ts';
import { useReplayInput } from './use-replay-input.ts';
import './graph.css';

/** The partial order of a session: the drawing, the same as a tree, and the place where what is open is answered. */
export function GraphScreen(): ReactNode {
  const session = useCurrentSession();
  const { data: overview, error } = useOverview();
  const { model, folding, folded, failed: undrawn } = useGraphModel(session?.id);
  const failed = error ?? undrawn;
  if (failed !== null) {
    return (
      <EmptyState title="The graph cannot be drawn" glyph="error" isPage={true}>
        {failed.message}
      </EmptyState>
    );
  }
  if (overview?.sessionCount === 0) {
    return (
      <EmptyState title="No session" glyph="hollow" isPage={true}>
        Nothing in this case is a session: no trace, no call log and no write-ahead log could be read.
      </EmptyState>
    );
  }
  if (session === undefined || model === undefined) {
    return <EmptyState title="Drawing the graph…" isPage={true} />;
  }
  return <Graph key={session.id} session={session} model={model} folding={folding} folded={folded} />;
}

interface Props {
  readonly session: SessionCard;
  readonly model: GraphModel;
  readonly folding: Folding;
  /** The same steps, ascending. */
  readonly folded: readonly number[];
}

type Tab = 'questions' | 'step' | 'assumptions' | 'naive';

function Graph({ session, model, folding, folded }: Props): ReactNode {
  const go = useGo();
  const selection = useSelection();
  const people = usePeople();
  const narrow = useNarrow();
  const side = useStoredShare('graph-side', 68);
  const below = useStoredShare('graph-below', 58);
  const { preferences } = useWorkbench();
  const questions = useQuestions(session.id);
  const handle = useRef<GraphHandle | undefined>(undefined);
  const [hidden, setHidden] = useState<ReadonlySet<Basis>>(new Set<Basis>(['parent']));
  const [ordering, setOrdering] = useState<OpenGroup | undefined>(undefined);
  const [isNaming, setNaming] = useState(false);

  const step = selection?.is === 'step' ? selection.step : undefined;
  const row = selection?.is === 'span' ? selection.row : undefined;
  const selected = nodeOf(model, step, row);
  const [tab, setTab] = useState<Tab>(() =>
    selection?.is === 'step' || selection?.is === 'span' || session.questionCount === 0
      ? 'step'
      : 'questions',
  );
  const isNaive = tab === 'naive';
  const naive = useNaiveRanks(session.id, model, folded, isNaive);
  // a step that is selected is shown; a question as well
  const shown = useRef(selection);
  if (shown.current !== selection) {
    shown.current = selection;
    if (selection?.is === 'step' || selection?.is === 'span') {
      if (tab !== 'step' && tab !== 'naive') setTab('step');
    } else if (selection?.is === 'question' && tab !== 'questions') setTab('questions');
  }

  const select = useCallback(
    (to: number): void => go({ selection: { is: 'step', step: to } }, 'replace'),
    [go],
  );
  const pick = (picked: Picked | undefined): void => {
    if (picked === undefined) {
      if (selection !== undefined) go({ selection: 'none' }, 'replace');
      return;
    }
    if (picked.is === 'group') {
      setTab('questions');
      setOrdering(undefined);
      const at = firstQuestionOf(model, picked.group);
      if (at !== undefined) questions.choose(at);
      if (picked.group.nodes.length > 2) setOrdering(picked.group);
      return;
    }
    const { graph } = model;
    // the step that an edge leads to says why it does
    const node = picked.is === 'edge' ? (graph.edgeTo[picked.edge] as number) : picked.node;
    const own = graph.step[node] as number;
    const at = graph.row[node] as number;
    if (own !== NONE) go({ selection: { is: 'step', step: own } });
    else if (at !== NONE) go({ selection: { is: 'span', row: at } });
    else setTab('naive');
  };
  const group =
    ordering ??
    (tab === 'questions' && questions.current !== undefined ? groupOf(model, questions.current) : undefined);

  const asked = tab === 'questions' && ordering === undefined ? questions.current : undefined;
  const pair = useMemo(
    () => pairOf(model, asked?.a.step, asked?.b.step),
    [model, asked?.a.step, asked?.b.step],
  );

  const toQuestion = (by: number): void => {
    setTab('questions');
    setOrdering(undefined);
    const at = selection?.is === 'question' ? (questions.index ?? 0) + by : (questions.index ?? 0);
    questions.choose((at + questions.total) % questions.total);
  };
  const hasQuestions = questions.total > 0;
  useOfferCommand('graph.axis', () => {
    const { graphAxis, set } = preferences.getState();
    set({ graphAxis: graphAxis === 'order' ? 'time' : 'order' });
  });
  useOfferCommand('graph.fit', () => handle.current?.fit());
  useOfferCommand('graph.zoom-in', () => handle.current?.zoomBy(1.5));
  useOfferCommand('graph.zoom-out', () => handle.current?.zoomBy(1 / 1.5));
  const centre = selected ?? group?.nodes[0];
  useOfferCommand('graph.centre', centre === undefined ? undefined : () => handle.current?.centre(centre));
  useOfferCommand('graph.next-question', hasQuestions ? () => toQuestion(1) : undefined);
  useOfferCommand('graph.previous-question', hasQuestions ? () => toQuestion(-1) : undefined);
  useOfferCommand('graph.save-replay-input', useReplayInput(session));
  const agents = useMemo(() => subAgents(model), [model]);
  const toggleFold = (at: number): void => folding.fold([at], !folding.folded.has(at));
  useOfferCommand(
    'graph.fold',
    step !== undefined && hasStepsBelow(model, step) ? () => toggleFold(step) : undefined,
  );
  const canFoldAgents = agents.length > 0;
  useOfferCommand(
    'graph.fold-agents',
    canFoldAgents
      ? () =>
          folding.fold(
            agents,
            agents.some((agent) => !folding.folded.has(agent)),
          )
      : undefined,
  );
  useOfferCommand('graph.index-names', () => setNaming(true));

  const drawing = (
    <GraphCanvas
      session={session.id}
      model={model}
      name={`graph:${session.id}:${model.graph.axis}`}
      hidden={hidden}
      selected={selected}
      group={group}
      pair={pair}
      naive={naive}
      handle={handle}
      onPick={pick}
      onOpen={(node) => {
        const own = model.graph.step[node] as number;
        if (own !== NONE && hasStepsBelow(model, own)) toggleFold(own);
      }}
    />
  );
  const pins = people.pins.length + people.assumedParents.length;
  return (
    <main className="wm-graph">
      <h1 className="wm-spoken">Graph</h1>
      <GraphToolbar
        session={session}
        questions={session.questionCount}
        isNaive={isNaive}
        onNaive={() => setTab(isNaive ? 'questions' : 'naive')}
        onQuestions={() => toQuestion(0)}
      />
      <SplitPane
        {...side}
        label="width of the graph"
        direction={narrow ? 'column' : 'row'}
        first={
          <SplitPane
            {...below}
            label="height of the drawing"
            direction="column"
            first={
              <div className="wm-graph-stage">
                <Legend
                  counts={model.counts}
                  hidden={hidden}
                  onToggle={(basis) => setHidden((now) => toggled(now, basis))}
                  overlaps={session.overlapCount}
                  ghosts={model.ghosts.length}
                />
                {drawing}
              </div>
            }
            second={
              model.graph.tree.step.length === 0 ? (
                <EmptyState title="No steps" glyph="hollow">
                  Nothing in this session is a turn, a model call, a tool call or an agent: it can be looked
                  at, not replayed.
                </EmptyState>
              ) : (
                <StepGrid
                  session={session.id}
                  model={model}
                  selected={step}
                  folding={folding}
                  onSelect={select}
                />
              )
            }
          />
        }
        second={
          <div className="wm-graph-side">
            <Tabs
              label="Panel"
              tabs={[
                { id: 'questions', label: 'Questions', count: session.questionCount },
                { id: 'step', label: 'Step' },
                { id: 'assumptions', label: 'Assumptions', count: pins },
                { id: 'naive', label: 'Naive view' },
              ]}
              chosen={tab}
              onChoose={(id) => setTab(id as Tab)}
            >
              {tab === 'questions' ? (
                <QuestionPanel
                  session={session.id}
                  model={model}
                  questions={questions}
                  all={session.questionCount}
                  ordering={ordering}
                  onOrdering={setOrdering}
                  onShow={(to) => {
                    const node = model.nodeOfStep[to] ?? NONE;
                    if (node !== NONE) handle.current?.centre(node);
                  }}
                />
              ) : tab === 'step' ? (
                <StepPane session={session.id} step={step} row={row} />
              ) : tab === 'assumptions' ? (
                <Assumptions
                  session={session.id}
                  assumes={session.assumes}
                  model={model}
                  onNames={() => setNaming(true)}
                />
              ) : (
                <NaivePanel session={session.id} model={model} />
              )}
            </Tabs>
          </div>
        }
      />
      {isNaming ? <IndexNames onClose={() => setNaming(false)} /> : undefined}
    </main>
  );
}

function nodeOf(model: GraphModel, step: number | undefined, row: number | undefined): number | undefined {
  const node = row !== undefined ? nodeOfRow(model, row) : (model.nodeOfStep[step ?? NONE] ?? NONE);
  return node === NONE ? undefined : node;
}

function pairOf(
  { nodeOfStep }: GraphModel,
  a: number | undefined,
  b: number | undefined,
): readonly [number, number] | undefined {
  const [first, second] = [nodeOfStep[a ?? NONE] ?? NONE, nodeOfStep[b ?? NONE] ?? NONE];
  return first === NONE || second === NONE ? undefined : [first, second];
}

function toggled(hidden: ReadonlySet<Basis>, basis: Basis): ReadonlySet<Basis> {
  const next = new Set(hidden);
  if (!next.delete(basis)) next.add(basis);
  return next;
}

/** Questions stand in the order of the open pairs. */
function firstQuestionOf({ graph, groupOf }: GraphModel, group: OpenGroup): number | undefined {
  return graph.openQuestion[graph.openA.findIndex((node) => groupOf[node] === group.index)];
}
