import { scanWholeJson } from '../../lib/json-scan.ts';
import { isJsonArray, isJsonObject } from '../../lib/json-value.ts';
import type { OtherSeal, OtherSealReading } from '../../model/other-seal.ts';
import type { EvidenceKey } from '../../model/seal.ts';
import type { EvidenceFile } from '../../model/session.ts';

/** Checks each seal with the public keys that the examiner gave; what a record carries is never taken for a key. */
export async function readOtherSeals(
  seals: readonly OtherSeal[],
  keys: readonly EvidenceKey[],
  files: readonly EvidenceFile[],
): Promise<readonly OtherSealReading[]> {
  const verifiers = keys.flatMap(({ publicKey }) => publicKey ?? []);
  const canVerify = seals.length === 0 || (await hasEd25519());
  return Promise.all(
    seals.map((seal) => readSeal(canVerify ? seal : { ...seal, unsupported: NO_ED25519 }, verifiers, files)),
  );
}

const NO_ED25519 = 'Not checked: the seal is of Ed25519, which this browser or Node does not have.';

const hasEd25519 = (): Promise<boolean> =>
  crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify']).then(
    () => true,
    () => false,
  );

async function readSeal(
  seal: OtherSeal,
  verifiers: readonly CryptoKey[],
  files: readonly EvidenceFile[],
): Promise<OtherSealReading> {
  const unread = (state: OtherSealReading['state'], said: string): OtherSealReading => ({
    seal,
    state,
    said,
    subjects: [],
  });
  if (seal.unsupported !== undefined) return unread('unsupported-scheme', seal.unsupported);
  if (verifiers.length === 0) {
    return unread(
      'unchecked',
      seal.carriesKey
        ? 'Sealed, and not checked: no public key was given. The record brings a key of its own, which proves no origin.'
        : 'Sealed, and not checked: no public key was given.',
    );
  }
  for (const { bytes } of seal.signatures) {
    for (const key of verifiers) {
      if (await crypto.subtle.verify('Ed25519', key, bytes, seal.signed))
        return {
          seal,
          state: 'verified',
          said: 'Sealed, and verified: whoever holds the private half of the given key sealed it as it is.',
          subjects: subjectsOf(seal, files),
        };
    }
  }
  return unread(
    'not-verified',
    'No given key verifies it: it was altered, or sealed with another key. Nothing is read out of it.',
  );
}

const MOST_SUBJECTS = 1_000;

/** The files that a verified in-toto statement names, with the evidence file of the same digest. */
function subjectsOf(seal: OtherSeal, files: readonly EvidenceFile[]): OtherSealReading['subjects'] {
  const scanned = scanWholeJson(seal.payload);
  const list =
    scanned.ok && isJsonObject(scanned.value.value) ? scanned.value.value.get('subject') : undefined;
  if (!isJsonArray(list)) return [];
  return list.slice(0, MOST_SUBJECTS).flatMap((one) => {
    const [name, digest] = isJsonObject(one) ? [one.get('name'), one.get('digest')] : [];
    const sha256 = isJsonObject(digest) ? digest.get('sha256') : undefined;
    if (typeof sha256 !== 'string') return [];
    const wanted = sha256.toLowerCase();
    const path = files.find((file) => file.sha256 === wanted)?.path;
    return [{ name: typeof name === 'string' ? name : '', sha256: wanted, path }];
  });
}
