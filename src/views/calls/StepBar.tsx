import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { formatCount } from '../../lib/format-size.ts';
import { useCommand, useOfferCommand } from '../../queries/use-command.ts';
import type { CommandId } from '../../state/commands.ts';
import { Button } from '../../ui/Button.tsx';
import { EvidenceText } from '../../ui/EvidenceText.tsx';
import type { GlyphName } from '../../ui/Glyph.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { useSay } from '../../ui/Toaster.tsx';
import { landOn, type Slots, slotOfTurn } from './call-walk.ts';

interface Props {
  readonly slots: Slots;
  readonly current: number;
  readonly attempt: number;
  /** The resource whose writes are stepped along. */
  readonly resource: string | null | undefined;
  readonly onChoose: (call: number) => void;
}

/** Where stepping stands, and a button for each way of it. */
export function StepBar({ slots, current, attempt, resource, onChoose }: Props): ReactNode {
  const { strip, count } = slots;
  return (
    <section className="wm-calls-bar" aria-label="Stepping">
      <span className="wm-calls-steps">
        <StepButton id="calls.first" glyph="first" />
        <StepButton id="calls.previous" glyph="left" />
        <StepButton id="calls.next" glyph="right" />
        <StepButton id="calls.last" glyph="last" />
      </span>
      <span className="wm-calls-at" aria-live="polite">
        Call <strong>{formatCount((strip.slot[current] as number) + 1)}</strong> of {formatCount(count)}
      </span>
      <TurnInput
        key={current}
        turn={strip.turn[current] as number}
        onTurn={(turn) => {
          const slot = slotOfTurn(slots, turn);
          const call = slot === undefined ? undefined : landOn(slots, slot, attempt);
          if (call !== undefined) onChoose(call);
          return call === undefined ? undefined : (strip.turn[call] as number);
        }}
      />
      <Walk back="calls.previous-divergence" on="calls.next-divergence">
        Divergence
      </Walk>
      <Walk back="calls.previous-gap" on="calls.next-gap">
        Gap
      </Walk>
      <Walk back="calls.previous-of-tool" on="calls.next-of-tool">
        This tool
      </Walk>
      {resource === undefined ? undefined : (
        <Walk back="calls.previous-write" on="calls.next-write">
          <span className="wm-walk-long">
            Write to{' '}
            {resource === null ? 'the unnamed resource' : <EvidenceText text={shortName(resource)} />}
          </span>
        </Walk>
      )}
      <span className="wm-calls-rest" />
      <SetBreakpoint />
    </section>
  );
}

/** The end of a long name is what tells it apart: a path, a key of a table. */
const shortName = (resource: string): string =>
  resource.length <= 28 ? resource : `…${[...resource].slice(-26).join('')}`;

function SetBreakpoint(): ReactNode {
  const { label, keys, run } = useCommand('calls.set-breakpoint');
  return (
    <Button glyph="plus" onClick={() => run?.()} disabled={run === undefined} hint={`${label} (${keys[0]})`}>
      Breakpoint
    </Button>
  );
}

/** A number, and Enter: goes to the first call of the turn. @param onTurn answers the turn that was found. */
function TurnInput({
  turn,
  onTurn,
}: {
  readonly turn: number;
  readonly onTurn: (turn: number) => number | undefined;
}): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(turn < 0 ? '' : String(turn));
  const say = useSay();
  useOfferCommand('calls.to-turn', () => {
    input.current?.focus();
    input.current?.select();
  });
  const { label, keys } = useCommand('calls.to-turn');
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') input.current?.blur();
    if (event.key !== 'Enter') return;
    event.preventDefault();
    const wanted = Number(text);
    if (text.trim() === '' || !Number.isInteger(wanted) || wanted < 0) {
      say('A turn is a whole number.', 'bad');
      return;
    }
    // keys step again from here on
    input.current?.blur();
    const found = onTurn(wanted);
    if (found === undefined) say(`No call is of turn ${wanted} or of a later one.`, 'bad');
    else if (found !== wanted) say(`No call is of turn ${wanted}; the next is of turn ${found}.`);
  };
  return (
    <label className="wm-calls-turn" title={`${label} (${keys[0]})`}>
      Turn
      <input
        ref={input}
        inputMode="numeric"
        size={5}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={press}
      />
    </label>
  );
}

interface WalkProps {
  readonly back: CommandId;
  readonly on: CommandId;
  readonly children: ReactNode;
}

/** What is looked for, between the buttons for its two directions. */
function Walk({ back, on, children }: WalkProps): ReactNode {
  return (
    <span className="wm-walk">
      <StepButton id={back} glyph="left" />
      <span className="wm-walk-word">{children}</span>
      <StepButton id={on} glyph="right" />
    </span>
  );
}

/** A command as a small button with its key. */
export function StepButton({ id, glyph }: { readonly id: CommandId; readonly glyph: GlyphName }): ReactNode {
  const { label, keys, run } = useCommand(id);
  return (
    <IconButton
      label={`${label} (${keys[0]})`}
      glyph={glyph}
      onClick={() => run?.()}
      disabled={run === undefined}
    />
  );
}
