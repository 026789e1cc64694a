import type { Claim, ClaimReading } from '../../model/people.ts';
import { deriveClaim } from '../../verdicts/claims/derive-claim.ts';
import type { Assumed, ClaimsView, ClaimTargets, Question } from '../messages.ts';
import { type Asking, groupOf, sessionOf } from './asking.ts';

/** The support of each claim of a session; derived anew whenever evidence, pins or keys change. */
export async function answerClaims(
  question: Extract<Question, { is: 'claims' }>,
  asking: Asking,
): Promise<ClaimsView> {
  const { reading } = await sessionOf(question, asking);
  return question.claims.map((claim) => ({ id: claim.id, ...deriveClaim(claim, reading) }));
}

/** The same of claims of any session, by id; one whose session is not there has no reading. */
export async function readClaims(
  claims: readonly Claim[],
  assumed: Assumed,
  { reader, held }: Asking,
): Promise<ReadonlyMap<string, ClaimReading>> {
  const readings = new Map<string, ClaimReading>();
  for (const claim of claims) {
    const at = reader.indexOf(claim.session);
    if (at === undefined) continue;
    const { reading } = await reader.session(at, assumed, held);
    readings.set(claim.id, deriveClaim(claim, reading));
  }
  return readings;
}

export function answerClaimTargets(
  question: Extract<Question, { is: 'claim-targets' }>,
  asking: Asking,
): ClaimTargets {
  const group = asking.reader.groups[groupOf(question, asking)];
  const resources = new Set<string>();
  for (const { calls } of group?.recorded ?? []) {
    for (const { preState = [], postState = [] } of calls)
      for (const { resource } of [...preState, ...postState])
        if (resource !== undefined) resources.add(resource);
  }
  return { resources: [...resources].sort() };
}
