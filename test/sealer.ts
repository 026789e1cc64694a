import { createHash, createHmac } from 'node:crypto';

/**
 * Writes and seals revl logs for tests, from revl-wal.md 1 to 3 and sharing no code with `src/`: plain JavaScript values
 * in, its own canonical bytes, Node's HMAC.
 */
export type Plain = null | boolean | string | number | Spelled | readonly Plain[] | PlainObject;
export interface PlainObject {
  readonly [member: string]: Plain;
}

/** A number written with this very token; `float('1.0')` is a float to Python, `1` an int. */
export class Spelled {
  constructor(
    readonly token: string,
    /** What Python's canonical form makes of it; the token itself when absent. */
    readonly canonical = token,
  ) {}
}
export const float = (token: string, canonical?: string): Spelled => new Spelled(token, canonical);

export const TEST_KEY = Buffer.from('witnessmark test key, not secret');
export const OTHER_KEY = Buffer.from('witnessmark other test key');

export const keyIdOf = (key: Uint8Array): string =>
  createHash('sha256').update('revl-model-evidence-keyid\0').update(key).digest('hex').slice(0, 16);

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** All 21 members of a legal body. */
export function decisionBody(overrides: PlainObject = {}, key: Uint8Array = TEST_KEY): PlainObject {
  return {
    kind: 'revl.model-decision',
    version: '1.0',
    sign_alg: 'hmac-sha256',
    hash_alg: 'sha256',
    key_id: keyIdOf(key),
    recorded_at: '2026-03-01T10:00:00+00:00',
    component: 'Loop',
    step_index: 0,
    role: 'cloud',
    residence: 'off_device',
    model_digest: digestOf('model'),
    placement_digest: digestOf('placement'),
    prompt_binding: { mode: 'content-addressed', value: digestOf('prompt'), reason: null },
    origins: ['fs', 'input'],
    candidates: [digestOf('candidate 0'), digestOf('candidate 1')],
    chosen: 1,
    outcome: 'validated',
    sampling: {
      max_tokens: 512,
      seed: 7,
      top_k: null,
      temperature: float('0.25'),
      top_p: float('1.0'),
      stop_digest: null,
    },
    policy_digest: digestOf('policy'),
    fallback_depth: 0,
    retained: null,
    ...overrides,
  };
}

export interface SealOptions {
  readonly key?: Uint8Array;
  readonly domain?: string;
  /** Members that the MAC leaves out, as a buggy signer would. */
  readonly uncovered?: readonly string[];
}

/** The body with its `signature`. */
export function seal(body: PlainObject, options: SealOptions = {}): PlainObject {
  const covered = Object.fromEntries(
    Object.entries(body).filter(([member]) => !options.uncovered?.includes(member)),
  );
  const signature = createHmac('sha256', options.key ?? TEST_KEY)
    .update(options.domain ?? 'revl.model-decision/v1\0')
    .update(canonical(covered))
    .digest('hex');
  return { ...body, signature };
}

/** A `model-decision` record around an evidence object, under the pair that the evidence names. */
export function decisionRecord(evidence: Plain | undefined, overrides: PlainObject = {}): PlainObject {
  const named = typeof evidence === 'object' && evidence !== null ? (evidence as PlainObject) : {};
  return {
    record: 'model-decision',
    component: named.component ?? 'Loop',
    stepIndex: named.step_index ?? 0,
    outcome: 'validated',
    llm: { model: 'host:model', tokensIn: 10, tokensOut: 2, attempts: 1, attemptCeiling: 3 },
    ...(evidence === undefined ? {} : { evidence }),
    ...overrides,
  };
}

export const HEADER: PlainObject = { record: 'header', walVersion: 1, generation: 1, guarantee: 'none' };
export const COMPLETE: PlainObject = { record: 'activation-complete', generation: 1, components: ['Loop'] };

export const effectRecord = (seq: number, overrides: PlainObject = {}): PlainObject => ({
  record: 'effect',
  seq,
  component: 'Loop',
  stepIndex: seq,
  kind: 'emission',
  label: 'llm.complete',
  boundary: { class: 'emission', referent: 'process-crossing', compensated: false },
  inverse: { reconstructible: false, reason: 'none' },
  ...overrides,
});

/** One record a line, as revl writes them. */
export const logText = (records: readonly Plain[]): string =>
  records.map((record) => `${line(record)}\n`).join('');

export const logBytes = (records: readonly Plain[]): Uint8Array => new TextEncoder().encode(logText(records));

/** `json.dumps(record, sort_keys=True)`. */
export const line = (value: Plain): string => write(value, ', ', ': ', (number) => number.token, asciiText);

/** revl-wal.md 2.4. */
export const canonical = (value: Plain): string =>
  write(value, ',', ':', (number) => number.canonical, rawText);

function write(
  value: Plain,
  comma: string,
  colon: string,
  number: (spelled: Spelled) => string,
  text: (value: string) => string,
): string {
  const inner = (part: Plain): string => write(part, comma, colon, number, text);
  if (value instanceof Spelled) return number(value);
  if (typeof value === 'string') return text(value);
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map(inner).join(comma)}]`;
  const members = Object.entries(value as PlainObject).sort(([a], [b]) =>
    Buffer.compare(Buffer.from(a), Buffer.from(b)),
  );
  return `{${members.map(([key, member]) => `${text(key)}${colon}${inner(member)}`).join(comma)}}`;
}

/** JSON's own escapes are Python's, but for lone surrogates, which have no canonical bytes and occur in no test body. */
const rawText = (value: string): string => JSON.stringify(value);

const asciiText = (value: string): string =>
  rawText(value).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
