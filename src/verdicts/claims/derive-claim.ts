import { assertNever } from '../../lib/assert-never.ts';
import type { CallRecord } from '../../model/call.ts';
import type { Claim, ClaimBasis, ClaimReading, ClaimSupport, HoldsIn } from '../../model/people.ts';
import type { CounterfactualReading, SessionReading } from '../../model/session.ts';
import type { CallVerdict } from '../../model/verdict.ts';
import { ownChanges } from '../compare/changes.ts';
import { byResource } from '../compare/states.ts';
import { callsByStep } from '../downstream/calls-by-step.ts';

/**
 * The support of a claim (design.md 7): existential ("it wrote X"), universal ("it never touched X", which needs
 * completeness and full coverage) or counterfactual. Derived anew whenever evidence or pins change.
 */
export function deriveClaim(
  claim: Pick<Claim, 'kind' | 'resource' | 'calls'>,
  session: SessionReading,
): ClaimReading {
  if (session.outcome === 'refused') {
    return {
      support: 'not-determined',
      restsOn: [{ said: 'The session is refused: nothing is concluded from it.' }],
    };
  }
  switch (claim.kind) {
    case 'existential':
      return whateverTheOrder(existential(claim, session));
    case 'universal':
      return whateverTheOrder(universal(claim, session));
    case 'counterfactual':
      return counterfactual(claim, session);
    default:
      return assertNever(claim.kind);
  }
}

/** What a call touched is the same in every order. */
function whateverTheOrder(reading: ClaimReading): ClaimReading {
  const holdsIn = HOLDS_WHATEVER[reading.support];
  return holdsIn === undefined ? reading : { ...reading, holdsIn };
}

const HOLDS_WHATEVER: Readonly<Record<ClaimSupport, HoldsIn | undefined>> = {
  supported: 'every',
  conditional: undefined,
  'not-determined': undefined,
  refuted: 'none',
};

type Bound = Pick<Claim, 'resource' | 'calls'>;

/** How one recorded call shows a resource: changed by its own states, said to be written, listed, or only read. */
type Touch = 'changed' | 'said-written' | 'listed' | 'read' | 'not-listed';

interface Touching {
  readonly position: number;
  readonly call: CallVerdict;
  readonly touch: Touch;
}

function touchesOf({ resource, calls }: Bound, session: SessionReading): readonly Touching[] {
  const wanted = new Set(calls);
  const seen = new Set<CallRecord>();
  return session.calls.flatMap((call, position) => {
    const { recorded } = call;
    // a second attempt of a replay tells of the same recorded call
    if (recorded === undefined || seen.has(recorded) || (wanted.size > 0 && !wanted.has(position))) return [];
    seen.add(recorded);
    return [{ position, call, touch: touchOf(recorded, resource) }];
  });
}

function touchOf(recorded: CallRecord, resource: string | undefined): Touch {
  if (ownChanges(recorded).changed.has(resource)) return 'changed';
  const post = byResource(recorded.postState ?? []).has(resource);
  if (!post && !byResource(recorded.preState ?? []).has(resource)) return 'not-listed';
  if (recorded.effects === 'read' || recorded.effects === 'none') return 'read';
  return post && recorded.effects === 'write' ? 'said-written' : 'listed';
}

const nameOf = ({ call }: Touching): string =>
  `${call.tool}${call.turn === undefined ? '' : ` of turn ${call.turn}`}`;

function existential(claim: Bound, session: SessionReading): ClaimReading {
  const touches = touchesOf(claim, session);
  if (claim.resource === undefined) {
    return touches.length > 0 && claim.calls.length > 0
      ? {
          support: 'supported',
          restsOn: touches.map((one) => ({ said: `${nameOf(one)} is recorded.`, call: one.position })),
        }
      : {
          support: 'not-determined',
          restsOn: [{ said: 'The claim names neither a resource nor a recorded call.' }],
        };
  }
  const shown = touches.filter(({ touch }) => touch === 'changed' || touch === 'said-written');
  if (shown.length > 0)
    return { support: 'supported', restsOn: shown.map((one) => basisOf(one, claim.resource)) };
  const listed = touches.filter(({ touch }) => touch === 'listed');
  if (listed.length > 0)
    return { support: 'conditional', restsOn: listed.map((one) => basisOf(one, claim.resource)) };
  const gaps = gapsOf(claim, session, touches);
  return gaps.length === 0
    ? {
        support: 'refuted',
        restsOn: [{ said: `The recording is complete, and no call wrote ${claim.resource}.` }],
      }
    : { support: 'not-determined', restsOn: gaps };
}

function universal(claim: Bound, session: SessionReading): ClaimReading {
  if (claim.resource === undefined) {
    return { support: 'not-determined', restsOn: [{ said: 'The claim names no resource.' }] };
  }
  const touches = touchesOf(claim, session);
  const written = touches.filter(({ touch }) => touch === 'changed' || touch === 'said-written');
  if (written.length > 0)
    return { support: 'refuted', restsOn: written.map((one) => basisOf(one, claim.resource)) };
  const listed = touches.filter(({ touch }) => touch === 'listed');
  const gaps = gapsOf(claim, session, touches);
  if (gaps.length > 0 || listed.length > 0) {
    return {
      support: 'not-determined',
      restsOn: [...listed.map((one) => basisOf(one, claim.resource)), ...gaps],
    };
  }
  const read = touches.filter(({ touch }) => touch === 'read');
  if (read.length > 0)
    return { support: 'conditional', restsOn: read.map((one) => basisOf(one, claim.resource)) };
  return {
    support: 'supported',
    restsOn: [
      {
        said: `The recording is complete, every call lists all that it touched, and none lists ${claim.resource}.`,
      },
    ],
  };
}

/** What keeps "no call did" from being known: a session that may lack calls, and calls whose lists may lack resources. */
function gapsOf(claim: Bound, session: SessionReading, touches: readonly Touching[]): readonly ClaimBasis[] {
  const gaps: ClaimBasis[] = [];
  // a claim about certain calls needs those calls only
  if (claim.calls.length === 0 && session.completeness !== 'complete') {
    gaps.push({
      said: `The session is not known to be complete (${session.completenessReasons.join(', ')}).`,
    });
  }
  if (touches.length === 0) gaps.push({ said: 'No recorded call is looked at.' });
  for (const one of touches) {
    const { recorded } = one.call;
    if (recorded?.postState === undefined) {
      gaps.push({ said: `${nameOf(one)} does not say what it touched.`, call: one.position });
    } else if (recorded.coverage === 'partial') {
      gaps.push({ said: `${nameOf(one)} says that its list is partial.`, call: one.position });
    }
  }
  const isNamed = touches.some(({ touch }) => touch !== 'not-listed');
  if (gaps.length > 0 && claim.resource !== undefined && !isNamed) {
    gaps.push({ said: `No recorded call names ${claim.resource}: if one should, it is spelled otherwise.` });
  }
  return gaps;
}

function basisOf(one: Touching, resource: string | undefined): ClaimBasis {
  const name = resource ?? 'the unnamed resource';
  const call = one.position;
  switch (one.touch) {
    case 'changed':
      return { said: `${nameOf(one)} found ${name} in one state and left it in another.`, call };
    case 'said-written':
      return { said: `${nameOf(one)} is recorded as a write and lists ${name}.`, call };
    case 'listed':
      return { said: `${nameOf(one)} lists ${name}; nothing shows that it changed it.`, call };
    case 'read':
      return { said: `${nameOf(one)} read ${name} and did not change it.`, call };
    case 'not-listed':
      return { said: `${nameOf(one)} does not list ${name}.`, call };
    default:
      return assertNever(one.touch);
  }
}

/** The gate says whether the question can be asked; its answer takes a replay, so nothing here is ever `supported`. */
function counterfactual(claim: Bound, session: SessionReading): ClaimReading {
  const steps = new Map(
    callsByStep(session.order, session.calls).flatMap(({ step, calls }) =>
      calls.map((call) => [call, step.id] as const),
    ),
  );
  const restsOn: ClaimBasis[] = [];
  const holds: HoldsIn[] = [];
  let determined = claim.calls.length > 0;
  for (const position of claim.calls) {
    const call = session.calls[position];
    const id = call === undefined ? undefined : steps.get(call);
    const gate = session.counterfactual?.find((one) => one.call === id);
    if (gate === undefined) {
      determined = false;
      restsOn.push({ said: 'The call has no place in the order of the session.', call: position });
      continue;
    }
    if (gate.gate === 'ill-posed') determined = false;
    holds.push(ordersOf(gate));
    const why = gate.reasons.length === 0 ? '' : `: ${gate.reasons.join(', ')}`;
    restsOn.push({ said: `The question is ${gate.gate}${why}.`, call: position });
  }
  if (claim.calls.length === 0) restsOn.push({ said: 'The claim names no call.' });
  const holdsIn = holds.includes('none') ? 'none' : holds.includes('some') ? 'some' : holds[0];
  return {
    support: determined ? 'conditional' : 'not-determined',
    restsOn,
    ...(holdsIn === undefined ? {} : { holdsIn }),
  };
}

/** Where nothing but the order is in the way, the question is well posed in an order that is pinned down. */
function ordersOf({ gate, reasons }: CounterfactualReading): HoldsIn {
  if (gate === 'well-posed') return 'every';
  return reasons.every((reason) => /^(?:question|pin|more)(?::|$)/.test(reason)) ? 'some' : 'none';
}
