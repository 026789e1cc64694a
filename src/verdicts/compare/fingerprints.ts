import type { Fingerprint, FingerprintScheme, StateRecord } from '../../model/call.ts';

const COUNTERS: ReadonlySet<string> = new Set(['row-version', 'generation']);
const DIGEST_DIGITS: ReadonlyMap<string, number> = new Map([
  ['sha256', 64],
  ['sha512', 128],
  ['blake3', 64],
]);

/** A counter only counts inside one epoch of its resource (design.md 4). */
export const isCounter = (fingerprint: Fingerprint | undefined): boolean =>
  fingerprint !== undefined && COUNTERS.has(fingerprint.scheme);

/** Of hexadecimal digits, in which letters are as good as capitals. */
export const isDigest = (scheme: FingerprintScheme): boolean => DIGEST_DIGITS.has(scheme);

/** A weak validator promises equivalence, not equality; HTTP spells it `W/"…"` under the name of a strong one. */
export const isWeak = (fingerprint: Fingerprint): boolean =>
  fingerprint.scheme === 'weak-etag' || (fingerprint.scheme === 'etag' && fingerprint.value.startsWith('W/'));

/** A digest with fewer digits than its function gives: equal prefixes prove nothing. */
export const isTruncated = (fingerprint: Fingerprint): boolean => {
  const digits = DIGEST_DIGITS.get(fingerprint.scheme);
  return digits !== undefined && fingerprint.value.length !== digits;
};

/**
 * Whether two fingerprints of one thing are equal; undefined when they cannot be compared: unlike schemes, weak
 * validators, truncated digests. Counters need an equal epoch besides, which is `compareState`'s business.
 */
export function equalFingerprints(a: Fingerprint, b: Fingerprint): boolean | undefined {
  if (a.scheme !== b.scheme || isWeak(a) || isWeak(b) || isTruncated(a) || isTruncated(b)) return undefined;
  return a.value === b.value;
}

/** A state says nothing that could be compared: no fingerprint, and not that the resource was absent. */
export const isBlank = (state: StateRecord): boolean => state.fingerprint === undefined && !state.absent;

/** How two states of one resource compare. */
export interface StateEquality {
  /** Undefined: not comparable, or one of them says nothing. */
  readonly equal: boolean | undefined;
  /** Both say something, and it cannot be compared. */
  readonly incomparable: boolean;
  /** Both epochs are stated, they have to agree here, and they do not. */
  readonly epochDiffers: boolean;
}

/**
 * Compares two states of one resource (design.md 4): `absent` on both sides is equal, on one a difference; counters
 * need equal epochs stated on both sides; a read's recorded epoch must be answered by the same one; the epoch of a
 * written content hash is shown, not compared.
 */
export function compareState(recorded: StateRecord, replayed: StateRecord, readOnly: boolean): StateEquality {
  const counters = isCounter(recorded.fingerprint) && isCounter(replayed.fingerprint);
  const stated = recorded.epoch !== undefined && replayed.epoch !== undefined;
  const epochDiffers = (counters || readOnly) && stated && recorded.epoch !== replayed.epoch;
  if (isBlank(recorded) || isBlank(replayed)) return { equal: undefined, incomparable: false, epochDiffers };

  const raw = rawEquality(recorded, replayed);
  const counted = counters && !(stated && recorded.epoch === replayed.epoch) ? undefined : raw;
  // A difference stays proven out of any epoch; an agreement out of another epoch is none.
  const unanswered = readOnly && recorded.epoch !== undefined && recorded.epoch !== replayed.epoch;
  const equal = counted === true && unanswered ? undefined : counted;
  return { equal, incomparable: equal === undefined, epochDiffers };
}

function rawEquality(a: StateRecord, b: StateRecord): boolean | undefined {
  if (a.absent || b.absent) return a.absent === b.absent;
  if (a.fingerprint === undefined || b.fingerprint === undefined) return undefined;
  return equalFingerprints(a.fingerprint, b.fingerprint);
}
