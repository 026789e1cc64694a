import { admissibleSession } from './admissible-session.ts';
import { archive } from './archive.ts';
import { LIMITS_KEY, limitsIncident } from './limits-incident.ts';

/** Name → bytes of everything in `public/samples/`. */
export async function buildSamples(): Promise<ReadonlyMap<string, Uint8Array>> {
  return new Map([
    ['admissible-session.zip', await archive(admissibleSession())],
    ['limits-incident.key', new TextEncoder().encode(LIMITS_KEY)],
    ['limits-incident.zip', await archive(limitsIncident())],
  ]);
}
