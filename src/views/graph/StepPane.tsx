import type { ReactNode } from 'react';
import { formatCount, formatPlural, formatSize } from '../../lib/format-size.ts';
import type { EdgeRow, SpanDetail, StepDetail } from '../../queries/answers.ts';
import { useGo, useHref } from '../../queries/use-route.ts';
import { useSpan, useStep } from '../../queries/use-verdicts.ts';
import { Chip } from '../../ui/Chip.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { EvidenceText } from '../../ui/EvidenceText.tsx';
import { BASIS_LOOK } from './basis-look.ts';
import { KindGlyph } from './KindGlyph.tsx';
import { BasisLine } from './Legend.tsx';
import { WHY_WORDS } from './QuestionCard.tsx';
import { Reach } from './Reach.tsx';
import { durationOf } from './StepGrid.tsx';

interface Props {
  readonly session: string;
  readonly step: number | undefined;
  /** Row of a span that is no step. */
  readonly row: number | undefined;
}

/** Everything about the selected step: what stands before and after it and why, what is open, and its own bytes. */
export function StepPane({ session, step, row }: Props): ReactNode {
  const stepAnswer = useStep(session, step);
  const spanAnswer = useSpan(session, step === undefined ? row : undefined);
  const error = stepAnswer.error ?? spanAnswer.error;
  if (error !== null) {
    return (
      <EmptyState title="It cannot be read" glyph="error">
        {error.message}
      </EmptyState>
    );
  }
  if (step === undefined && row === undefined) {
    return (
      <EmptyState title="No step is selected">
        Click a step in the graph, or choose one in the tree.
      </EmptyState>
    );
  }
  const span = step === undefined ? spanAnswer.data : (stepAnswer.data?.span ?? undefined);
  if (step === undefined) {
    return span === undefined ? (
      <EmptyState title="Reading the span…" />
    ) : (
      <SpanPart span={span} isAlone={true} />
    );
  }
  const detail = stepAnswer.data;
  if (detail === undefined) return <EmptyState title="Reading the step…" />;
  return (
    <div className="wm-step-pane">
      <StepHead detail={detail} />
      <Edges
        title="Before it"
        edges={detail.before}
        count={detail.beforeCount}
        none="Nothing is known to stand before it."
      />
      <Edges
        title="After it"
        edges={detail.after}
        count={detail.afterCount}
        none="Nothing is known to stand after it."
      />
      {detail.questions.length === 0 ? undefined : <OpenWith detail={detail} />}
      {detail.row.kind === 'tool' ? <Reach session={session} step={detail.row.step} /> : undefined}
      {span === undefined ? (
        <p className="wm-soft">Only a call log knows this step: no span carries it.</p>
      ) : (
        <SpanPart span={span} isAlone={false} />
      )}
    </div>
  );
}

function StepHead({ detail: { row } }: { readonly detail: StepDetail }): ReactNode {
  return (
    <header className="wm-step-head">
      <h2>
        <KindGlyph kind={row.kind} /> <EvidenceText text={row.name} look="name" />
      </h2>
      <p className="wm-soft">
        {row.kind}
        {row.turn === null ? '' : `, turn ${row.turn}`}
        {row.agent === null ? undefined : (
          <>
            , agent <EvidenceText text={row.agent} look="name" />
          </>
        )}
        {`, ${row.startNs === null ? 'no start' : `starts at ${durationOf(row.startNs)}`}, ${
          row.durationNs === null ? 'its end is unknown' : `lasts ${durationOf(row.durationNs)}`
        }`}
      </p>
      <p>
        <EvidenceText text={row.relation} look="wrap" />
      </p>
      {row.orphan ? (
        <Chip tone="warn" glyph="broken">
          orphan: its parent is not in the data
        </Chip>
      ) : undefined}
    </header>
  );
}

interface EdgesProps {
  readonly title: string;
  readonly edges: readonly EdgeRow[];
  /** With those that are not listed. */
  readonly count: number;
  readonly none: string;
}

function Edges({ title, edges, count, none }: EdgesProps): ReactNode {
  const go = useGo();
  return (
    <section className="wm-step-edges" aria-label={title}>
      <h3>{title}</h3>
      {edges.length === 0 ? <p className="wm-soft">{none}</p> : undefined}
      <ul>
        {edges.map((edge) => (
          <li key={`${edge.step}:${edge.basis}:${edge.order}`}>
            <span className="wm-step-edge-head">
              <BasisLine basis={edge.basis} />
              <span className="wm-step-basis" title={BASIS_LOOK[edge.basis].said}>
                {BASIS_LOOK[edge.basis].word}
              </span>
              <button
                type="button"
                className="wm-link"
                onClick={() => go({ selection: { is: 'step', step: edge.step } })}
              >
                <EvidenceText text={edge.name} look="name" />
              </button>
              <span className="wm-soft">{edge.order}</span>
            </span>
            <span className="wm-soft">
              <EvidenceText text={edge.why} look="wrap" />
            </span>
          </li>
        ))}
      </ul>
      <More listed={edges.length} count={count} />
    </section>
  );
}

function More({ listed, count }: { readonly listed: number; readonly count: number }): ReactNode {
  return count > listed ? <p className="wm-soft">and {formatCount(count - listed)} more</p> : undefined;
}

function OpenWith({ detail }: { readonly detail: StepDetail }): ReactNode {
  const go = useGo();
  const self = detail.row.step;
  return (
    <section className="wm-step-edges" aria-label="Open questions">
      <h3>Open with {formatPlural(detail.questionCount, 'other step')}</h3>
      <ul>
        {detail.questions.map((question) => {
          const other = question.a.step === self ? question.b : question.a;
          return (
            <li key={other.id}>
              <span className="wm-step-edge-head">
                <span className="wm-question-mark">?</span>
                <button
                  type="button"
                  className="wm-link"
                  onClick={() => go({ selection: { is: 'question', a: question.a.id, b: question.b.id } })}
                >
                  <EvidenceText text={other.name} look="name" />
                </button>
                <span className="wm-soft">{WHY_WORDS[question.why]}</span>
              </span>
            </li>
          );
        })}
      </ul>
      <More listed={detail.questions.length} count={detail.questionCount} />
    </section>
  );
}

function SpanPart({ span, isAlone }: { readonly span: SpanDetail; readonly isAlone: boolean }): ReactNode {
  const href = useHref();
  const place = href({ screen: 'ledger', selection: { is: 'raw', path: span.file, byte: span.byte } });
  const facts: readonly (readonly [string, string | null])[] = [
    ['span id', span.spanId],
    ['trace id', span.traceId],
    ['parent id', span.parentId],
    ['service', span.service],
  ];
  return (
    <div className={isAlone ? 'wm-step-pane' : 'wm-step-span'}>
      {isAlone ? (
        <header className="wm-step-head">
          <h2>
            <EvidenceText text={span.name} look="name" />
          </h2>
          <p className="wm-soft">A span that is no step of the agent: it is drawn and asks no question.</p>
        </header>
      ) : undefined}
      <h3>In the file</h3>
      <p>
        <a href={place}>
          <EvidenceText text={span.file} look="name" />
          {span.line === null ? '' : `, line ${span.line}`}, byte {span.byte}
        </a>
      </p>
      <dl className="wm-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="wm-mono">
              {value === null || value === '' ? (
                <span className="wm-soft">none</span>
              ) : (
                <>
                  <EvidenceText text={value} />
                  <CopyButton text={value} label={`copy the ${name}`} />
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <h3>{formatPlural(span.attributes.length, 'attribute')}</h3>
      <dl className="wm-facts">
        {span.attributes.map(({ key, value }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a key may stand twice in a hostile span; the place names it
          <div key={i}>
            <dt>
              <EvidenceText text={key} look="name" />
            </dt>
            <dd>
              <EvidenceText text={value} look="block" />
            </dd>
          </div>
        ))}
      </dl>
      <details className="wm-step-raw">
        <summary>Its own bytes, {formatSize(span.raw.bytes)}</summary>
        <EvidenceText text={span.raw.text} look="block" />
        {span.raw.cut ? (
          <p className="wm-soft">
            Cut here; <a href={place}>the whole of it</a> is in the ledger.
          </p>
        ) : undefined}
      </details>
    </div>
  );
}
