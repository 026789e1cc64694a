import type { ReactNode } from 'react';
import { formatPlural } from '../../lib/format-size.ts';
import type { OtherSealDocument } from '../../model/findings.ts';
import { useHref } from '../../queries/use-route.ts';
import type { Look } from '../../queries/words.ts';
import { Chip } from '../../ui/Chip.tsx';
import { EvidenceText } from '../../ui/EvidenceText.tsx';

const STATE_LOOK: Readonly<Record<OtherSealDocument['state'], Pick<Look, 'tone' | 'glyph'>>> = {
  verified: { tone: 'good', glyph: 'check' },
  'not-verified': { tone: 'grave', glyph: 'broken' },
  unchecked: { tone: 'gap', glyph: 'question' },
  'unsupported-scheme': { tone: 'gap', glyph: 'barred' },
};

const SHOWN = 200;

/** DSSE envelopes and signed receipts of the bundle, whatever session they speak of. */
export function OtherSeals({ seals }: { readonly seals: readonly OtherSealDocument[] }): ReactNode {
  const href = useHref();
  if (seals.length === 0) return undefined;
  return (
    <section className="wm-log" aria-label="Other seals in the bundle">
      <header className="wm-log-head">
        <h2>Other seals in the bundle</h2>
        <span className="wm-soft">{formatPlural(seals.length, 'sealed record')}</span>
      </header>
      <table className="wm-table">
        <thead>
          <tr>
            <th scope="col">Record</th>
            <th scope="col">Seal</th>
            <th scope="col">What is known</th>
          </tr>
        </thead>
        <tbody>
          {seals.slice(0, SHOWN).map((seal) => (
            <tr key={`${seal.input} ${seal.byte}`}>
              <td>
                <a
                  href={href({
                    screen: 'ledger',
                    selection: { is: 'raw', path: seal.input, byte: seal.byte },
                  })}
                >
                  <EvidenceText text={seal.input} look="name" />
                </a>
                <span className="wm-mode-said">
                  {seal.carrier === 'dsse' ? 'DSSE envelope' : 'receipt'}: <EvidenceText text={seal.type} />
                </span>
              </td>
              <td>
                <Chip {...STATE_LOOK[seal.state]}>{seal.state.replace('-', ' ')}</Chip>
              </td>
              <td>
                <EvidenceText text={seal.said} look="wrap" />
                {seal.subjects.map(({ name, sha256, path }) => (
                  <span key={`${name} ${sha256}`} className="wm-mode-said">
                    names <EvidenceText text={name} />,{' '}
                    {path === null ? (
                      'and no file of the bundle has that digest'
                    ) : (
                      <>
                        which is <EvidenceText text={path} />
                      </>
                    )}
                  </span>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {seals.length > SHOWN ? (
        <p className="wm-log-limits">{seals.length - SHOWN} more are in the exported document.</p>
      ) : undefined}
    </section>
  );
}
