import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useState } from 'react';
import { formatPlural } from '../../lib/format-size.ts';
import { NONE } from '../../model/span-table.ts';
import type { StepRow } from '../../queries/answers.ts';
import { useCaseScope } from '../../queries/case-scope.ts';
import { usePeopleActions } from '../../queries/use-people.ts';
import { usePinEffect } from '../../queries/use-verdicts.ts';
import { Button } from '../../ui/Button.tsx';
import { EvidenceText } from '../../ui/EvidenceText.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { KeyHint } from '../../ui/KeyHint.tsx';
import { useSay } from '../../ui/Toaster.tsx';
import { VirtualList } from '../../ui/VirtualList.tsx';
import type { GraphModel } from './graph-model.ts';
import { KindGlyph } from './KindGlyph.tsx';
import type { OpenGroup } from './open-groups.ts';
import { moveWithin, type Section } from './order-sections.ts';
import { PinPreview } from './PinPreview.tsx';
import { previewPin } from './preview-pin.ts';
import { durationOf } from './StepGrid.tsx';
import { useStepsAt } from './use-steps-at.ts';

interface Props {
  readonly session: string;
  readonly model: GraphModel;
  readonly group: OpenGroup;
  readonly onDone: () => void;
}

type Line =
  | { readonly is: 'head'; readonly section: number }
  | { readonly is: 'step'; readonly section: number; readonly at: number; readonly node: number };

/** A preview is asked for when the hand rests. */
const REST_MS = 200;

/**
 * All open steps of a context in one list: dragged, or moved by keys, into an order, and accepted in one gesture that
 * is one undo. Groups that the evidence sets apart stay apart.
 */
export function OrderGroup({ session, model, group, onDone }: Props): ReactNode {
  const { readOnly } = useCaseScope();
  const { pin } = usePeopleActions();
  const say = useSay();
  const [sections, setSections] = useState<readonly Section[]>(() => sectionsOf(model, group));
  const lines = useMemo(() => linesOf(sections), [sections]);
  const [active, setActive] = useState(1);
  const [dragged, setDragged] = useState<number | undefined>(undefined);
  const [reason, setReason] = useState('');
  const [range, setRange] = useState({ from: 0, to: 40 });
  const rowOf = (node: number): number => model.rowOfStep[model.graph.step[node] as number] ?? NONE;
  // the ids of all are needed for the pins
  const rows = useMemo(
    () =>
      sections.flatMap(({ nodes }) =>
        nodes.map((node) => model.rowOfStep[model.graph.step[node] as number] ?? NONE),
      ),
    [sections, model],
  );
  const stepAt = useStepsAt(session, rows);
  const rowAt = (node: number): StepRow | undefined => stepAt(rowOf(node));

  const pairs = pairsOf(sections, rowAt);
  const pairsKey = JSON.stringify(pairs);
  const [rested, setRested] = useState<string | undefined>(undefined);
  useEffect(() => {
    const timer = setTimeout(() => setRested(pairsKey), REST_MS);
    return () => clearTimeout(timer);
  }, [pairsKey]);
  const asked = useMemo(
    () => (rested === undefined ? undefined : (JSON.parse(rested) as typeof pairs)),
    [rested],
  );
  const preview = usePinEffect(
    session,
    asked === undefined || asked.length === 0 ? undefined : previewPin(session, asked),
  );
  const isCurrent = rested === pairsKey && !preview.isPlaceholderData;
  const effect = isCurrent ? preview.data : undefined;

  const move = (line: number, to: number): void => {
    const moved = moveWithin(sections, lines[line], lines[to]);
    if (moved === undefined) return;
    setSections(moved);
    setActive(to);
  };
  const press = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (by !== 0 && event.altKey) {
      event.preventDefault();
      event.stopPropagation();
      move(active, active + by);
    }
    if (event.key === 'Escape') onDone();
  };
  const count = sections.reduce((sum, { nodes }) => sum + nodes.length, 0);
  const accept = (): void => {
    const label = `order ${formatPlural(count, 'step')}`;
    const made = pairs.map(([before, after]) => ({ before, after, session, reason: reason.trim() }));
    void pin(made, label).then(
      () => {
        say(`Assumed: the order of ${formatPlural(count, 'step')}, in one gesture.`, 'note');
        onDone();
      },
      (error: unknown) => say(error instanceof Error ? error.message : String(error), 'bad'),
    );
  };

  return (
    <section className="wm-ordering" aria-label="Order a group" onKeyDownCapture={press}>
      <h2>Order {formatPlural(count, 'open step')}</h2>
      <p className="wm-soft">
        Drag them, or move the chosen one with <KeyHint keys="alt+arrowup" /> <KeyHint keys="alt+arrowdown" />
        . The list begins as it is drawn, which is no order. It becomes {formatPlural(pairs.length, 'pin')},
        one undo.
      </p>
      <div className="wm-ordering-list">
        <VirtualList
          label="Steps in the order you assume, first to last"
          count={lines.length}
          rowHeight={34}
          active={active}
          onActive={setActive}
          onRange={(from, to) => setRange((now) => (now.from === from && now.to === to ? now : { from, to }))}
          item={(index) => {
            const line = lines[index];
            if (line === undefined) return undefined;
            if (line.is === 'head') return <SectionHead section={sections[line.section]} rowAt={rowAt} />;
            return (
              // biome-ignore lint/a11y/noStaticElementInteractions: dragging is the mouse's way; keys move the list's active row
              <span
                className={`wm-ordering-step${dragged === index ? ' wm-dragged' : ''}`}
                draggable={true}
                onDragStart={(event) => {
                  event.dataTransfer.effectAllowed = 'move';
                  event.dataTransfer.setData('text/plain', String(index));
                  setDragged(index);
                  setActive(index);
                }}
                onDragOver={(event) => {
                  if (dragged === undefined) return;
                  event.preventDefault();
                  if (dragged === index || moveWithin(sections, lines[dragged], line) === undefined) return;
                  move(dragged, index);
                  setDragged(index);
                }}
                onDrop={(event) => event.preventDefault()}
                onDragEnd={() => setDragged(undefined)}
              >
                <span className="wm-number wm-soft">{line.at + 1}</span>
                <span className="wm-ordering-grip" aria-hidden="true">
                  ⠿
                </span>
                <StepWords step={rowAt(line.node)} />
                {index >= range.from && index < range.to ? (
                  <span className="wm-ordering-moves">
                    <IconButton
                      label="move up"
                      glyph="up"
                      onClick={() => move(index, index - 1)}
                      disabled={line.at === 0}
                    />
                    <IconButton
                      label="move down"
                      glyph="down"
                      onClick={() => move(index, index + 1)}
                      disabled={line.at + 1 === sections[line.section]?.nodes.length}
                    />
                  </span>
                ) : undefined}
              </span>
            );
          }}
        />
      </div>
      <label className="wm-field">
        <span>Why you assume it (kept with every pin)</span>
        <input value={reason} onChange={(event) => setReason(event.target.value)} disabled={readOnly} />
      </label>
      <PinPreview effect={effect} />
      <div className="wm-ordering-foot">
        <Button look="primary" glyph="pin" onClick={accept} disabled={readOnly || effect?.is !== 'accepted'}>
          Assume this order
        </Button>
        <Button
          onClick={() => setSections((now) => sortedByStart(now, rowAt))}
          hint="A guess to begin with: a clock orders nothing here."
        >
          Arrange by start time
        </Button>
        <Button look="quiet" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </section>
  );
}

function SectionHead({
  section,
  rowAt,
}: {
  readonly section: Section | undefined;
  readonly rowAt: (node: number) => StepRow | undefined;
}): ReactNode {
  if (section === undefined) return undefined;
  const first = rowAt(section.nodes[0] as number);
  return (
    <span className="wm-ordering-head">
      {first?.turn === null || first === undefined ? 'Unordered' : `Turn ${first.turn}`}
      <span className="wm-soft">{formatPlural(section.nodes.length, 'unordered step')}</span>
    </span>
  );
}

function StepWords({ step }: { readonly step: StepRow | undefined }): ReactNode {
  if (step === undefined) return <span className="wm-soft">…</span>;
  return (
    <span className="wm-ordering-words">
      <KindGlyph kind={step.kind} />
      <EvidenceText text={step.name} look="name" />
      <span className="wm-soft wm-cut">
        {step.startNs === null ? 'no start' : `at ${durationOf(step.startNs)}`}
      </span>
    </span>
  );
}

/** The chosen group and the others of its context. */
function sectionsOf({ openGroups }: GraphModel, group: OpenGroup): readonly Section[] {
  const sections =
    group.context === NONE ? [group] : openGroups.filter(({ context }) => context === group.context);
  return sections.map(({ nodes }) => ({ nodes: Array.from(nodes) }));
}

const linesOf = (sections: readonly Section[]): readonly Line[] =>
  sections.flatMap(({ nodes }, section): Line[] => [
    { is: 'head', section },
    ...nodes.map((node, at): Line => ({ is: 'step', section, at, node })),
  ]);

function pairsOf(
  sections: readonly Section[],
  rowAt: (node: number) => StepRow | undefined,
): (readonly [before: string, after: string])[] {
  const pairs: (readonly [string, string])[] = [];
  for (const { nodes } of sections) {
    for (let i = 0; i + 1 < nodes.length; i++) {
      const [before, after] = [rowAt(nodes[i] as number), rowAt(nodes[i + 1] as number)];
      // until every id is there, nothing can be accepted
      if (before === undefined || after === undefined) return [];
      pairs.push([before.id, after.id]);
    }
  }
  return pairs;
}

function sortedByStart(
  sections: readonly Section[],
  rowAt: (node: number) => StepRow | undefined,
): readonly Section[] {
  const start = (node: number): bigint => BigInt(rowAt(node)?.startNs ?? '0');
  const compare = (a: number, b: number): number => {
    const [x, y] = [start(a), start(b)];
    return x < y ? -1 : x > y ? 1 : 0;
  };
  return sections.map((section) => ({ ...section, nodes: [...section.nodes].sort(compare) }));
}
