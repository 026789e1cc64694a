import type { ReactNode } from 'react';
import { formatPlural } from '../../lib/format-size.ts';
import { formatDuration, nanos } from '../../lib/nanos.ts';
import { BASES, type Basis } from '../../model/order.ts';
import { NONE } from '../../model/span-table.ts';
import { NODE_FLAG, NODE_KINDS } from '../../queries/answers.ts';
import { useStep } from '../../queries/use-verdicts.ts';
import { EvidenceText } from '../../ui/EvidenceText.tsx';
import { BASIS_LOOK } from './basis-look.ts';
import type { Picked } from './draw-graph.ts';
import type { GraphModel } from './graph-model.ts';
import { BasisLine } from './Legend.tsx';

interface Props {
  readonly session: string;
  readonly model: GraphModel;
  readonly picked: Picked;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const FLAG_WORDS: readonly (readonly [flag: number, said: string])[] = [
  [NODE_FLAG.question, 'its order to others is open'],
  [NODE_FLAG.overlap, 'overlaps a sibling in time'],
  [NODE_FLAG.orphan, 'its parent is not in the data'],
  [NODE_FLAG.conflict, 'witnesses of its order contradict'],
  [NODE_FLAG.endUnknown, 'its end is unknown'],
  [NODE_FLAG.noTime, 'it has no start in the file'],
];

/** What the pointer is on; the detail pane says the rest. */
export function NodeTip({ session, model, picked, x, y, width, height }: Props): ReactNode {
  const place = {
    left: x > width - 300 ? undefined : x + 14,
    right: x > width - 300 ? width - x + 8 : undefined,
    top: y > height - 90 ? undefined : y + 14,
    bottom: y > height - 90 ? height - y + 8 : undefined,
  };
  return (
    <div className="wm-graph-tip" style={place} aria-hidden="true">
      {picked.is === 'group' ? (
        <p>{picked.group.nodes.length} unordered steps: click to order them</p>
      ) : picked.is === 'edge' ? (
        <EdgeWords session={session} model={model} edge={picked.edge} />
      ) : (
        <NodeWords model={model} node={picked.node} />
      )}
    </div>
  );
}

/** Why an edge is there, in the words of the rule that found it. */
function EdgeWords({
  session,
  model: { graph },
  edge,
}: {
  readonly session: string;
  readonly model: GraphModel;
  readonly edge: number;
}): ReactNode {
  const [from, to] = [graph.edgeFrom[edge] as number, graph.edgeTo[edge] as number];
  const basis = BASES[graph.edgeBasis[edge] as number] as Basis;
  const ends = [graph.step[from] as number, graph.step[to] as number] as const;
  const isFolded = (graph.inside[from] as number) + (graph.inside[to] as number) > 0;
  const { data } = useStep(session, isFolded || ends[1] === NONE ? undefined : ends[1]);
  const why = data?.before.find((one) => one.step === ends[0] && one.basis === basis)?.why;
  const nameOf = (node: number): string => graph.labels[graph.label[node] as number] ?? '';
  return (
    <>
      <p className="wm-step-edge-head">
        <EvidenceText text={nameOf(from)} look="name" />
        <BasisLine basis={basis} />
        <EvidenceText text={nameOf(to)} look="name" />
      </p>
      <p className="wm-soft">
        {BASIS_LOOK[basis].word}:{' '}
        {why === undefined ? BASIS_LOOK[basis].said : <EvidenceText text={why} look="wrap" />}
      </p>
    </>
  );
}

function NodeWords({
  model: { graph },
  node,
}: {
  readonly model: GraphModel;
  readonly node: number;
}): ReactNode {
  const kind = NODE_KINDS[graph.kind[node] as number] ?? 'span';
  const name = graph.labels[graph.label[node] as number] ?? '';
  const flags = graph.flags[node] as number;
  const inside = graph.inside[node] as number;
  if (kind === 'ghost') {
    return (
      <p>
        A span <EvidenceText text={name} look="name" /> is named as parent and is not in the data.
      </p>
    );
  }
  const length = Math.round((graph.x1[node] as number) - (graph.x0[node] as number));
  const hasTime = graph.axis === 'time' && (flags & (NODE_FLAG.endUnknown | NODE_FLAG.noTime)) === 0;
  return (
    <>
      <p>
        <EvidenceText text={name} look="name" />
      </p>
      <p className="wm-soft">
        {graph.step[node] === NONE ? 'a span that is no step' : kind}
        {hasTime ? `, ${formatDuration(nanos(BigInt(length)))}` : ''}
        {inside > 0 ? `; ${formatPlural(inside, 'step')} folded into it` : ''}
        {FLAG_WORDS.filter(([flag]) => (flags & flag) !== 0).map(([, said]) => `; ${said}`)}
      </p>
    </>
  );
}
