import type { ReactNode } from 'react';
import { REQUIREMENTS } from '../../model/seal.ts';
import { Chip } from '../../ui/Chip.tsx';
import { Glyph } from '../../ui/Glyph.tsx';
import type { LogView } from './log-view.ts';
import { MODE_WORDS, REQUIREMENT_WORDS } from './mode-words.ts';

/** The four replay modes: whether the log would support a plan, what is met and what is missing. */
export function Modes({ log }: { readonly log: LogView }): ReactNode {
  const missing = REQUIREMENTS.filter((one) => log.modes.some((mode) => mode.missing.includes(one)));
  return (
    <section aria-label="Replay modes">
      <table className="wm-table wm-modes">
        <thead>
          <tr>
            <th scope="col">Replay mode</th>
            <th scope="col">From this log</th>
            <th scope="col">Needs</th>
          </tr>
        </thead>
        <tbody>
          {log.modes.map((mode) => (
            <tr key={mode.mode}>
              <th scope="row">
                {MODE_WORDS[mode.mode].name}
                <span className="wm-mode-said">{MODE_WORDS[mode.mode].said}</span>
              </th>
              <td>
                <Chip
                  tone={mode.plannable ? 'good' : 'void'}
                  glyph={mode.plannable ? 'check' : 'barred'}
                  hint={mode.said}
                >
                  {mode.plannable ? 'plannable' : 'not plannable'}
                </Chip>
                {mode.crossings === undefined ? undefined : (
                  <span className="wm-mode-said">
                    {mode.crossings.ready} of {mode.crossings.of} crossings
                  </span>
                )}
              </td>
              <td>
                <ul className="wm-mode-needs">
                  {mode.requires.map((requirement) => {
                    const met = mode.met.includes(requirement);
                    return (
                      <li key={requirement} className={met ? 'wm-tone-good' : 'wm-tone-bad'}>
                        <Glyph name={met ? 'check' : 'cross'} />
                        {REQUIREMENT_WORDS[requirement].name}
                        <span className="wm-spoken">{met ? ' met' : ' missing'}</span>
                      </li>
                    );
                  })}
                </ul>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className="wm-mode-missing">
        {missing.map((requirement) => (
          <div key={requirement}>
            <dt>{REQUIREMENT_WORDS[requirement].name}</dt>
            <dd>
              {REQUIREMENT_WORDS[requirement].said}
              {log.elsewhere
                .filter((one) => one.requirement === requirement)
                .map(({ said }) => (
                  <strong key={said} className="wm-mode-elsewhere">
                    {said}
                  </strong>
                ))}
            </dd>
          </div>
        ))}
        <div>
          <dt>plannable</dt>
          <dd>
            a plan could be drawn from the log. No mode is executable, ever, and seals do not change it: a
            forged log is as plannable as a clean one
          </dd>
        </div>
      </dl>
    </section>
  );
}
