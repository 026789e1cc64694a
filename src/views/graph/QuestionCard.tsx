import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formatDuration, parseNanos } from '../../lib/nanos.ts';
import type { QuestionRow, StepRow } from '../../queries/answers.ts';
import { useCaseScope } from '../../queries/case-scope.ts';
import { useOfferCommand } from '../../queries/use-command.ts';
import { usePeopleActions } from '../../queries/use-people.ts';
import { usePinEffect } from '../../queries/use-verdicts.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { EvidenceText } from '../../ui/EvidenceText.tsx';
import { KeyHint } from '../../ui/KeyHint.tsx';
import { useSay } from '../../ui/Toaster.tsx';
import { KindGlyph } from './KindGlyph.tsx';
import { PinPreview } from './PinPreview.tsx';
import { previewPin } from './preview-pin.ts';
import { durationOf } from './StepGrid.tsx';

interface Props {
  readonly session: string;
  readonly question: QuestionRow;
  readonly onShow: (step: number) => void;
  readonly onOrderGroup: (() => void) | undefined;
}

export const WHY_WORDS: Readonly<Record<QuestionRow['why'], string>> = {
  overlap: 'they overlap in time',
  tie: 'they start at one instant',
  'no-witness': 'nothing saw which was first',
  race: 'both touch one resource',
};

/** One question: what is open, why it matters, and the two answers with what each would do. */
export function QuestionCard({ session, question, onShow, onOrderGroup }: Props): ReactNode {
  const { readOnly } = useCaseScope();
  const { pin } = usePeopleActions();
  const say = useSay();
  const [reason, setReason] = useState('');
  const { a, b } = question;
  const aFirst = usePinEffect(session, previewPin(session, [[a.id, b.id]]));
  const bFirst = usePinEffect(session, previewPin(session, [[b.id, a.id]]));
  const effects = {
    a: aFirst.isPlaceholderData ? undefined : aFirst.data,
    b: bFirst.isPlaceholderData ? undefined : bFirst.data,
  };
  const [answer, setAnswer] = useState<'a' | 'b' | undefined>(undefined);
  const effect = answer === undefined ? undefined : effects[answer];
  const act = useRef<() => void>(() => undefined);
  act.current = () => {
    const [first, second] = answer === 'a' ? [a, b] : [b, a];
    setAnswer(undefined);
    if (effect?.is !== 'accepted') return;
    void pin([{ before: first.id, after: second.id, session, reason: reason.trim() }], 'pin an order').then(
      () => say(`Assumed: ${first.name} before ${second.name}.`, 'note'),
      (error: unknown) => say(error instanceof Error ? error.message : String(error), 'bad'),
    );
  };
  // an answer waits until it is known that it closes no cycle
  useEffect(() => {
    if (effect !== undefined) act.current();
  }, [effect]);

  const possible = (side: 'a' | 'b'): boolean => !readOnly && effects[side]?.is !== 'refused';
  useOfferCommand('graph.pin-a-first', possible('a') ? () => setAnswer('a') : undefined);
  useOfferCommand('graph.pin-b-first', possible('b') ? () => setAnswer('b') : undefined);
  useOfferCommand('graph.order-group', onOrderGroup);

  return (
    <section
      className="wm-question"
      aria-label="The question"
      onKeyDown={(event) => {
        const isTyping = event.target instanceof HTMLInputElement;
        const side = event.key === '1' ? 'a' : event.key === '2' ? 'b' : undefined;
        if (side === undefined || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
        // the digits are the screens elsewhere
        event.preventDefault();
        if (possible(side)) setAnswer(side);
      }}
    >
      <h2>Which came first?</h2>
      <p className="wm-question-said">
        <EvidenceText text={question.said} look="wrap" />
      </p>
      <div className="wm-question-answers">
        {(['a', 'b'] as const).map((side, i) => {
          const step = question[side];
          return (
            <div className="wm-question-answer" key={side}>
              <button
                type="button"
                className="wm-answer"
                disabled={!possible(side)}
                onClick={() => setAnswer(side)}
                aria-keyshortcuts={`${i + 1} Shift+${side.toUpperCase()}`}
              >
                <span className="wm-answer-head">
                  <KeyHint keys={String(i + 1)} />
                  <KindGlyph kind={step.kind} />
                  <EvidenceText text={step.name} look="name" />
                  <span className="wm-soft">first</span>
                </span>
                <span className="wm-soft wm-answer-place">{placeOf(step)}</span>
              </button>
              <PinPreview effect={effects[side]} />
              <Button look="quiet" onClick={() => onShow(step.step)}>
                Show it
              </Button>
            </div>
          );
        })}
      </div>
      <label className="wm-field">
        <span>Why you assume it (kept with the pin)</span>
        <input value={reason} onChange={(event) => setReason(event.target.value)} disabled={readOnly} />
      </label>
      <div className="wm-question-foot">
        {onOrderGroup === undefined ? undefined : (
          <Button glyph="down" onClick={onOrderGroup} disabled={readOnly}>
            Order all open steps of this context…
          </Button>
        )}
        <Chip tone="warn" glyph="question">
          {question.order === 'effect' ? 'effect order' : 'observation order'}: {WHY_WORDS[question.why]}
          {overlapWords(question)}
        </Chip>
      </div>
      <dl className="wm-question-more">
        <div>
          <dt>A naive tool</dt>
          <dd>{naiveOf(question)}</dd>
        </div>
        <div>
          <dt>What would answer it</dt>
          <dd>
            <EvidenceText text={question.cure} look="wrap" />
          </dd>
        </div>
      </dl>
    </section>
  );
}

const placeOf = (step: StepRow): string =>
  [
    step.agent ?? '',
    step.turn === null ? '' : `turn ${step.turn}`,
    step.startNs === null ? 'no start' : `at ${durationOf(step.startNs)}`,
    step.durationNs === null ? 'end unknown' : `for ${durationOf(step.durationNs)}`,
  ]
    .filter((part) => part !== '')
    .join(' · ');

function overlapWords({ overlapNs }: QuestionRow): string {
  const ns = overlapNs === null ? undefined : parseNanos(overlapNs);
  return ns === undefined || ns === 0n ? '' : ` (${formatDuration(ns)})`;
}

/** Said beside the truth, so that a difference to another tool is understood (design.md 5.5). */
function naiveOf({ a, b }: QuestionRow): ReactNode {
  const [from, to] = [a.startNs, b.startNs].map((text) => (text === null ? undefined : parseNanos(text)));
  if (from === undefined || to === undefined) return 'has no start times to sort by here.';
  if (from === to) {
    return 'sorts by start time and finds a tie; what it then puts first is chance: file order, span id, or the sort itself.';
  }
  const [first, by] = from < to ? [a, to - from] : [b, from - to];
  return (
    <>
      sorts by start time and puts <EvidenceText text={first.name} look="name" /> first, by{' '}
      {formatDuration(by as NonNullable<typeof from>)}. A clock did not see which result the model read first.
    </>
  );
}
