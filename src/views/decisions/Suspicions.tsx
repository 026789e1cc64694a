import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format-size.ts';
import { useHref } from '../../queries/use-route.ts';
import { SEVERITY_LOOK } from '../../queries/words.ts';
import { EvidenceText } from '../../ui/EvidenceText.tsx';
import { Glyph } from '../../ui/Glyph.tsx';
import type { LogView } from './log-view.ts';

/** What the reader of the seals cannot see. It stands apart: no link, no reading and no mode changes by it. */
export function Suspicions({ log }: { readonly log: LogView }): ReactNode {
  const href = useHref();
  if (log.suspicions.length === 0) return undefined;
  return (
    <section className="wm-suspicions" aria-label="Suspicious, and no part of the verdict">
      <h3>Suspicious, and no part of the verdict</h3>
      <ul>
        {log.suspicions.map(({ code, severity, said, line, byte = 0 }) => (
          <li key={`${code} ${byte} ${said}`} className={`wm-tone-${SEVERITY_LOOK[severity].tone}`}>
            <Glyph name={SEVERITY_LOOK[severity].glyph} />
            <p>
              <EvidenceText text={said} look="wrap" />{' '}
              <a href={href({ screen: 'ledger', selection: { is: 'raw', path: log.input, byte } })}>
                {line === undefined ? 'see the log' : `line ${line}`}
              </a>{' '}
              <code className="wm-soft">{code}</code>
            </p>
          </li>
        ))}
      </ul>
      {log.suspicionCount > log.suspicions.length ? (
        <p className="wm-soft">
          and {formatCount(log.suspicionCount - log.suspicions.length)} more, all in the ledger
        </p>
      ) : undefined}
    </section>
  );
}
