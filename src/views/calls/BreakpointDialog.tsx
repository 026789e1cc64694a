import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { formatPlural } from '../../lib/format-size.ts';
import { VERDICTS, type Verdict } from '../../model/verdict.ts';
import { useBreakpoints } from '../../queries/use-breakpoints.ts';
import { VERDICT_LOOK } from '../../queries/words.ts';
import { type Breakpoint, breakpointKey } from '../../state/breakpoint.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { breakpointWords } from './breakpoint-words.tsx';
import { countSlots, resourcesOf, type Slots, stopsAt, verdictAt } from './call-walk.ts';

interface Props {
  readonly slots: Slots;
  readonly current: number;
  readonly onClose: () => void;
}

/** Names that are offered while somebody types; any other can be typed. */
const OFFERED = 500;
/** Resources of one call that are offered as a button each. */
const RESOURCES = 6;

/** Sets a breakpoint: by one press on what the call in view is, or by naming something else. */
export function BreakpointDialog({ slots, current, onClose }: Props): ReactNode {
  const { breakpoints, set } = useBreakpoints();
  const isSet = new Set(breakpoints.map(breakpointKey));
  const add = (breakpoint: Breakpoint): void => {
    set(breakpoint);
    onClose();
  };
  return (
    <Dialog title="Set a breakpoint" onClose={onClose}>
      <div className="wm-breakpoint-dialog">
        <h3 id="wm-breakpoint-near">Stop at calls like this one</h3>
        <ul aria-labelledby="wm-breakpoint-near" className="wm-breakpoint-near">
          {nearBreakpoints(slots, current).map((breakpoint, i) => (
            <li key={breakpointKey(breakpoint)}>
              <button
                type="button"
                className="wm-breakpoint-offer"
                data-focus={i === 0 ? '' : undefined}
                disabled={isSet.has(breakpointKey(breakpoint))}
                onClick={() => add(breakpoint)}
              >
                <span>{breakpointWords(breakpoint)}</span>
                <span className="wm-soft">
                  {isSet.has(breakpointKey(breakpoint)) ? 'set' : countWords(slots, breakpoint)}
                </span>
              </button>
            </li>
          ))}
        </ul>
        <OtherBreakpoint slots={slots} onSet={add} />
      </div>
    </Dialog>
  );
}

const countWords = (slots: Slots, breakpoint: Breakpoint): string =>
  formatPlural(countSlots(slots, stopsAt(slots.strip, breakpoint)), 'call');

function nearBreakpoints(slots: Slots, current: number): readonly Breakpoint[] {
  const { strip } = slots;
  return [
    { is: 'verdict', verdict: verdictAt(strip, current) },
    { is: 'tool', tool: strip.tools[strip.tool[current] ?? 0] ?? '' },
    ...resourcesOf(strip, current)
      .slice(0, RESOURCES)
      .map((resource): Breakpoint => ({ is: 'resource', resource, at: 'writes' })),
  ];
}

const KINDS = {
  verdict: 'A verdict',
  tool: 'Calls of a tool',
  writes: 'Writes to a resource',
  'any-access': 'Any access to a resource',
} as const;
type Kind = keyof typeof KINDS;

interface OtherProps {
  readonly slots: Slots;
  readonly onSet: (breakpoint: Breakpoint) => void;
}

function OtherBreakpoint({ slots, onSet }: OtherProps): ReactNode {
  const { strip } = slots;
  const list = useId();
  const [kind, setKind] = useState<Kind>('verdict');
  const [verdict, setVerdict] = useState<Verdict>('divergent');
  const [name, setName] = useState('');
  const breakpoint: Breakpoint =
    kind === 'verdict'
      ? { is: 'verdict', verdict }
      : kind === 'tool'
        ? { is: 'tool', tool: name }
        : { is: 'resource', resource: name, at: kind };
  const isWhole = kind === 'verdict' || name !== '';
  const names = kind === 'tool' ? strip.tools : strip.resources.filter((one) => one !== null);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isWhole) onSet(breakpoint);
  };
  return (
    <form onSubmit={submit} aria-label="Another breakpoint" className="wm-breakpoint-other">
      <h3>Stop at something else</h3>
      <label className="wm-field">
        <span>What</span>
        <select value={kind} onChange={(event) => setKind(event.target.value as Kind)}>
          {Object.entries(KINDS).map(([id, words]) => (
            <option key={id} value={id}>
              {words}
            </option>
          ))}
        </select>
      </label>
      {kind === 'verdict' ? (
        <label className="wm-field">
          <span>Verdict</span>
          <select value={verdict} onChange={(event) => setVerdict(event.target.value as Verdict)}>
            {VERDICTS.map((one) => (
              <option key={one} value={one}>
                {VERDICT_LOOK[one].word}
              </option>
            ))}
          </select>
        </label>
      ) : (
        <label className="wm-field">
          <span>{kind === 'tool' ? 'Tool, as the calls name it' : 'Resource, as the calls name it'}</span>
          <input value={name} list={list} onChange={(event) => setName(event.target.value)} />
          <datalist id={list}>
            {names.slice(0, OFFERED).map((one) => (
              <option key={one} value={one} />
            ))}
          </datalist>
        </label>
      )}
      <p className="wm-breakpoint-foot">
        <span className="wm-soft" aria-live="polite">
          {isWhole ? `Stops at ${countWords(slots, breakpoint)}.` : ''}
        </span>
        <Button look="primary" onClick={() => onSet(breakpoint)} disabled={!isWhole}>
          Set it
        </Button>
      </p>
    </form>
  );
}
