import { isJsonObject, type Json, type JsonObject } from '../../lib/json-value.ts';
import { pythonRepr } from '../../lib/python-repr.ts';
import type { Decision, EvidenceKey } from '../../model/seal.ts';
import { RESIDENCES } from './body-check.ts';
import { pythonEqualsInt, pythonInt, pythonTypeName } from './python-values.ts';
import { type Refusal, refuse } from './refusal.ts';
import { type CoveredBytes, type Verified, verifySeal } from './verify.ts';

/** The pair that the record around a seal states, raw; null where it states none. */
export interface RecordCrossing {
  readonly component: Json;
  readonly stepIndex: Json;
}

export interface Reproducible {
  readonly ok: boolean;
  readonly missing: readonly string[];
}

export type Reconstruction =
  | { readonly is: 'read'; readonly decision: Decision; readonly reproducible: Reproducible }
  /** Nothing is read out. */
  | { readonly is: 'refused'; readonly refusal: Refusal; readonly macHolds: boolean };

export interface ReconstructOptions {
  /** A route table: `{role: residence}`. Undefined: none is given and placement is not checked. */
  readonly roles?: Json;
  readonly coveredBytes?: CoveredBytes;
}

/** revl-wal.md 4.2: verify, then the join with the record around the seal, then the placement. */
export async function reconstructDecision(
  evidence: Json,
  key: EvidenceKey,
  at: RecordCrossing,
  options: ReconstructOptions = {},
): Promise<Reconstruction> {
  return concludeReconstruction(await verifySeal(evidence, key, options.coveredBytes), at, options.roles);
}

/** What is left to do once the seal was verified. */
export function concludeReconstruction(
  verified: Verified,
  at: RecordCrossing,
  roles: Json | undefined,
): Reconstruction {
  if (verified.is === 'refused') return verified;
  const refusal = checkJoin(verified.body, at) ?? checkPlacement(verified.body, roles);
  if (refusal !== undefined) return { is: 'refused', refusal, macHolds: true };
  return {
    is: 'read',
    decision: decisionOf(verified.body),
    reproducible: reproducibilityOf(verified.body),
  };
}

/** A genuine seal under another pair was lifted there. Python's equality: 1.0 joins with 1. */
function checkJoin(body: JsonObject, at: RecordCrossing): Refusal | undefined {
  const component = body.get('component') as string;
  const stepIndex = body.get('step_index') as Json;
  if (at.component === component && pythonEqualsInt(at.stepIndex, pythonInt(stepIndex) as bigint)) {
    return undefined;
  }
  return refuse(
    'crossing',
    'the seal is genuine and belongs to another crossing than the record it stands in',
    `a genuine record of (${pythonRepr(component)}, ${pythonRepr(stepIndex)}) lifted onto this one ((${pythonRepr(at.component)}, ${pythonRepr(at.stepIndex)}))`,
  );
}

function checkPlacement(body: JsonObject, roles: Json | undefined): Refusal | undefined {
  if (roles === undefined) return undefined;
  if (!isJsonObject(roles)) {
    return refuse(
      'placement',
      'the route table is no object of roles and residences',
      `a placement table is a mapping of role name to residence, not ${pythonTypeName(roles)}`,
    );
  }
  for (const [role, residence] of roles) {
    if (typeof residence !== 'string' || !RESIDENCES.includes(residence)) {
      return refuse(
        'placement',
        'the route table gives a role a residence that is neither off_device nor on_device',
        `the placement table gives role ${pythonRepr(role)} the residence ${pythonRepr(residence)}, which is outside ${pythonRepr(RESIDENCES)}`,
      );
    }
  }
  const role = body.get('role') as string;
  const residence = body.get('residence') as string;
  const declared = roles.get(role);
  if (declared === undefined) {
    return refuse(
      'placement',
      'the route table does not declare the role of the decision',
      `the record names model role ${pythonRepr(role)}, which item 512's route table does not declare (it declares ${pythonRepr([...roles.keys()].sort())}); the placement is a fact about the program, so a role the program never declared describes a run of another program`,
    );
  }
  if (declared === residence) return undefined;
  return refuse(
    'placement',
    `the decision says ${residence} and the route table says ${String(declared)}`,
    `the record places role ${pythonRepr(role)} ${pythonRepr(residence)}, and item 512's route table declares it ${pythonRepr(declared)}; both words are legal, so only the table refutes this, and the direction that matters is a record claiming a prompt stayed on a device it left`,
  );
}

/** Only of a body that `checkBody` accepted, which is what makes these casts true. */
function decisionOf(body: JsonObject): Decision {
  const binding = body.get('prompt_binding') as JsonObject;
  const candidates = body.get('candidates') as readonly string[];
  const chosen = pythonInt(body.get('chosen'));
  return {
    component: body.get('component') as string,
    stepIndex: pythonInt(body.get('step_index')) as bigint,
    role: body.get('role') as string,
    residence: body.get('residence') as string,
    modelDigest: body.get('model_digest') as string,
    placementDigest: textOrAbsent(body.get('placement_digest')),
    promptBindingMode: binding.get('mode') as string,
    promptBinding: textOrAbsent(binding.get('value')),
    promptSuppressionReason: textOrAbsent(binding.get('reason')),
    origins: body.get('origins') as readonly string[],
    candidates,
    chosen,
    chosenDigest: chosen === undefined ? undefined : candidates[Number(chosen)],
    outcome: body.get('outcome') as string,
    sampling: body.get('sampling') as JsonObject,
    policyDigest: body.get('policy_digest') as string,
    fallbackDepth: pythonInt(body.get('fallback_depth')) as bigint,
    retained: body.get('retained') !== null,
    keyId: body.get('key_id') as string,
    recordedAt: body.get('recorded_at') as string,
  };
}

const textOrAbsent = (value: Json | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;

function reproducibilityOf(body: JsonObject): Reproducible {
  const sampling = body.get('sampling') as JsonObject;
  const binding = body.get('prompt_binding') as JsonObject;
  const missing: string[] = [];
  for (const member of ['model_digest', 'placement_digest']) {
    if ((body.get(member) ?? null) === null) missing.push(member);
  }
  for (const member of ['seed', 'temperature', 'top_p']) {
    if ((sampling.get(member) ?? null) === null) missing.push(`sampling.${member}`);
  }
  if (binding.get('mode') !== 'content-addressed') missing.push('prompt_binding');
  return { ok: missing.length === 0, missing };
}
