import { type ReactNode, useRef } from 'react';
import { formatCount } from '../../lib/format-size.ts';
import type { CallDetail, CallStrip } from '../../queries/answers.ts';
import { useCommand, useOfferCommand } from '../../queries/use-command.ts';
import { useGo, useSelection } from '../../queries/use-route.ts';
import { useStoredShare } from '../../queries/use-stored-share.ts';
import { useCall, useCallStrip, useCurrentSession, useOverview } from '../../queries/use-verdicts.ts';
import type { CommandId } from '../../state/commands.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import type { GlyphName } from '../../ui/Glyph.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { SplitPane } from '../../ui/SplitPane.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { CallHead } from './CallHead.tsx';
import { CallList } from './CallList.tsx';
import { CallSides } from './CallSides.tsx';
import { CallStripView } from './CallStripView.tsx';
import { divergenceFrom, gapFrom, sameToolFrom } from './call-walk.ts';
import { ModeStrip } from './ModeStrip.tsx';
import './calls.css';

/** The calls as a debugger shows steps: forward and back, recorded beside replayed. */
export function CallsScreen(): ReactNode {
  const session = useCurrentSession();
  const { data: overview, error } = useOverview();
  const strip = useCallStrip(session?.id);
  const failed = error ?? strip.error;
  if (failed !== null) {
    return (
      <EmptyState title="The calls cannot be read" glyph="error" isPage={true}>
        {failed.message}
      </EmptyState>
    );
  }
  if (overview?.sessionCount === 0) {
    return <EmptyState title="No session" glyph="hollow" isPage={true} />;
  }
  if (session === undefined || strip.data === undefined) {
    return <EmptyState title="Reading the calls…" isPage={true} />;
  }
  if (strip.data.verdict.length === 0) {
    return (
      <EmptyState title="No calls" glyph="hollow" isPage={true}>
        No tool call of this session was recorded or replayed: no call log is in the bundle, and no span of
        the trace is a tool call.
      </EmptyState>
    );
  }
  return <Calls key={session.id} session={session.id} strip={strip.data} />;
}

interface Props {
  readonly session: string;
  readonly strip: CallStrip;
}

function Calls({ session, strip }: Props): ReactNode {
  const go = useGo();
  const selection = useSelection();
  const share = useStoredShare('calls', 32);
  const narrow = useNarrow();
  const count = strip.verdict.length;
  const current = Math.min(count - 1, selection?.is === 'call' ? selection.call : 0);
  const answer = useCall(session, current);
  // the next step forward is the one most often asked for
  useCall(session, current + 1 < count ? current + 1 : undefined);
  // the last call stands until the next one is there: stepping does not blink
  const last = useRef<{ call: number; detail: CallDetail } | undefined>(undefined);
  if (answer.data !== undefined) last.current = { call: current, detail: answer.data };
  const detail = answer.data ?? last.current?.detail;
  const isWaiting = answer.data === undefined;

  const choose = (call: number): void => go({ selection: { is: 'call', call } }, 'replace');
  const to = (call: number | undefined) => (call === undefined ? undefined : () => choose(call));
  useOfferCommand('calls.next', to(current + 1 < count ? current + 1 : undefined));
  useOfferCommand('calls.previous', to(current > 0 ? current - 1 : undefined));
  useOfferCommand('calls.first', to(current > 0 ? 0 : undefined));
  useOfferCommand('calls.last', to(current + 1 < count ? count - 1 : undefined));
  useOfferCommand('calls.next-divergence', to(divergenceFrom(strip, current, 1)));
  useOfferCommand('calls.previous-divergence', to(divergenceFrom(strip, current, -1)));
  useOfferCommand('calls.next-gap', to(gapFrom(strip, current, 1)));
  useOfferCommand('calls.next-of-tool', to(sameToolFrom(strip, current, 1)));
  const step = answer.data?.step ?? undefined;
  useOfferCommand(
    'calls.show-in-graph',
    step === undefined ? undefined : () => go({ screen: 'graph', selection: { is: 'step', step } }),
  );
  const crossing = answer.data?.crossing ?? undefined;
  useOfferCommand(
    'calls.show-decision',
    crossing === undefined
      ? undefined
      : () =>
          go({
            screen: 'decisions',
            selection: { is: 'decision', input: crossing.input, decision: crossing.decision },
          }),
  );

  return (
    <main className="wm-calls">
      <h1 className="wm-spoken">Calls</h1>
      <div className="wm-calls-bar">
        <span className="wm-calls-steps">
          <StepButton id="calls.first" glyph="first" />
          <StepButton id="calls.previous" glyph="left" />
          <StepButton id="calls.next" glyph="right" />
          <StepButton id="calls.last" glyph="last" />
        </span>
        <span className="wm-calls-at" aria-live="polite">
          Call <strong>{formatCount(current + 1)}</strong> of {formatCount(count)}
        </span>
        <WalkButton id="calls.next-divergence" text="Next divergence" />
        <WalkButton id="calls.next-gap" text="Next gap" />
        <WalkButton id="calls.next-of-tool" text="Next of this tool" />
        <span className="wm-calls-rest" />
        <WalkButton id="calls.show-in-graph" text="In the graph" />
        <WalkButton id="calls.show-decision" text="Its crossing" />
      </div>
      <CallStripView strip={strip} current={current} onChoose={choose} />
      <SplitPane
        {...share}
        label="width of the list of calls"
        direction={narrow ? 'column' : 'row'}
        first={
          <CallList
            session={session}
            count={count}
            current={current}
            hasAttempts={strip.attempts.length > 1}
            onChoose={choose}
          />
        }
        second={
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          <section className="wm-call" aria-label="The call" aria-busy={isWaiting} tabIndex={0}>
            {answer.error !== null ? (
              <EmptyState title="The call cannot be read" glyph="error">
                {answer.error.message}
              </EmptyState>
            ) : detail === undefined ? (
              <EmptyState title="Reading the call…" />
            ) : (
              <>
                <CallHead detail={detail} />
                <ModeStrip session={session} input={detail.crossing?.input} />
                <CallSides key={last.current?.call} detail={detail} />
              </>
            )}
          </section>
        }
      />
    </main>
  );
}

function StepButton({ id, glyph }: { readonly id: CommandId; readonly glyph: GlyphName }): ReactNode {
  const { label, keys, run } = useCommand(id);
  return (
    <IconButton
      label={`${label} (${keys[0]})`}
      glyph={glyph}
      onClick={() => run?.()}
      disabled={run === undefined}
    />
  );
}

function WalkButton({ id, text }: { readonly id: CommandId; readonly text: string }): ReactNode {
  const { label, keys, run } = useCommand(id);
  return (
    <Button onClick={() => run?.()} disabled={run === undefined} hint={`${label} (${keys[0]})`}>
      {text}
    </Button>
  );
}
