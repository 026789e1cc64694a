import type { ReactNode } from 'react';
import { useImport } from '../../queries/use-import.ts';
import type { Importing } from '../../state/importing.ts';
import { Button } from '../../ui/Button.tsx';
import { EvidenceText } from '../../ui/EvidenceText.tsx';
import { Glyph } from '../../ui/Glyph.tsx';

type Failed = Extract<Importing, { is: 'failed' }>;

/** Why no case was made: every sentence, with its file. */
export function ImportFailed({ now }: { readonly now: Failed }): ReactNode {
  const { dismiss } = useImport();
  return (
    <section className="wm-failed" role="alert" aria-labelledby="wm-failed-title">
      <div className="wm-import-head">
        <h2 id="wm-failed-title">
          <Glyph name="error" size={16} /> No case was made of <EvidenceText text={now.title} look="name" />
        </h2>
        <Button onClick={dismiss}>Close</Button>
      </div>
      <ul className="wm-failed-list">
        {now.because.length === 0 ? <li>Nothing was found in it.</li> : undefined}
        {now.because.map(({ file, said, hint }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list in which sentences may repeat
          <li key={i}>
            {file === undefined ? undefined : (
              <span className="wm-mono wm-soft">
                <EvidenceText text={file} look="name" />
              </span>
            )}
            <span>
              <EvidenceText text={said} look="wrap" />
            </span>
            {hint === undefined ? undefined : (
              <span className="wm-soft">
                <EvidenceText text={hint} look="wrap" />
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
