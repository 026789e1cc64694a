import type { ReactNode } from 'react';
import { formatCount, formatPlural } from '../../lib/format-size.ts';
import type { ReachedStep, ReachView } from '../../queries/answers.ts';
import { useGo } from '../../queries/use-route.ts';
import { useReach } from '../../queries/use-verdicts.ts';
import type { Look } from '../../queries/words.ts';
import { Chip } from '../../ui/Chip.tsx';
import { EvidenceText } from '../../ui/EvidenceText.tsx';

type Gate = NonNullable<ReachView['gate']>['gate'];

const GATE_LOOK: Readonly<Record<Gate, Pick<Look, 'tone' | 'glyph' | 'said'>>> = {
  'well-posed': {
    tone: 'good',
    glyph: 'check',
    said: 'Everything that follows is ordered by witnesses, and everything before was replayed faithfully.',
  },
  conditional: { tone: 'warn', glyph: 'half', said: 'It may be asked under the assumptions below.' },
  'ill-posed': { tone: 'void', glyph: 'barred', said: 'The evidence cannot carry the question.' },
};

/** Of a call: what it makes unsound, and whether “what if it had returned something else” can be asked. */
export function Reach({ session, step }: { readonly session: string; readonly step: number }): ReactNode {
  const { data } = useReach(session, step);
  if (data === undefined || (data.reaches === null && data.gate === null)) return undefined;
  const { reaches, gate } = data;
  return (
    <>
      {reaches === null ? undefined : (
        <section className="wm-step-edges" aria-label="What it makes unsound">
          <h3>What it makes unsound</h3>
          <Reached
            title="In every order"
            said="ordered after it through a context or a resource"
            steps={reaches.must}
            count={reaches.mustCount}
          />
          <Reached
            title="In some orders"
            said="unordered with it: in one order it is reached, in another not"
            steps={reaches.may}
            count={reaches.mayCount}
          />
          <Reached
            title="In none that agrees with your pins"
            said="the evidence alone leaves orders in which it is reached"
            steps={reaches.ruledOut}
            count={reaches.ruledOutCount}
          />
          {reaches.cut ? (
            <p className="wm-soft">The list of this session was cut: there may be more.</p>
          ) : undefined}
        </section>
      )}
      {gate === null ? undefined : (
        <section className="wm-step-edges" aria-label="What if it had returned something else">
          <h3>What if it had returned something else?</h3>
          <p>
            <Chip tone={GATE_LOOK[gate.gate].tone} glyph={GATE_LOOK[gate.gate].glyph}>
              {gate.gate}
            </Chip>{' '}
            <span className="wm-soft">{GATE_LOOK[gate.gate].said}</span>
          </p>
          <ul>
            {gate.reasons.map((reason) => (
              <li key={reason}>
                <EvidenceText text={reason} look="wrap" />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

interface ReachedProps {
  readonly title: string;
  readonly said: string;
  readonly steps: readonly ReachedStep[];
  readonly count: number;
}

function Reached({ title, said, steps, count }: ReachedProps): ReactNode {
  const go = useGo();
  if (count === 0) return undefined;
  return (
    <>
      <p>
        <strong>{title}</strong>{' '}
        <span className="wm-soft">
          {formatPlural(count, 'call')}, {said}
        </span>
      </p>
      <ul>
        {steps.map(({ step, name, byPin }) => (
          <li key={step}>
            <button type="button" className="wm-link" onClick={() => go({ selection: { is: 'step', step } })}>
              <EvidenceText text={name} look="name" />
            </button>
            {byPin ? <span className="wm-soft"> by your pins alone</span> : undefined}
          </li>
        ))}
      </ul>
      {count > steps.length ? (
        <p className="wm-soft">and {formatCount(count - steps.length)} more</p>
      ) : undefined}
    </>
  );
}
