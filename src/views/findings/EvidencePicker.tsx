import { type ReactNode, useCallback, useState } from 'react';
import { formatCount } from '../../lib/format-size.ts';
import type { EvidenceLink } from '../../model/people.ts';
import type { InputSummary } from '../../queries/answers.ts';
import { callLink, decisionLink, nameOf, stepLink } from '../../queries/use-evidence.ts';
import { useCallRows, useQuestionRows, useStepRows } from '../../queries/use-rows.ts';
import { useCurrentSession, useDecisions, useOverview } from '../../queries/use-verdicts.ts';
import { SEVERITY_LOOK, VERDICT_LOOK } from '../../queries/words.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { EvidenceText } from '../../ui/EvidenceText.tsx';
import { Glyph } from '../../ui/Glyph.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { VirtualList } from '../../ui/VirtualList.tsx';

interface Props {
  readonly onPick: (link: EvidenceLink) => void;
  readonly has: (link: EvidenceLink) => boolean;
  readonly onClose: () => void;
}

const KINDS = [
  { id: 'calls', label: 'Calls' },
  { id: 'spans', label: 'Spans' },
  { id: 'questions', label: 'Order questions' },
  { id: 'decisions', label: 'Decisions' },
  { id: 'inputs', label: 'Files' },
] as const;
type Kind = (typeof KINDS)[number]['id'];

/** Everything of the session that a finding can rest on; double click or Enter adds, the dialog stays. */
export function EvidencePicker({ onPick, has, onClose }: Props): ReactNode {
  const [kind, setKind] = useState<Kind>('calls');
  return (
    <Dialog
      title="Add evidence"
      width="wide"
      onClose={onClose}
      foot={<Button onClick={onClose}>Done</Button>}
    >
      <div className="wm-picker">
        <Tabs label="Kind of evidence" tabs={KINDS} chosen={kind} onChoose={setKind}>
          <Choices key={kind} kind={kind} onPick={onPick} has={has} />
        </Tabs>
      </div>
    </Dialog>
  );
}

interface Choice {
  readonly link: EvidenceLink;
  /** Said beside the name. */
  readonly more: string;
}

interface ChoicesProps {
  readonly kind: Kind;
  readonly onPick: (link: EvidenceLink) => void;
  readonly has: (link: EvidenceLink) => boolean;
}

function Choices({ kind, onPick, has }: ChoicesProps): ReactNode {
  const [range, setRange] = useState({ from: 0, to: 30 });
  const [active, setActive] = useState<number | undefined>(undefined);
  const onRange = useCallback((from: number, to: number) => setRange({ from, to }), []);
  const { total, choice } = useChoices(kind, range);
  if (total === 0) return <EmptyState title="There is none in this session" />;
  const pick = (row: number): void => {
    const picked = choice(row);
    if (picked !== undefined) onPick(picked.link);
  };
  return (
    <VirtualList
      label="Evidence"
      count={total}
      rowHeight={28}
      active={active}
      onActive={setActive}
      onOpen={pick}
      onRange={onRange}
      item={(row) => {
        const shown = choice(row);
        if (shown === undefined) return '…';
        return (
          <div className="wm-picker-item">
            <span className="wm-picker-number">{formatCount(row + 1)}</span>
            <EvidenceText text={nameOf(shown.link)} look="name" />
            <span className="wm-soft wm-picker-more">
              <EvidenceText text={shown.more} />
            </span>
            {has(shown.link) ? (
              <span className="wm-picker-has">
                <Glyph name="check" /> added
              </span>
            ) : (
              <button
                type="button"
                className="wm-button wm-button-quiet"
                tabIndex={-1}
                onClick={() => pick(row)}
              >
                <Glyph name="plus" /> Add
              </button>
            )}
          </div>
        );
      }}
    />
  );
}

function useChoices(
  kind: Kind,
  { from, to }: { readonly from: number; readonly to: number },
): { readonly total: number; readonly choice: (row: number) => Choice | undefined } {
  const session = useCurrentSession()?.id;
  const only = (wanted: Kind): string | undefined => (kind === wanted ? session : undefined);
  const calls = useCallRows(only('calls'), from, to);
  const steps = useStepRows(only('spans'), from, to);
  const questions = useQuestionRows(only('questions'), from, to);
  const decisions = useDecisions(only('decisions')).data;
  const { data: overview } = useOverview();
  if (session === undefined) return { total: 0, choice: () => undefined };
  const of = <T,>(row: T | undefined, choice: (row: T) => Choice | undefined): Choice | undefined =>
    row === undefined ? undefined : choice(row);
  switch (kind) {
    case 'calls':
      return {
        total: calls.total,
        choice: (at) =>
          of(calls.row(at), (call) => ({
            link: callLink(session, at, call),
            more: VERDICT_LOOK[call.verdict].word,
          })),
      };
    case 'spans':
      return {
        total: steps.total,
        choice: (at) => of(steps.row(at), (row) => ({ link: stepLink(session, row), more: row.relation })),
      };
    case 'questions':
      return {
        total: questions.total,
        choice: (at) =>
          of(questions.row(at), (row) => ({
            link: { is: 'question', session, a: row.a.id, b: row.b.id },
            more: `${row.a.name} or ${row.b.name}`,
          })),
      };
    case 'decisions': {
      const all = (decisions?.logs ?? []).flatMap((log) =>
        log.decisions.map((decision, index) => ({ input: log.input, index, said: decision.said })),
      );
      return {
        total: all.length,
        choice: (at) =>
          of(all[at], ({ input, index, said }) => {
            const link = decisions === undefined ? undefined : decisionLink(session, input, index, decisions);
            return link === undefined ? undefined : { link, more: said };
          }),
      };
    }
    case 'inputs': {
      const inputs = overview?.inputs ?? [];
      return {
        total: inputs.length,
        choice: (at) =>
          of(inputs[at], (input) => ({
            link: { is: 'input', path: input.path },
            more: worstOf(input.problemCounts),
          })),
      };
    }
  }
}

function worstOf(counts: InputSummary['problemCounts']): string {
  const worst = (['error', 'warning', 'info'] as const).find((severity) => counts[severity] > 0);
  return worst === undefined ? '' : SEVERITY_LOOK[worst].word;
}
