import { FINGERPRINT_SCHEMES, type Fingerprint, formatFingerprint, type StateRecord } from '../model/call.ts';
import { compareState, isDigest, isTruncated, isWeak } from '../verdicts/compare/fingerprints.ts';
import type { SeenState } from './world.ts';

export type Sameness =
  | { readonly is: 'same' }
  /** How either was found. */
  | { readonly is: 'other'; readonly recorded: string; readonly seen: string }
  /** Half a sentence. */
  | { readonly is: 'incomparable'; readonly said: string };

/** Whether a resource is as it was recorded. What design.md 4 does not compare is not compared here either. */
export function sameState(recorded: StateRecord, seen: SeenState): Sameness {
  if (seen.is === 'unknown') return { is: 'incomparable', said: seen.said };
  const found = foundState(seen);
  switch (compareState(recorded, found, false).equal) {
    case true:
      return { is: 'same' };
    case false:
      return { is: 'other', recorded: spelled(recorded), seen: spelled(found) };
    case undefined:
      return { is: 'incomparable', said: whyNot(recorded.fingerprint, found.fingerprint) };
  }
}

function foundState(seen: Exclude<SeenState, { readonly is: 'unknown' }>): StateRecord {
  if (seen.is === 'absent') return { absent: true };
  const fingerprint = splitFingerprint(seen.fingerprint);
  return {
    absent: false,
    ...(fingerprint === undefined ? {} : { fingerprint }),
    ...(seen.epoch === undefined ? {} : { epoch: seen.epoch }),
  };
}

function whyNot(recorded: Fingerprint | undefined, found: Fingerprint | undefined): string {
  if (recorded === undefined) return 'the recording has no fingerprint of how it was found';
  const { scheme } = recorded;
  if (found?.scheme !== scheme)
    return `the recording has its ${scheme}, and its ${found?.scheme} was reported`;
  if (isTruncated(recorded) || isTruncated(found)) return `its ${scheme} is cut`;
  if (isWeak(recorded) || isWeak(found)) return 'weak validators show no sameness';
  return `its ${scheme} is of another epoch, or of one that is not stated`;
}

const spelled = ({ fingerprint }: StateRecord): string =>
  fingerprint === undefined ? 'absent' : formatFingerprint(fingerprint);

function splitFingerprint(text: string): Fingerprint | undefined {
  const colon = text.indexOf(':');
  const scheme = FINGERPRINT_SCHEMES.find((one) => one === text.slice(0, colon));
  if (scheme === undefined) return undefined;
  const value = text.slice(colon + 1);
  return { scheme, value: isDigest(scheme) ? value.toLowerCase() : value };
}
