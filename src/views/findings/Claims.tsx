import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { assertNever } from '../../lib/assert-never.ts';
import { CLAIM_KINDS, type Claim, type ClaimKind, type HoldsIn } from '../../model/people.ts';
import type { ClaimsView } from '../../queries/answers.ts';
import { useCaseScope } from '../../queries/case-scope.ts';
import { usePeopleActions } from '../../queries/use-people.ts';
import { useHref } from '../../queries/use-route.ts';
import { useCallStrip, useClaims, useClaimTargets, useCurrentSession } from '../../queries/use-verdicts.ts';
import type { Look } from '../../queries/words.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { EvidenceText } from '../../ui/EvidenceText.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { useSay } from '../../ui/Toaster.tsx';

const KIND_WORDS: Readonly<Record<ClaimKind, string>> = {
  existential: 'It wrote …',
  universal: 'It never changed …',
  counterfactual: 'What if call … had returned something else?',
};

const SUPPORT_LOOK: Readonly<Record<ClaimsView[number]['support'], Pick<Look, 'tone' | 'glyph'>>> = {
  supported: { tone: 'good', glyph: 'check' },
  conditional: { tone: 'warn', glyph: 'half' },
  'not-determined': { tone: 'gap', glyph: 'question' },
  refuted: { tone: 'bad', glyph: 'not-equal' },
};

const HOLDS_WORDS: Readonly<Record<HoldsIn, string>> = {
  every: 'It holds in every order that the evidence leaves open.',
  some: 'It holds in some of the orders that the evidence leaves open.',
  none: 'It holds in none of the orders that the evidence leaves open.',
};

/** What the examiner claims of the session in view, each with the support that evidence and pins give it now. */
export function Claims(): ReactNode {
  const { people, readOnly } = useCaseScope();
  const { removeClaim } = usePeopleActions();
  const session = useCurrentSession();
  const href = useHref();
  const own = people.claims.filter((claim) => claim.session === session?.id);
  const { data } = useClaims(session?.id, own);
  if (session === undefined) return <EmptyState title="No session" glyph="hollow" />;
  return (
    <div className="wm-claims">
      {readOnly ? undefined : <NewClaim key={session.id} session={session.id} />}
      {own.length === 0 ? (
        <EmptyState title="No claim yet" glyph="note">
          A claim is a sentence that the evidence can answer: that something was written, that something was
          never touched, or what would follow had a call returned something else.
        </EmptyState>
      ) : undefined}
      <ul className="wm-notes">
        {own.map((claim) => {
          const reading = data?.find(({ id }) => id === claim.id);
          return (
            <li key={claim.id}>
              <p className="wm-claim-head">
                <EvidenceText text={claim.text} look="wrap" />
                {reading === undefined ? undefined : (
                  <Chip {...SUPPORT_LOOK[reading.support]}>{reading.support.replace('-', ' ')}</Chip>
                )}
              </p>
              {reading === undefined ? undefined : (
                <p>
                  {reading.holdsIn === undefined ? 'No order would settle it.' : HOLDS_WORDS[reading.holdsIn]}
                </p>
              )}
              <ul>
                {reading?.restsOn.map(({ said, call }) => (
                  <li key={said} className="wm-soft">
                    <EvidenceText text={said} look="wrap" />{' '}
                    {call === undefined ? undefined : (
                      <a href={href({ screen: 'calls', selection: { is: 'call', call } })}>the call</a>
                    )}
                  </li>
                ))}
              </ul>
              <p className="wm-notes-foot">
                <span className="wm-soft">
                  {claim.author}, {claim.at.slice(0, 16).replace('T', ' ')}
                </span>
                {readOnly ? undefined : (
                  <IconButton
                    label="remove this claim"
                    glyph="trash"
                    onClick={() => void removeClaim(claim)}
                  />
                )}
              </p>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function NewClaim({ session }: { readonly session: string }): ReactNode {
  const { saveClaim } = usePeopleActions();
  const say = useSay();
  const { data: targets } = useClaimTargets(session);
  const list = useId();
  const [kind, setKind] = useState<ClaimKind>('universal');
  const [resource, setResource] = useState('');
  const [call, setCall] = useState('');
  const number = Number(call);
  // the calls screen counts a call once, however many attempts of a replay there are
  const strip = useCallStrip(session).data;
  const position = strip?.slot.indexOf(number - 1) ?? -1;
  const isWhole = kind === 'counterfactual' ? position >= 0 : resource.trim() !== '';
  const store = (): void => {
    if (!isWhole) return;
    void saveClaim(claimOf(session, kind, resource.trim(), number, position)).then(
      () => {
        setResource('');
        setCall('');
        say('The claim is stored; its support follows evidence and pins.', 'good');
      },
      (error: unknown) => say(error instanceof Error ? error.message : String(error), 'bad'),
    );
  };
  // Enter in a field
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    store();
  };
  return (
    <form className="wm-claim-new" onSubmit={submit} aria-label="New claim">
      <label className="wm-field">
        <span>Claim</span>
        <select value={kind} onChange={(event) => setKind(event.target.value as ClaimKind)}>
          {CLAIM_KINDS.map((one) => (
            <option key={one} value={one}>
              {KIND_WORDS[one]}
            </option>
          ))}
        </select>
      </label>
      {kind === 'counterfactual' ? (
        <label className="wm-field">
          <span>Call, by its number on the calls screen (1 to {strip?.slots ?? '…'})</span>
          <input inputMode="numeric" value={call} onChange={(event) => setCall(event.target.value)} />
        </label>
      ) : (
        <label className="wm-field">
          <span>Resource, as the calls name it</span>
          <input value={resource} list={list} onChange={(event) => setResource(event.target.value)} />
          <datalist id={list}>
            {targets?.resources.slice(0, 500).map((one) => (
              <option key={one} value={one} />
            ))}
          </datalist>
        </label>
      )}
      <Button look="primary" onClick={store} disabled={!isWhole}>
        Store the claim
      </Button>
    </form>
  );
}

function claimOf(
  session: string,
  kind: ClaimKind,
  resource: string,
  call: number,
  position: number,
): Pick<Claim, 'session' | 'kind' | 'text' | 'resource' | 'calls'> {
  switch (kind) {
    case 'existential':
      return { session, kind, text: `It wrote ${resource}.`, resource, calls: [] };
    case 'universal':
      return { session, kind, text: `It never changed ${resource}.`, resource, calls: [] };
    case 'counterfactual':
      return {
        session,
        kind,
        text: `Had call ${call} returned something else, what follows could be told.`,
        calls: [position],
      };
    default:
      return assertNever(kind);
  }
}
