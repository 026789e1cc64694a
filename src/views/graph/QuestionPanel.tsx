import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format-size.ts';
import { NONE } from '../../model/span-table.ts';
import type { QuestionRow } from '../../queries/answers.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { EvidenceText } from '../../ui/EvidenceText.tsx';
import { VirtualList } from '../../ui/VirtualList.tsx';
import type { GraphModel } from './graph-model.ts';
import { OrderGroup } from './OrderGroup.tsx';
import type { OpenGroup } from './open-groups.ts';
import { QuestionCard, WHY_WORDS } from './QuestionCard.tsx';
import type { Questions } from './use-questions.ts';

interface Props {
  readonly session: string;
  readonly model: GraphModel;
  readonly questions: Questions;
  /** How many there are; the list stops at a limit. */
  readonly all: number;
  /** The open steps that are being ordered in one gesture; undefined: one question at a time. */
  readonly ordering: OpenGroup | undefined;
  readonly onOrdering: (group: OpenGroup | undefined) => void;
  readonly onShow: (step: number) => void;
}

/** All that is open, and the place where it is answered. */
export function QuestionPanel({
  session,
  model,
  questions,
  all,
  ordering,
  onOrdering,
  onShow,
}: Props): ReactNode {
  const { total, current, index } = questions;
  if (ordering !== undefined) {
    return (
      <OrderGroup session={session} model={model} group={ordering} onDone={() => onOrdering(undefined)} />
    );
  }
  if (total === 0) {
    if (questions.waiting) return <EmptyState title="Reading the questions…" />;
    return (
      <EmptyState title="No order question is open" glyph="check">
        Every pair of steps that needs a witness has one, or was pinned as an assumption.
      </EmptyState>
    );
  }
  const group = current === undefined ? undefined : groupOf(model, current);
  return (
    <div className="wm-questions">
      {current === undefined ? (
        <EmptyState title="Reading the question…" />
      ) : (
        <QuestionCard
          key={`${current.a.id} ${current.b.id}`}
          session={session}
          question={current}
          onShow={onShow}
          onOrderGroup={group === undefined ? undefined : () => onOrdering(group)}
        />
      )}
      {all > total ? (
        <p className="wm-questions-more wm-soft">
          The first {formatCount(total)} of {formatCount(all)} questions are listed; each answer lets others
          move up.
        </p>
      ) : undefined}
      <div className="wm-questions-list">
        <VirtualList
          label={`Open order questions, ${formatCount(all)}`}
          count={total}
          rowHeight={44}
          active={index}
          onActive={questions.choose}
          onRange={questions.setRange}
          item={(row) => <QuestionItem question={questions.row(row)} place={row} />}
        />
      </div>
    </div>
  );
}

export function groupOf(model: GraphModel, { a }: QuestionRow): OpenGroup | undefined {
  const node = model.nodeOfStep[a.step] ?? NONE;
  // folded away: the node stands for more than this step
  if (model.graph.step[node] !== a.step) return undefined;
  return model.openGroups[model.groupOf[node] ?? NONE];
}

function QuestionItem({
  question,
  place,
}: {
  readonly question: QuestionRow | undefined;
  readonly place: number;
}): ReactNode {
  if (question === undefined) return <span className="wm-soft">…</span>;
  return (
    <span className="wm-question-item">
      <span className="wm-question-pair">
        <span className="wm-soft wm-number">{formatCount(place + 1)}</span>
        <EvidenceText text={question.a.name} look="name" />
        <span className="wm-question-mark">?</span>
        <EvidenceText text={question.b.name} look="name" />
      </span>
      <span className="wm-soft wm-cut">
        {question.a.turn === null ? '' : `turn ${question.a.turn}, `}
        {WHY_WORDS[question.why]}
      </span>
    </span>
  );
}
