import {
  FINGERPRINT_SCHEMES,
  type Fingerprint,
  type FingerprintScheme,
  type StateRecord,
} from '../model/call.ts';
import type { SeenState } from './world.ts';

export type Sameness =
  | { readonly is: 'same' }
  /** How either was found. */
  | { readonly is: 'other'; readonly recorded: string; readonly seen: string }
  /** Half a sentence. */
  | { readonly is: 'incomparable'; readonly said: string };

/** Whether a resource is as it was recorded. What design.md 4 does not compare is not compared here either. */
export function sameState(recorded: StateRecord, seen: SeenState): Sameness {
  const { fingerprint, absent, epoch } = recorded;
  if (seen.is === 'unknown') return { is: 'incomparable', said: seen.said };
  if (absent || seen.is === 'absent') {
    if (absent && seen.is === 'absent') return { is: 'same' };
    if (!absent && fingerprint === undefined) return NO_FINGERPRINT;
    return {
      is: 'other',
      recorded: absent ? 'absent' : spelled(fingerprint as Fingerprint),
      seen: seen.is === 'absent' ? 'absent' : seen.fingerprint,
    };
  }
  if (fingerprint === undefined) return NO_FINGERPRINT;
  const found = splitFingerprint(seen.fingerprint);
  if (found?.scheme !== fingerprint.scheme) {
    return {
      is: 'incomparable',
      said: `the recording has its ${fingerprint.scheme}, and its ${found?.scheme} was reported`,
    };
  }
  const digits = DIGITS[fingerprint.scheme];
  if (digits !== undefined && (fingerprint.value.length !== digits || found.value.length !== digits)) {
    return { is: 'incomparable', said: `its ${fingerprint.scheme} is cut` };
  }
  if (fingerprint.scheme === 'weak-etag') {
    return { is: 'incomparable', said: 'weak validators show no sameness' };
  }
  const isCounter = fingerprint.scheme === 'row-version' || fingerprint.scheme === 'generation';
  if (isCounter && (epoch === undefined || epoch !== seen.epoch)) {
    return {
      is: 'incomparable',
      said: `its ${fingerprint.scheme} is of another epoch, or of one that is not stated`,
    };
  }
  return fingerprint.value === (digits === undefined ? found.value : found.value.toLowerCase())
    ? { is: 'same' }
    : { is: 'other', recorded: spelled(fingerprint), seen: seen.fingerprint };
}

const NO_FINGERPRINT: Sameness = {
  is: 'incomparable',
  said: 'the recording has no fingerprint of how it was found',
};

const DIGITS: Readonly<Partial<Record<FingerprintScheme, number>>> = { sha256: 64, sha512: 128, blake3: 64 };

const spelled = ({ scheme, value }: Fingerprint): string => `${scheme}:${value}`;

function splitFingerprint(text: string): Fingerprint | undefined {
  const colon = text.indexOf(':');
  const scheme = FINGERPRINT_SCHEMES.find((one) => one === text.slice(0, colon));
  return scheme === undefined ? undefined : { scheme, value: text.slice(colon + 1) };
}
