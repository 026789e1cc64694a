import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { formatPlural } from '../../lib/format-size.ts';
import type { SessionCard } from '../../queries/answers.ts';
import { ASSUMPTION_WORDS } from '../../queries/assumption-words.ts';
import { useCommand } from '../../queries/use-command.ts';
import { BUCKET_LOOK } from '../../queries/words.ts';
import { useWorkbench } from '../../queries/workbench.ts';
import type { CommandId } from '../../state/commands.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import type { GlyphName } from '../../ui/Glyph.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { formatKeys } from '../../ui/KeyHint.tsx';
import { formatOrders } from './PinPreview.tsx';

interface Props {
  readonly session: SessionCard;
  readonly questions: number;
  readonly isNaive: boolean;
  readonly onNaive: () => void;
  readonly onQuestions: () => void;
}

/** The axis, the zoom, and always in view: how many questions and how many orders are left. */
export function GraphToolbar({ session, questions, isNaive, onNaive, onQuestions }: Props): ReactNode {
  const { preferences } = useWorkbench();
  const axis = useStore(preferences, (state) => state.graphAxis);
  const look = BUCKET_LOOK[session.axes.order];
  const save = useCommand('graph.save-replay-input');
  return (
    <div className="wm-graph-bar">
      {/* biome-ignore lint/a11y/useSemanticElements: two buttons of one switch are no fieldset */}
      <span className="wm-segment" role="group" aria-label="Axis">
        <Button
          pressed={axis === 'order'}
          onClick={() => preferences.getState().set({ graphAxis: 'order' })}
          hint="From left to right: what a witness orders. Steps above each other are unordered. (a)"
        >
          Order
        </Button>
        <Button
          pressed={axis === 'time'}
          onClick={() => preferences.getState().set({ graphAxis: 'time' })}
          hint="From left to right: the clocks of the file. A clock orders nothing. (a)"
        >
          Time
        </Button>
      </span>
      <span className="wm-graph-zoom">
        <CommandButton id="graph.zoom-out" glyph="minus" />
        <CommandButton id="graph.zoom-in" glyph="plus" />
        <TextCommand id="graph.fit" text="Fit" />
        <TextCommand id="graph.centre" text="Centre" />
        <TextCommand id="graph.fold-agents" text="Fold sub-agents" />
      </span>
      <Button
        pressed={isNaive}
        onClick={onNaive}
        hint="Orphans hung from the root, open steps sorted by their clocks."
      >
        Naive view
      </Button>
      <span className="wm-graph-rest" />
      <Chip
        tone={look.tone}
        glyph={look.glyph}
        hint={[look.said, ...session.assumes.map((one) => `It assumes that ${ASSUMPTION_WORDS[one]}.`)].join(
          ' ',
        )}
      >
        {look.word}
        {session.assumes.length === 0 ? '' : ', assuming'}
      </Chip>
      <button
        type="button"
        className={`wm-open-count${questions > 0 ? ' wm-open-some' : ''}`}
        onClick={onQuestions}
        disabled={questions === 0}
        title="The next open question (q)"
        data-testid="open-count"
      >
        <strong>{formatPlural(questions, 'open question')}</strong>
        <span>
          {formatOrders(session.linearizations)} possible
          {session.pins === 0 ? '' : `, ${formatPlural(session.pins, 'assumption')}`}
        </span>
      </button>
      <Button
        glyph="save"
        disabled={save.run === undefined}
        onClick={() => save.run?.()}
        hint={
          save.run === undefined
            ? 'Possible when no question, conflict or orphan is left.'
            : session.axes.order === 'pinned'
              ? 'It will be marked: assumed.'
              : session.axes.order === 'single-clock'
                ? 'It will be marked: single-clock.'
                : 'Every step of it is ordered by the evidence.'
        }
      >
        {session.axes.order === 'pinned' ? 'Save replay input (assumed)' : 'Save replay input'}
      </Button>
    </div>
  );
}

function CommandButton({ id, glyph }: { readonly id: CommandId; readonly glyph: GlyphName }): ReactNode {
  const { label, keys, run } = useCommand(id);
  return (
    <IconButton
      label={withKeys(label, keys)}
      glyph={glyph}
      onClick={() => run?.()}
      disabled={run === undefined}
    />
  );
}

function TextCommand({ id, text }: { readonly id: CommandId; readonly text: string }): ReactNode {
  const { label, keys, run } = useCommand(id);
  return (
    <Button look="quiet" hint={withKeys(label, keys)} onClick={() => run?.()} disabled={run === undefined}>
      {text}
    </Button>
  );
}

const withKeys = (label: string, [first]: readonly string[]): string =>
  first === undefined ? label : `${label} (${formatKeys(first)})`;
