import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/lib/json-value.ts';
import { readDecisions } from '../../../src/verdicts/seal/read-decisions.ts';
import { reconstructDecision } from '../../../src/verdicts/seal/reconstruct.ts';
import {
  decisionBody,
  decisionRecord,
  digestOf,
  float,
  keyIdOf,
  OTHER_KEY,
  type PlainObject,
  seal,
  TEST_KEY,
} from '../../sealer.ts';
import { keyOf, logOf } from './log-of.ts';

const KEY = await keyOf(TEST_KEY);
const A = digestOf('a');

async function linkOf(overrides: PlainObject, without: readonly string[] = []): Promise<string> {
  const body = Object.fromEntries(
    Object.entries(decisionBody(overrides)).filter(([member]) => !without.includes(member)),
  );
  const { reading } = await logOf([decisionRecord(seal(body))]);
  if (reading.is !== 'read') throw new Error(reading.said);
  const [decision] = await readDecisions(reading.records, 0, [KEY], { expectSealed: false });
  return decision?.verified ? 'verified' : `${decision?.link}`;
}

const binding = (mode: string, value: string | null, reason: string | null, more: PlainObject = {}) => ({
  prompt_binding: { mode, value, reason, ...more },
});
const sampling = (overrides: PlainObject) => ({
  sampling: { ...(decisionBody().sampling as PlainObject), ...overrides },
});
const retained = (overrides: PlainObject, body: PlainObject = {}) => ({
  retained: { prompt: 'p', completion: 'c', origins: ['input'], ...overrides },
  ...body,
});

describe('a body under a MAC that holds', () => {
  it('names another key', async () => {
    expect(await linkOf({ key_id: keyIdOf(OTHER_KEY) })).toBe('key-identity');
    expect(await linkOf({ key_id: 'no id' })).toBe('key-identity');
  });

  it('is incomplete for each of its 21 members', async () => {
    for (const member of Object.keys(decisionBody())) {
      // without its key id the question is answered one step earlier
      expect(await linkOf({}, [member])).toBe(member === 'key_id' ? 'key-identity' : 'incomplete');
    }
  });

  it.each([
    ['a member too many', { extra: 1 }, 'vocabulary'],
    ['another kind', { kind: 'revl.attestation' }, 'envelope'],
    ['another version', { version: '1.1' }, 'envelope'],
    ['another version as a number', { version: float('1.0') }, 'envelope'],
    ['another sign_alg', { sign_alg: 'none' }, 'envelope'],
    ['another hash_alg', { hash_alg: 'md5' }, 'envelope'],
    ['no time', { recorded_at: '' }, 'envelope'],
    ['a number for a time', { recorded_at: 1 }, 'envelope'],
    ['any text for a time', { recorded_at: 'yesterday' }, 'verified'],
    ['no component', { component: '' }, 'vocabulary'],
    ['a bool for a step', { step_index: true }, 'vocabulary'],
    ['a float for a step', { step_index: float('0.0') }, 'vocabulary'],
    ['a negative step', { step_index: -1 }, 'vocabulary'],
    ['no role', { role: '' }, 'vocabulary'],
    ['a residence elsewhere', { residence: 'edge' }, 'vocabulary'],
    ['an upper-case digest', { model_digest: A.toUpperCase() }, 'vocabulary'],
    ['64 digits as an integer for a digest', { model_digest: float('1'.repeat(64)) }, 'vocabulary'],
    ['a placement digest of another length', { placement_digest: A.slice(1) }, 'vocabulary'],
    ['no placement digest', { placement_digest: null }, 'verified'],
    ['no list of origins', { origins: 'input' }, 'vocabulary'],
    ['an unknown origin', { origins: ['prompt'] }, 'vocabulary'],
    ['unsorted origins', { origins: ['input', 'fs'] }, 'vocabulary'],
    ['repeated origins', { origins: ['fs', 'fs'] }, 'vocabulary'],
    ['no origins', { origins: [] }, 'verified'],
    ['no binding', { prompt_binding: null }, 'vocabulary'],
    ['a binding with a text', binding('content-addressed', A, null, { text: 'x' }), 'vocabulary'],
    ['an unknown mode', binding('plain', A, null), 'vocabulary'],
    ['a content-addressed binding without a digest', binding('content-addressed', null, null), 'vocabulary'],
    [
      'a content-addressed binding with a reason',
      binding('content-addressed', A, 'secret-origin'),
      'vocabulary',
    ],
    ['a salted binding', binding('salted-within-run', `hmac-sha256:${A}`, null), 'verified'],
    ['a salted binding without its prefix', binding('salted-within-run', A, null), 'vocabulary'],
    ['a suppressed binding', binding('suppressed', null, 'analysis-disengaged'), 'verified'],
    ['a suppressed binding with a value', binding('suppressed', A, 'secret-origin'), 'vocabulary'],
    ['a suppressed binding for no known reason', binding('suppressed', null, 'because'), 'vocabulary'],
    ['a digest over a secret', { origins: ['secret'] }, 'disclosure'],
    [
      'a salted digest over a secret',
      { origins: ['confidential'], ...binding('salted-within-run', `hmac-sha256:${A}`, null) },
      'disclosure',
    ],
    [
      'a suppressed binding over a secret',
      { origins: ['secret'], ...binding('suppressed', null, 'secret-origin') },
      'verified',
    ],
    ['an unknown outcome', { outcome: 'maybe' }, 'vocabulary'],
    ['no list of candidates', { candidates: {} }, 'vocabulary'],
    ['a candidate that is no digest', { candidates: ['x'], chosen: 0 }, 'candidate-set'],
    ['a repeated candidate', { candidates: [A, A] }, 'candidate-set'],
    ['no candidates', { candidates: [], outcome: 'exhausted', chosen: null }, 'candidate-set'],
    ['a choice beyond the candidates', { chosen: 2 }, 'candidate-set'],
    ['a negative choice', { chosen: -1 }, 'candidate-set'],
    ['a bool for a choice', { chosen: true }, 'candidate-set'],
    ['no choice though validated', { chosen: null }, 'candidate-set'],
    ['a choice though exhausted', { outcome: 'exhausted' }, 'candidate-set'],
    ['no choice when refused', { outcome: 'refused', chosen: null }, 'verified'],
    ['no sampling', { sampling: [] }, 'vocabulary'],
    ['a knob too many', sampling({ min_p: 1 }), 'vocabulary'],
    ['a float seed', sampling({ seed: float('7.0') }), 'vocabulary'],
    ['a bool for max_tokens', sampling({ max_tokens: true }), 'vocabulary'],
    ['a negative top_k', sampling({ top_k: -1 }), 'vocabulary'],
    ['an int temperature', sampling({ temperature: 1 }), 'verified'],
    ['a negative temperature', sampling({ temperature: float('-0.1') }), 'vocabulary'],
    ['a temperature of minus zero', sampling({ temperature: float('-0.0') }), 'verified'],
    ['a text for a temperature', sampling({ temperature: 'hot' }), 'vocabulary'],
    ['a bool for top_p', sampling({ top_p: false }), 'vocabulary'],
    ['NaN', sampling({ top_p: float('NaN') }), 'vocabulary'],
    ['Infinity', sampling({ top_p: float('Infinity') }), 'verified'],
    ['a stop digest', sampling({ stop_digest: A }), 'verified'],
    ['a stop text', sampling({ stop_digest: 'stop' }), 'vocabulary'],
    ['no policy digest', { policy_digest: null }, 'vocabulary'],
    ['a float depth', { fallback_depth: float('1.5') }, 'vocabulary'],
    ['a text for retained', { retained: 'text' }, 'vocabulary'],
    ['retained texts', retained({}), 'verified'],
    ['a retained prompt alone', retained({ completion: null }), 'verified'],
    ['retained with a member too many', retained({ more: 1 }), 'vocabulary'],
    ['no retained prompt', retained({ prompt: null }), 'vocabulary'],
    ['a number for a completion', retained({ completion: 1 }), 'vocabulary'],
    ['no retained origins', retained({ origins: [] }), 'vocabulary'],
    ['unsorted retained origins', retained({ origins: ['input', 'fs'] }), 'vocabulary'],
    ['a retained origin that the body lacks', retained({ origins: ['web'] }), 'disclosure'],
    [
      'retained texts over a secret',
      retained({}, { origins: ['input', 'secret'], ...binding('suppressed', null, 'secret-origin') }),
      'disclosure',
    ],
  ] as readonly [string, PlainObject, string][])('%s', async (_, overrides, link) => {
    expect(await linkOf(overrides)).toBe(link);
  });

  it('lacks a knob', async () => {
    const { seed: _, ...rest } = decisionBody().sampling as PlainObject;
    expect(await linkOf({ sampling: rest })).toBe('incomplete');
  });

  it('has the first failure as its answer', async () => {
    expect(await linkOf({ kind: 'x', residence: 'x', candidates: [] })).toBe('envelope');
    expect(await linkOf({ residence: 'x', candidates: [] })).toBe('vocabulary');
    expect(await linkOf({ kind: 'x', extra: 1 }, ['role'])).toBe('incomplete');
  });
});

describe('placement', () => {
  const roles = (table: Record<string, string>): Json => new Map(Object.entries(table));
  it.each([
    ['the same residence', roles({ cloud: 'off_device', local: 'on_device' }), undefined],
    ['another residence', roles({ cloud: 'on_device' }), 'placement'],
    ['no such role', roles({ local: 'on_device' }), 'placement'],
    ['a residence elsewhere', roles({ cloud: 'off_device', x: 'nowhere' }), 'placement'],
    ['no table', ['cloud'], 'placement'],
  ])('%s', async (_, table, link) => {
    const { reading } = await logOf([decisionRecord(seal(decisionBody()))]);
    const evidence = reading.is === 'read' ? reading.records[0]?.value.get('evidence') : undefined;
    const at = { component: 'Loop', stepIndex: false };
    const made = await reconstructDecision(evidence as Json, KEY, at, { roles: table });
    expect(made.is === 'refused' ? made.refusal.link : undefined).toBe(link);
  });
});
