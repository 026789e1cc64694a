import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format-size.ts';
import { useBreakpoints } from '../../queries/use-breakpoints.ts';
import { useCommand, useOfferCommand } from '../../queries/use-command.ts';
import { breakpointKey } from '../../state/breakpoint.ts';
import type { CommandId } from '../../state/commands.ts';
import { Button } from '../../ui/Button.tsx';
import { Glyph, type GlyphName } from '../../ui/Glyph.tsx';
import { breakpointLabel, breakpointWords } from './breakpoint-words.tsx';
import { callsOfSlot, type Slots } from './call-walk.ts';
import type { Stops } from './use-stops.ts';

interface Props {
  readonly slots: Slots;
  readonly current: number;
  readonly stops: Stops;
}

/** The breakpoints that are set, how often each stops, which of them stopped here, and running from one to the next. */
export function BreakpointBar({ slots, current, stops }: Props): ReactNode {
  const { breakpoints, remove, clear } = useBreakpoints();
  useOfferCommand('calls.clear-breakpoints', breakpoints.length === 0 ? undefined : clear);
  if (breakpoints.length === 0) return undefined;
  const calls = callsOfSlot(slots, slots.strip.slot[current] as number);
  return (
    <section className="wm-breakpoints" aria-label="Breakpoints">
      <RunButton id="calls.run-back" glyph="left" text="Back" />
      <RunButton id="calls.run" glyph="right" text="Run" />
      <span className="wm-soft">Stop at</span>
      <ul>
        {breakpoints.map((breakpoint, i) => {
          const isHere = calls.some((call) => stops.isAt(i, call));
          const count = stops.counts[i] ?? 0;
          return (
            <li
              key={breakpointKey(breakpoint)}
              className={isHere ? 'wm-breakpoint wm-breakpoint-here' : 'wm-breakpoint'}
            >
              <span>
                {isHere ? <span className="wm-spoken">stopped here: </span> : undefined}
                {breakpointWords(breakpoint)}{' '}
                <span className="wm-breakpoint-count">
                  {count === 0 ? 'nowhere' : formatCount(count)}
                  <span className="wm-spoken">{count === 0 ? '' : count === 1 ? ' call' : ' calls'}</span>
                </span>
              </span>
              <button
                type="button"
                className="wm-breakpoint-remove"
                aria-label={`Remove the breakpoint: ${breakpointLabel(breakpoint)}`}
                onClick={() => remove(breakpoint)}
              >
                <Glyph name="cross" size={12} />
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

interface RunProps {
  readonly id: CommandId;
  readonly glyph: GlyphName;
  readonly text: string;
}

function RunButton({ id, glyph, text }: RunProps): ReactNode {
  const { label, keys, run } = useCommand(id);
  return (
    <Button glyph={glyph} onClick={() => run?.()} disabled={run === undefined} hint={`${label} (${keys[0]})`}>
      {text}
    </Button>
  );
}
