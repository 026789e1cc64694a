import type { ReactNode } from 'react';
import { Chip } from '../../ui/Chip.tsx';
import { Glyph } from '../../ui/Glyph.tsx';
import type { LogView } from './log-view.ts';
import { MODE_WORDS, REQUIREMENT_WORDS } from './mode-words.ts';

/** The four replay modes: whether the log would support a plan, what is met and what is missing. */
export function Modes({ log }: { readonly log: LogView }): ReactNode {
  return (
    <div className="wm-modes">
      {log.modes.map((mode) => (
        <section key={mode.mode} className="wm-mode" aria-label={`Mode ${mode.mode}`}>
          <header className="wm-mode-head">
            <h3>{MODE_WORDS[mode.mode].name}</h3>
            <Chip
              tone={mode.plannable ? 'good' : 'void'}
              glyph={mode.plannable ? 'check' : 'barred'}
              hint={mode.said}
            >
              {mode.plannable ? 'plannable' : 'not plannable'}
            </Chip>
          </header>
          <p className="wm-mode-said">{MODE_WORDS[mode.mode].said}</p>
          <ul className="wm-mode-needs">
            {mode.requires.map((requirement) => {
              const met = mode.met.includes(requirement);
              const { name, said } = REQUIREMENT_WORDS[requirement];
              return (
                <li key={requirement} className={met ? 'wm-tone-good' : 'wm-tone-bad'} title={said}>
                  <Glyph name={met ? 'check' : 'cross'} />
                  <span>
                    {name}
                    <span className="wm-soft">{met ? '' : ` missing: ${said}`}</span>
                  </span>
                </li>
              );
            })}
          </ul>
          {mode.crossings === undefined ? undefined : (
            <p className="wm-mode-said">
              {mode.crossings.ready} of {mode.crossings.of} crossings have what they must bring.
            </p>
          )}
        </section>
      ))}
      <p className="wm-modes-never">
        Plannable says that a plan could be drawn from the log. Nothing is ever executed here, and seals do
        not change it: a forged log is as plannable as a clean one.
      </p>
    </div>
  );
}
