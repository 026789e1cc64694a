import { type ReactNode, useState } from 'react';
import { useGo, useSelection } from '../../queries/use-route.ts';
import { useStoredShare } from '../../queries/use-stored-share.ts';
import { useCurrentSession, useDecisions, useOverview } from '../../queries/use-verdicts.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { EvidenceText } from '../../ui/EvidenceText.tsx';
import { SplitPane } from '../../ui/SplitPane.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { CausalTrace } from './CausalTrace.tsx';
import { DecisionDetail } from './DecisionDetail.tsx';
import { DecisionList } from './DecisionList.tsx';
import { KeyControl } from './KeyControl.tsx';
import { LogTimeline } from './LogTimeline.tsx';
import type { LogView } from './log-view.ts';
import { Modes } from './Modes.tsx';
import { OtherSeals } from './OtherSeals.tsx';
import { Suspicions } from './Suspicions.tsx';
import './decisions.css';

/** The sealed log: each crossing with its seal in one line, the key, and which replays the log supports. */
export function DecisionsScreen(): ReactNode {
  const session = useCurrentSession();
  const { data: overview } = useOverview();
  const { data, error } = useDecisions(session?.id);
  const share = useStoredShare('decisions', 58);
  const narrow = useNarrow();
  const selection = useSelection();
  const go = useGo();
  if (error !== null) {
    return (
      <EmptyState title="The decisions cannot be read" glyph="error">
        {error.message}
      </EmptyState>
    );
  }
  if (overview?.sessionCount === 0) return <EmptyState title="No session" glyph="hollow" />;
  if (data === undefined) return <EmptyState title="Reading the log…" />;
  const chosen = selection?.is === 'decision' ? selection : undefined;
  const log = data.logs.find(({ input }) => input === chosen?.input);
  const decision = chosen === undefined ? undefined : log?.decisions[chosen.decision];
  return (
    <main className="wm-decisions">
      <h1 className="wm-spoken">Decisions</h1>
      <SplitPane
        {...share}
        label="width of the list of decisions"
        direction={narrow ? 'column' : 'row'}
        first={
          <div className="wm-decisions-logs">
            {data.logs.length === 0 ? (
              <EmptyState title="No write-ahead log" glyph="hollow">
                No log belongs to this session: it has no sealed decisions to check, and no replay mode can be
                planned from it.
              </EmptyState>
            ) : undefined}
            {data.logs.map((one) => (
              <Log
                key={one.input}
                log={one}
                chosen={one === log ? chosen?.decision : undefined}
                onChoose={(index) =>
                  go({ selection: { is: 'decision', input: one.input, decision: index } }, 'replace')
                }
              />
            ))}
            {data.traces.map((trace) => (
              <CausalTrace key={trace.input} trace={trace} />
            ))}
            <OtherSeals seals={data.otherSeals} />
          </div>
        }
        second={
          <div className="wm-decisions-side">
            <KeyControl />
            {decision === undefined ? (
              <EmptyState title="No crossing is chosen">
                Choose one of the list to see what is read out of its seal, or its bytes where nothing may be
                read.
              </EmptyState>
            ) : (
              <DecisionDetail key={`${chosen?.input}:${chosen?.decision}`} decision={decision} />
            )}
          </div>
        }
      />
    </main>
  );
}

interface LogProps {
  readonly log: LogView;
  readonly chosen: number | undefined;
  readonly onChoose: (decision: number) => void;
}

function Log({ log, chosen, onChoose }: LogProps): ReactNode {
  const [shown, setShown] = useState<'decisions' | 'timeline'>('decisions');
  return (
    <section className="wm-log" aria-label={`Log ${log.input}`}>
      <header className="wm-log-head">
        <h2>
          <EvidenceText text={log.input} look="name" />
        </h2>
        <span className="wm-soft">
          {log.complete ? 'the activation completed' : 'no end of the activation is in the log'}
          {log.torn ? '; the last line was incomplete and was dropped' : ''}
        </span>
      </header>
      <Tabs
        label="What the log holds"
        tabs={[
          { id: 'decisions', label: 'Decisions', count: log.decisions.length },
          {
            id: 'timeline',
            label: 'All records',
            count: log.records.reduce((sum, { count }) => sum + count, 0),
          },
        ]}
        chosen={shown}
        onChoose={setShown}
      >
        {shown === 'timeline' ? (
          <LogTimeline log={log} />
        ) : log.decisions.length === 0 ? (
          <EmptyState title="No decisions">
            None were made, or none were logged; the log cannot tell.
          </EmptyState>
        ) : (
          <DecisionList log={log} chosen={chosen} onChoose={onChoose} />
        )}
      </Tabs>
      <Suspicions log={log} />
      <Modes log={log} />
      <p className="wm-log-limits">
        What no log can show: lines that were deleted, repeated or moved between checks, a seal taken from
        another run at the same crossing, and seals that were stripped from every crossing.
      </p>
    </section>
  );
}
