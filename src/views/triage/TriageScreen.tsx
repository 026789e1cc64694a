import { type ReactNode, useMemo } from 'react';
import { formatCount, formatPlural, formatSize } from '../../lib/format-size.ts';
import type { Overview, SessionCard } from '../../queries/answers.ts';
import { useHref } from '../../queries/use-route.ts';
import { useStoredShare } from '../../queries/use-stored-share.ts';
import { useCurrentSession, useOverview } from '../../queries/use-verdicts.ts';
import { SEVERITY_LOOK } from '../../queries/words.ts';
import { Chip } from '../../ui/Chip.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { EvidenceText } from '../../ui/EvidenceText.tsx';
import { Glyph } from '../../ui/Glyph.tsx';
import { SplitPane } from '../../ui/SplitPane.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { CorpusPanel } from './CorpusPanel.tsx';
import { SessionDetail } from './SessionDetail.tsx';
import './triage.css';

/** What the case says, in one look: altered files first, then every session with its outcome and what would cure it. */
export function TriageScreen(): ReactNode {
  const { data: overview, error } = useOverview();
  const session = useCurrentSession();
  const narrow = useNarrow();
  // a list above needs another share than a list beside
  const share = useStoredShare(narrow ? 'triage-above' : 'triage', narrow ? 62 : 54);
  if (error !== null)
    return (
      <EmptyState title="The case cannot be read" glyph="error">
        {error.message}
      </EmptyState>
    );
  if (overview === undefined) return <EmptyState title="Reading the case…" />;
  const detail = <Detail overview={overview} session={session} />;
  return (
    <main className="wm-triage">
      <h1 className="wm-spoken">Triage</h1>
      <Altered overview={overview} />
      <Bundle overview={overview} />
      <div className="wm-triage-body">
        {overview.sessionCount > 1 ? (
          <SplitPane
            {...share}
            label="width of the list of sessions"
            direction={narrow ? 'column' : 'row'}
            first={<CorpusPanel chosen={session?.id} />}
            second={detail}
          />
        ) : (
          detail
        )}
      </div>
    </main>
  );
}

function Detail({
  overview,
  session,
}: {
  readonly overview: Overview;
  readonly session: SessionCard | undefined;
}): ReactNode {
  if (session !== undefined) return <SessionDetail card={session} />;
  if (overview.sessionCount > 0) return <EmptyState title="Reading the session…" />;
  return (
    <EmptyState title="No session" glyph="hollow">
      {formatPlural(overview.inputs.length, 'file')} {overview.inputs.length === 1 ? 'was' : 'were'} read, and
      nothing in {overview.inputs.length === 1 ? 'it' : 'them'} is a session of an agent. The ledger says what
      each file is.
    </EmptyState>
  );
}

/** Shown first of all (design.md 3): the file is not the one that the manifest names. */
function Altered({ overview }: { readonly overview: Overview }): ReactNode {
  const href = useHref();
  const altered = useMemo(() => overview.inputs.filter((input) => input.altered), [overview]);
  if (altered.length === 0) return undefined;
  return (
    <section className="wm-altered" role="alert" aria-label="Altered files">
      <Glyph name="broken" size={20} />
      <div>
        <p className="wm-altered-title">
          {altered.length === 1 ? 'A file is altered' : `${formatCount(altered.length)} files are altered`}:
          the SHA-256 is not the one in the manifest. The sessions that draw on{' '}
          {altered.length === 1 ? 'it' : 'them'} are refused.
        </p>
        <ul>
          {altered.map((input) => (
            <li key={input.path}>
              <a href={href({ screen: 'ledger', selection: { is: 'raw', path: input.path, byte: 0 } })}>
                <EvidenceText text={input.path} look="name" />
              </a>{' '}
              <span className="wm-mono">is sha256:{input.sha256}</span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** The evidence in one line, and the ledger one click away. */
function Bundle({ overview }: { readonly overview: Overview }): ReactNode {
  const href = useHref();
  const bytes = overview.inputs.reduce((sum, input) => sum + input.bytes, 0);
  const { problemCounts } = overview;
  const total = problemCounts.error + problemCounts.warning + problemCounts.info;
  return (
    <section className="wm-bundle" aria-label="Bundle">
      <span>
        {formatPlural(overview.inputs.length, 'evidence file')}, {formatSize(bytes)}
      </span>
      <span>{formatPlural(overview.sessionCount, 'session')}</span>
      <a className="wm-bundle-ledger" href={href({ screen: 'ledger', selection: 'none' })}>
        {total === 0 ? 'Ledger: no problem' : 'Ledger:'}
        {(['error', 'warning', 'info'] as const).map((severity) => {
          const look = SEVERITY_LOOK[severity];
          const count = problemCounts[severity];
          return count === 0 ? undefined : (
            <Chip key={severity} tone={look.tone} glyph={look.glyph} hint={look.said}>
              {formatPlural(count, look.word, severity === 'info' ? 'info' : `${look.word}s`)}
            </Chip>
          );
        })}
      </a>
    </section>
  );
}
