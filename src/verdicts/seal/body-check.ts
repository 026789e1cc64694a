import type { Json, JsonObject } from '../../lib/json-value.ts';
import { pythonRepr } from '../../lib/python-repr.ts';
import {
  checkCandidates,
  checkOrigins,
  checkPromptBinding,
  checkRetained,
  checkSampling,
} from './body-parts.ts';
import { isHex64, isNonNegativeInt } from './python-values.ts';
import { type Refusal, refuse } from './refusal.ts';

/** revl-wal.md 2.1. */
const BODY_MEMBERS = [
  'kind',
  'version',
  'sign_alg',
  'hash_alg',
  'key_id',
  'recorded_at',
  'component',
  'step_index',
  'role',
  'residence',
  'model_digest',
  'placement_digest',
  'prompt_binding',
  'origins',
  'candidates',
  'chosen',
  'outcome',
  'sampling',
  'policy_digest',
  'fallback_depth',
  'retained',
] as const;

const EVIDENCE_MEMBERS: ReadonlySet<string> = new Set([...BODY_MEMBERS, 'signature']);

const ENVELOPE = [
  ['kind', 'revl.model-decision'],
  ['version', '1.0'],
  ['sign_alg', 'hmac-sha256'],
  ['hash_alg', 'sha256'],
] as const;

export const RESIDENCES: readonly string[] = ['off_device', 'on_device'];

/**
 * The body check of revl-wal.md 4.1 step 7, over an evidence object whose MAC holds: what a key holder sealed can still
 * be no decision. Undefined when the body is legal.
 */
export function checkBody(evidence: JsonObject): Refusal | undefined {
  return (
    checkMembers(evidence) ??
    checkEnvelope(evidence) ??
    checkCrossing(evidence) ??
    checkOrigins(evidence.get('origins')) ??
    checkPromptBinding(evidence.get('prompt_binding'), originsOf(evidence)) ??
    checkCandidates(evidence) ??
    checkSampling(evidence.get('sampling')) ??
    checkPolicy(evidence) ??
    checkRetained(evidence.get('retained'), originsOf(evidence))
  );
}

/** Only to be called behind `checkOrigins`. */
const originsOf = (evidence: JsonObject): readonly string[] => evidence.get('origins') as readonly string[];

function checkMembers(evidence: JsonObject): Refusal | undefined {
  const absent = BODY_MEMBERS.filter((member) => !evidence.has(member)).sort();
  if (absent.length > 0) {
    return refuse(
      'incomplete',
      `the sealed body lacks ${absent.join(', ')}`,
      `required members absent from the body: ${absent.join(', ')}`,
    );
  }
  const unknown = [...evidence.keys()].filter((member) => !EVIDENCE_MEMBERS.has(member)).sort();
  if (unknown.length > 0) {
    return refuse(
      'vocabulary',
      `the sealed body has ${unknown.length === 1 ? 'a member' : `${unknown.length} members`} that no sealed decision has`,
      `members this envelope does not define: ${unknown.join(', ')}`,
    );
  }
  return undefined;
}

function checkEnvelope(evidence: JsonObject): Refusal | undefined {
  for (const [member, legal] of ENVELOPE) {
    const value = evidence.get(member);
    if (value !== legal) {
      return refuse(
        'envelope',
        `${member} is not ${legal}`,
        `${member} is ${pythonRepr(value as Json)}, not '${legal}'`,
      );
    }
  }
  const keyId = evidence.get('key_id');
  if (typeof keyId !== 'string' || !/^[0-9a-f]{16}$/.test(keyId)) {
    return refuse('envelope', 'key_id is not 16 lower-case hex digits');
  }
  const recordedAt = evidence.get('recorded_at') as Json;
  if (typeof recordedAt !== 'string' || recordedAt === '') {
    return refuse(
      'envelope',
      'recorded_at is no text or an empty one',
      `recorded_at is not a timestamp (${pythonRepr(recordedAt)})`,
    );
  }
  return undefined;
}

function checkCrossing(evidence: JsonObject): Refusal | undefined {
  if (!isNonEmptyText(evidence.get('component'))) {
    return refuse('vocabulary', 'component is no text or an empty one');
  }
  const stepIndex = evidence.get('step_index') as Json;
  if (!isNonNegativeInt(stepIndex)) {
    return refuse(
      'vocabulary',
      'step_index is no whole number from 0 up',
      `step_index is not a step ordinal (${pythonRepr(stepIndex)})`,
    );
  }
  if (!isNonEmptyText(evidence.get('role'))) return refuse('vocabulary', 'role is no text or an empty one');
  const residence = evidence.get('residence') as Json;
  if (typeof residence !== 'string' || !RESIDENCES.includes(residence)) {
    return refuse(
      'vocabulary',
      'residence is neither off_device nor on_device',
      `residence ${pythonRepr(residence)} is outside the closed vocabulary ${pythonRepr(RESIDENCES)}`,
    );
  }
  if (!isHex64(evidence.get('model_digest')))
    return refuse('vocabulary', 'model_digest is no SHA-256 digest');
  const placement = evidence.get('placement_digest');
  if (placement !== null && !isHex64(placement)) {
    return refuse('vocabulary', 'placement_digest is neither null nor a SHA-256 digest');
  }
  return undefined;
}

function checkPolicy(evidence: JsonObject): Refusal | undefined {
  if (!isHex64(evidence.get('policy_digest')))
    return refuse('vocabulary', 'policy_digest is no SHA-256 digest');
  const depth = evidence.get('fallback_depth') as Json;
  if (!isNonNegativeInt(depth)) {
    return refuse(
      'vocabulary',
      'fallback_depth is no whole number from 0 up',
      `fallback_depth is not a ladder depth (${pythonRepr(depth)})`,
    );
  }
  return undefined;
}

const isNonEmptyText = (value: Json | undefined): boolean => typeof value === 'string' && value !== '';
