import { type ReactNode, useCallback, useDeferredValue, useMemo, useRef, useState } from 'react';
import type { CallDetail, CallStrip } from '../../queries/answers.ts';
import { useBreakpoints } from '../../queries/use-breakpoints.ts';
import { useOfferCommand } from '../../queries/use-command.ts';
import { useGo, useSelection } from '../../queries/use-route.ts';
import { useStoredShare } from '../../queries/use-stored-share.ts';
import { useCall, useCallStrip, useCurrentSession, useOverview } from '../../queries/use-verdicts.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { SplitPane } from '../../ui/SplitPane.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { BreakpointBar } from './BreakpointBar.tsx';
import { BreakpointDialog } from './BreakpointDialog.tsx';
import { CallList } from './CallList.tsx';
import { CallPanel, type CallPanelTab, type ShownCall } from './CallPanel.tsx';
import { CallStripView } from './CallStripView.tsx';
import { landOn, resourcesOf, slotsOf } from './call-walk.ts';
import { StepBar } from './StepBar.tsx';
import { useCallSteps } from './use-call-steps.ts';
import { useStops } from './use-stops.ts';
import './calls.css';
import './debugger.css';

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
  const slots = useMemo(() => slotsOf(strip), [strip]);
  const first = landOn(slots, 0, 0) ?? 0;
  const current = Math.min(strip.verdict.length - 1, selection?.is === 'call' ? selection.call : first);
  // stepping keeps to the attempt that was chosen, also across calls that it does not have
  const [kept, setKept] = useState<number | undefined>(undefined);
  const attempt = kept ?? (strip.attempt[current] as number);
  const [chosen, setChosen] = useState<string | null | undefined>(undefined);
  const resource = chosen === undefined ? resourcesOf(strip, current)[0] : chosen;
  const [tab, setTab] = useState<CallPanelTab>('compare');
  const [isSetting, setSetting] = useState(false);
  const { breakpoints } = useBreakpoints();
  const stops = useStops(slots, breakpoints);

  const choose = useCallback(
    (call: number): void => go({ selection: { is: 'call', call } }, 'replace'),
    [go],
  );
  const at = useRef(current);
  at.current = current;
  const chooseAttempt = useCallback(
    (next: number): void => {
      setKept(next);
      const call = landOn(slots, slots.strip.slot[at.current] as number, next);
      if (call !== undefined && slots.strip.attempt[call] === next) choose(call);
    },
    [slots, choose],
  );
  useCallSteps({ slots, current, attempt, resource, stops: stops.any, choose, chooseAttempt });
  useOfferCommand('calls.set-breakpoint', () => setSetting(true));
  useOfferCommand('calls.show-resource', () => setTab(tab === 'resource' ? 'compare' : 'resource'));

  const answer = useCall(session, current);
  // the next step forward is the one most often asked for
  const next = landOn(slots, (strip.slot[current] as number) + 1, attempt);
  useCall(session, next);
  // the last call stands until the next one is there: stepping does not blink
  const last = useRef<ShownCall | undefined>(undefined);
  if (answer.data !== undefined && answer.data !== last.current?.detail)
    last.current = { call: current, detail: answer.data };
  // drawn in pieces between others: a step, and a drag along the strip, wait for no list and no panel
  const shown = useDeferredValue(last.current);
  const listed = useDeferredValue(current);
  const isWaiting = answer.data === undefined;
  useJumps(answer.data);

  return (
    <main className="wm-calls">
      <h1 className="wm-spoken">Calls</h1>
      <StepBar slots={slots} current={current} attempt={attempt} resource={resource} onChoose={choose} />
      <BreakpointBar slots={slots} current={current} stops={stops} />
      <CallStripView
        slots={slots}
        current={current}
        stops={stops.any}
        onChoose={choose}
        onAttempt={chooseAttempt}
      />
      <SplitPane
        {...share}
        label="width of the list of calls"
        direction={narrow ? 'column' : 'row'}
        first={<CallList session={session} slots={slots} current={listed} onChoose={choose} />}
        second={
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          <section className="wm-call" aria-label="The call" aria-busy={isWaiting} tabIndex={0}>
            {answer.error !== null ? (
              <EmptyState title="The call cannot be read" glyph="error">
                {answer.error.message}
              </EmptyState>
            ) : shown === undefined ? (
              <EmptyState title="Reading the call…" />
            ) : (
              <CallPanel
                session={session}
                slots={slots}
                shown={shown}
                resource={chosen}
                tab={tab}
                onTab={setTab}
                onResource={setChosen}
                onChoose={choose}
                onAttempt={chooseAttempt}
              />
            )}
          </section>
        }
      />
      {isSetting ? (
        <BreakpointDialog slots={slots} current={current} onClose={() => setSetting(false)} />
      ) : undefined}
    </main>
  );
}

/** The ways from a call to the graph and to the decision that asked for it. */
function useJumps(detail: CallDetail | undefined): void {
  const go = useGo();
  const step = detail?.step ?? undefined;
  useOfferCommand(
    'calls.show-in-graph',
    step === undefined ? undefined : () => go({ screen: 'graph', selection: { is: 'step', step } }),
  );
  const crossing = detail?.crossing ?? undefined;
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
}
