import type { ReactNode } from 'react';
import type { Conditions as Held } from '../../model/verdict.ts';
import { Glyph } from '../../ui/Glyph.tsx';

/** design.md 7, in the words of who has to record them. */
const WORDS: readonly (readonly [keyof Held, string])[] = [
  ['fingerprinted', 'the recording of every call carries its input and its state after it'],
  ['pinned', 'the replay started from the recorded snapshot, or every state before a call was verified'],
  ['salted', 'no call could be served from an idempotency cache'],
  ['compared', 'input, output and state after it were compared for every call'],
];

/** The four conditions of an admissible replay. */
export function Conditions({ conditions }: { readonly conditions: Held }): ReactNode {
  return (
    <section aria-labelledby="wm-conditions-title">
      <h3 id="wm-conditions-title">Conditions</h3>
      <ul className="wm-conditions">
        {WORDS.map(([name, said]) => {
          const holds = conditions[name];
          return (
            <li key={name} className="wm-condition-row">
              <span className={`wm-condition wm-tone-${holds ? 'good' : 'void'}`}>
                <Glyph name={holds ? 'check' : 'cross'} />
                {holds ? name : `not ${name}`}
              </span>
              <span className="wm-axis-said">{said}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
