import { isJsonArray, isJsonNumber, isJsonObject, type Json, type JsonObject } from '../../lib/json-value.ts';
import { pythonRepr } from '../../lib/python-repr.ts';
import { isHex64, isNonNegativeInt, pythonInt } from './python-values.ts';
import { type Refusal, refuse } from './refusal.ts';

const ORIGINS: readonly string[] = ['confidential', 'fs', 'input', 'model', 'net', 'secret', 'web'];
/** Over these a digest confirms guesses, so nothing of the prompt may be bound or kept. */
const DISCLOSING: readonly string[] = ['confidential', 'secret'];
const BINDING_MEMBERS = ['mode', 'reason', 'value'];
const SUPPRESSED_BECAUSE: readonly Json[] = ['analysis-disengaged', 'confidential-origin', 'secret-origin'];
const OUTCOMES: readonly Json[] = ['exhausted', 'refused', 'validated'];
const COUNTS = ['max_tokens', 'seed', 'top_k'];
const RATES = ['temperature', 'top_p'];
const SAMPLING_MEMBERS = ['max_tokens', 'seed', 'stop_digest', 'temperature', 'top_k', 'top_p'];
const RETAINED_MEMBERS = ['completion', 'origins', 'prompt'];

/** A list of known origins, sorted and without repeats; may be empty. */
export function checkOrigins(origins: Json | undefined): Refusal | undefined {
  if (!isTextList(origins)) return refuse('vocabulary', 'origins is no list of texts');
  const unknown = origins.filter((origin) => !ORIGINS.includes(origin));
  if (unknown.length > 0) {
    return refuse(
      'vocabulary',
      'origins names an origin that is not known',
      `origins outside item 249's lattice: ${pythonRepr(unknown)} (the lattice is ${pythonRepr(ORIGINS)})`,
    );
  }
  if (!isSortedSet(origins)) {
    return refuse(
      'vocabulary',
      'origins is not sorted and without repeats',
      'origins is not the sorted, duplicate-free set it claims to be, so two records over the same input would not compare equal',
    );
  }
  return undefined;
}

/** revl-wal.md 2.2. */
export function checkPromptBinding(
  binding: Json | undefined,
  origins: readonly string[],
): Refusal | undefined {
  if (!isJsonObject(binding)) return refuse('vocabulary', 'prompt_binding is no object');
  if (!hasExactly(binding, BINDING_MEMBERS)) {
    return refuse(
      'vocabulary',
      'prompt_binding has other members than mode, value and reason',
      `prompt_binding names ${pythonRepr([...binding.keys()].sort())}, not ${pythonRepr(BINDING_MEMBERS)}`,
    );
  }
  const mode = binding.get('mode');
  const value = binding.get('value');
  const reason = binding.get('reason');
  if (mode === 'suppressed') {
    return value === null && SUPPRESSED_BECAUSE.includes(reason as Json)
      ? undefined
      : refuse('vocabulary', 'a suppressed prompt binding carries a value or no known reason');
  }
  if (mode !== 'content-addressed' && mode !== 'salted-within-run') {
    return refuse('vocabulary', 'the mode of prompt_binding is not known');
  }
  const isLegal = mode === 'content-addressed' ? isHex64(value) : isSaltedDigest(value);
  if (!isLegal || reason !== null) {
    return refuse('vocabulary', `a ${mode} prompt binding has no digest of its form, or has a reason`);
  }
  const disclosing = origins.filter((origin) => DISCLOSING.includes(origin));
  if (disclosing.length > 0) {
    return refuse(
      'disclosure',
      `the prompt carries ${disclosing.join(' and ')} origins and a digest of it is bound, which confirms guesses`,
      `a ${mode} prompt binding over an input carrying ${pythonRepr(DISCLOSING)} origins is a cross-run confirmation oracle for the prompt; the runtime digest gate suppresses it (item 121 §4)`,
    );
  }
  return undefined;
}

const isSaltedDigest = (value: Json | undefined): boolean =>
  typeof value === 'string' && /^hmac-sha256:[0-9a-f]{64}$/.test(value);

/** Outcome, candidates and the choice among them. */
export function checkCandidates(evidence: JsonObject): Refusal | undefined {
  const outcome = evidence.get('outcome') as Json;
  const candidates = evidence.get('candidates');
  const chosen = evidence.get('chosen') as Json;
  if (!OUTCOMES.includes(outcome)) {
    return refuse('vocabulary', 'outcome is neither exhausted nor refused nor validated');
  }
  if (!isJsonArray(candidates)) return refuse('vocabulary', 'candidates is no list');
  if (!candidates.every(isHex64)) return refuse('candidate-set', 'a candidate is no SHA-256 digest');
  if (new Set(candidates).size < candidates.length) {
    return refuse(
      'candidate-set',
      'a candidate is listed twice, so it is not certain which one was chosen',
      "the candidate set repeats a digest, so 'which one was chosen' has more than one answer",
    );
  }
  if (candidates.length === 0) return refuse('candidate-set', 'no candidate is listed');
  if (outcome !== 'validated') {
    return chosen === null
      ? undefined
      : refuse(
          'candidate-set',
          'a candidate is named as chosen though the outcome says that none was taken',
          `an outcome of ${pythonRepr(outcome)} took no candidate, but the record names chosen=${pythonRepr(chosen)}`,
        );
  }
  const index = pythonInt(chosen);
  if (index === undefined || index < 0n || index >= BigInt(candidates.length)) {
    return refuse(
      'candidate-set',
      'chosen names none of the candidates',
      `chosen ${pythonRepr(chosen)} is not an index into the ${candidates.length} candidates offered`,
    );
  }
  return undefined;
}

/** revl-wal.md 2.3. */
export function checkSampling(sampling: Json | undefined): Refusal | undefined {
  if (!isJsonObject(sampling)) return refuse('vocabulary', 'sampling is no object');
  const absent = SAMPLING_MEMBERS.filter((member) => !sampling.has(member));
  if (absent.length > 0) {
    return refuse(
      'incomplete',
      `sampling lacks ${absent.join(', ')}`,
      `sampling omits ${absent.join(', ')}; a re-run instruction with a missing knob is a description, and \`None\` is how the record says the request did not set one`,
    );
  }
  if (sampling.size > SAMPLING_MEMBERS.length) {
    return refuse('vocabulary', 'sampling has a member that no sealed decision has');
  }
  for (const member of COUNTS) {
    const value = sampling.get(member) as Json;
    if (value !== null && !isNonNegativeInt(value)) {
      return refuse(
        'vocabulary',
        `sampling.${member} is neither null nor a whole number from 0 up`,
        `sampling.${member} is not a non-negative integer (${pythonRepr(value)})`,
      );
    }
  }
  for (const member of RATES) {
    const value = sampling.get(member) as Json;
    if (value === null) continue;
    if (!isJsonNumber(value)) return refuse('vocabulary', `sampling.${member} is neither null nor a number`);
    // NaN is not at least 0 either
    if (!(Number(value.token) >= 0)) {
      return refuse(
        'vocabulary',
        `sampling.${member} is not at least 0`,
        `sampling.${member} is negative (${pythonRepr(value)})`,
      );
    }
  }
  const stop = sampling.get('stop_digest');
  return stop === null || isHex64(stop)
    ? undefined
    : refuse('vocabulary', 'sampling.stop_digest is neither null nor a SHA-256 digest');
}

/** The retained texts, whose own origins must be among the body's. */
export function checkRetained(retained: Json | undefined, origins: readonly string[]): Refusal | undefined {
  if (retained === null) return undefined;
  if (!isJsonObject(retained) || !hasExactly(retained, RETAINED_MEMBERS)) {
    return refuse(
      'vocabulary',
      'retained is neither null nor an object of exactly prompt, completion and origins',
    );
  }
  if (origins.some((origin) => DISCLOSING.includes(origin))) {
    return refuse('disclosure', 'texts of secret or confidential origin are retained');
  }
  const completion = retained.get('completion');
  if (typeof retained.get('prompt') !== 'string') return refuse('vocabulary', 'retained.prompt is no text');
  if (completion !== null && typeof completion !== 'string') {
    return refuse('vocabulary', 'retained.completion is neither null nor a text');
  }
  const own = retained.get('origins');
  if (!isTextList(own) || own.length === 0 || !isSortedSet(own)) {
    return refuse('vocabulary', 'retained.origins is no list of texts, empty, unsorted or has repeats');
  }
  const stray = own.filter((origin) => !origins.includes(origin));
  if (stray.length > 0) {
    return refuse(
      'disclosure',
      'the retained texts claim origins that the decision itself does not carry',
      `the retained bytes claim origins ${pythonRepr(stray)} the decision itself does not carry, so the record's own taint is narrower than the content it holds`,
    );
  }
  return undefined;
}

const isTextList = (value: Json | undefined): value is readonly string[] =>
  isJsonArray(value) && value.every((member) => typeof member === 'string');

/** The legal words are ASCII, so code units order them as Python does. */
const isSortedSet = (texts: readonly string[]): boolean =>
  texts.every((text, i) => i === 0 || (texts[i - 1] as string) < text);

function hasExactly(object: JsonObject, members: readonly string[]): boolean {
  return object.size === members.length && members.every((member) => object.has(member));
}
