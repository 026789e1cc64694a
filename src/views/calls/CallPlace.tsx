import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format-size.ts';
import type { CallDetail, CallPlace as Place, PlaceStep } from '../../queries/answers.ts';
import { useHref } from '../../queries/use-route.ts';
import { useCallPlace } from '../../queries/use-verdicts.ts';
import { EvidenceText } from '../../ui/EvidenceText.tsx';
import { CallDecision } from './CallDecision.tsx';
import { PlaceLine } from './PlaceLine.tsx';

interface Props {
  readonly session: string;
  readonly call: number;
  readonly detail: CallDetail;
}

/** Neighbours on one line; the graph has the others. */
const SHOWN = 3;

/** The call in its order, and the decision that asked for it: what the graph and the decisions screen show, in short. */
export function CallPlace({ session, call, detail }: Props): ReactNode {
  const { data: place } = useCallPlace(session, call);
  const href = useHref();
  const { step } = detail;
  return (
    <section className="wm-place" aria-label="Its place in the order">
      <dl>
        {step === null || place === null ? (
          <PlaceLine name="order">
            <span className="wm-soft">
              No step of the session carries this call: nothing is known of its order.
            </span>
          </PlaceLine>
        ) : place === undefined ? (
          <PlaceLine name="order">
            <span className="wm-soft">Reading the order…</span>
          </PlaceLine>
        ) : (
          <Neighbours place={place} graph={href({ screen: 'graph', selection: { is: 'step', step } })} />
        )}
        <CallDecision session={session} crossing={detail.crossing} />
      </dl>
    </section>
  );
}

const WHY = {
  overlap: 'they overlap, and nothing says whose result was read first',
  tie: 'they start at the same moment',
  'no-witness': 'no witness says which came first',
  race: 'both touch one resource, and at least one of them writes',
} as const;

function Neighbours({ place, graph }: { readonly place: Place; readonly graph: string }): ReactNode {
  const { before, beforeCount, after, afterCount, unordered, unorderedCount } = place;
  return (
    <>
      <PlaceLine name="before it">
        <Steps steps={before} count={beforeCount} graph={graph} none="nothing: it comes first" />
      </PlaceLine>
      <PlaceLine name="unordered">
        {unorderedCount === 0 ? (
          <span className="wm-soft">every other call is ordered with it</span>
        ) : (
          <>
            {unordered.slice(0, SHOWN).map((one) => (
              <span key={one.step} className="wm-place-step">
                <StepLink step={one} />{' '}
                <span
                  className="wm-basis wm-basis-open"
                  title={one.why === null ? 'No order of the two is asked for.' : WHY[one.why]}
                >
                  {one.why ?? 'no question'}
                </span>
              </span>
            ))}
            <More count={unorderedCount - Math.min(SHOWN, unordered.length)} graph={graph} />
          </>
        )}
      </PlaceLine>
      <PlaceLine name="after it">
        <Steps steps={after} count={afterCount} graph={graph} none="nothing: it comes last" />{' '}
        <a className="wm-place-graph" href={graph}>
          Show it in the graph
        </a>
      </PlaceLine>
    </>
  );
}

interface StepsProps {
  readonly steps: readonly PlaceStep[];
  readonly count: number;
  readonly graph: string;
  readonly none: string;
}

function Steps({ steps, count, graph, none }: StepsProps): ReactNode {
  if (count === 0) return <span className="wm-soft">{none}</span>;
  return (
    <>
      {steps.slice(0, SHOWN).map((one) => (
        <span key={one.step} className="wm-place-step">
          <StepLink step={one} />{' '}
          {[...new Map(one.edges.map((edge) => [edge.basis, edge])).values()].map(({ basis, why }) => (
            <span
              key={basis}
              className="wm-basis"
              style={{ borderColor: `var(--basis-${basis})` }}
              title={why}
            >
              {basis}
            </span>
          ))}
        </span>
      ))}
      <More count={count - Math.min(SHOWN, steps.length)} graph={graph} />
    </>
  );
}

function More({ count, graph }: { readonly count: number; readonly graph: string }): ReactNode {
  return count === 0 ? undefined : <a href={graph}>and {formatCount(count)} more</a>;
}

/** A call opens here, any other step in the graph. */
function StepLink({ step }: { readonly step: PlaceStep }): ReactNode {
  const href = useHref();
  return (
    <span>
      <a
        href={href(
          step.call === null
            ? { screen: 'graph', selection: { is: 'step', step: step.step } }
            : { screen: 'calls', selection: { is: 'call', call: step.call } },
        )}
        title={step.kind}
      >
        <EvidenceText text={step.name} look="name" />
      </a>
      {step.turn === null || step.kind === 'turn' ? undefined : (
        <span className="wm-soft"> of turn {step.turn}</span>
      )}
    </span>
  );
}
