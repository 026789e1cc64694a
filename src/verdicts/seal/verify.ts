import { isJsonObject, type Json, type JsonObject } from '../../lib/json-value.ts';
import { pythonRepr } from '../../lib/python-repr.ts';
import type { EvidenceKey } from '../../model/seal.ts';
import { checkBody } from './body-check.ts';
import { isHex64, pythonTypeName } from './python-values.ts';
import { type Refusal, refuse } from './refusal.ts';
import { sealBytes } from './seal-bytes.ts';

/** The bytes that a MAC covers; a parameter so that the suite can prove that it would notice a wrong one (revl-wal.md 7). */
export type CoveredBytes = (evidence: JsonObject) => Uint8Array<ArrayBuffer> | undefined;

/** An evidence object whose seal and body hold, or why not. */
export type Verified =
  | { readonly is: 'verified'; readonly body: JsonObject }
  /** `macHolds`: the key did seal this, and something else is wrong. */
  | { readonly is: 'refused'; readonly refusal: Refusal; readonly macHolds: boolean };

/** A seal whose form is right and whose MAC has to be computed. */
export interface UncheckedSeal {
  readonly is: 'unchecked';
  readonly evidence: JsonObject;
  readonly signature: Uint8Array<ArrayBuffer>;
  readonly covered: Uint8Array<ArrayBuffer>;
}

/** revl-wal.md 4.1, in its order; the first failure is the answer. */
export async function verifySeal(
  evidence: Json,
  key: EvidenceKey,
  coveredBytes: CoveredBytes = sealBytes,
): Promise<Verified> {
  const begun = beginVerify(evidence, coveredBytes);
  return begun.is === 'unchecked' ? concludeVerify(begun, key, await checkMac(begun, key)) : begun;
}

/** Steps 1 to 4: everything before the MAC, whatever the key. */
export function beginVerify(evidence: Json, coveredBytes: CoveredBytes): Verified | UncheckedSeal {
  if (!isJsonObject(evidence)) {
    return refused('incomplete', 'the evidence is no object', `not a record (${pythonTypeName(evidence)})`);
  }
  const signature = evidence.get('signature');
  if (signature === undefined) {
    return refused('incomplete', 'the seal has no signature', 'the record carries no signature');
  }
  if (!isHex64(signature)) {
    return refused(
      'signature',
      'the signature is not 64 lower-case hex digits',
      `the signature is not an hmac-sha256 tag (${pythonRepr(signature)})`,
    );
  }
  const covered = coveredBytes(evidence);
  if (covered === undefined) {
    return refused(
      'vocabulary',
      'the sealed body holds half of a surrogate pair, so it has no canonical bytes that a seal could cover',
    );
  }
  return { is: 'unchecked', evidence, signature: bytesOfHex(signature), covered };
}

/** Step 5; `subtle.verify` compares in constant time. */
export const checkMac = (seal: UncheckedSeal, key: EvidenceKey): Promise<boolean> =>
  crypto.subtle.verify('HMAC', key.key, seal.signature, seal.covered);

/** The answer of step 5, and steps 6 and 7. */
export function concludeVerify({ evidence }: UncheckedSeal, key: EvidenceKey, macHolds: boolean): Verified {
  if (!macHolds) {
    return refused(
      'signature',
      'the signature does not fit: something was changed, added or removed after sealing, or another key sealed it',
      'the signature does not cover this record: a member was added, removed or edited after it was sealed, or it was sealed with another key',
    );
  }
  if (evidence.get('key_id') !== key.keyId) {
    return {
      is: 'refused',
      macHolds,
      refusal: refuse(
        'key-identity',
        'the signature fits this key, and the sealed body names another key',
        `the record names key ${pythonRepr(evidence.get('key_id') ?? null)}, which is not the key it is being checked with (this key is ${key.keyId})`,
      ),
    };
  }
  const refusal = checkBody(evidence);
  return refusal === undefined ? { is: 'verified', body: evidence } : { is: 'refused', refusal, macHolds };
}

function refused(link: Refusal['link'], reason: string, revlReason?: string): Verified {
  return { is: 'refused', refusal: refuse(link, reason, revlReason), macHolds: false };
}

/** 64 lower-case hex digits. */
function bytesOfHex(hex: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(32);
  for (let i = 0; i < 32; i++) bytes[i] = (hexDigit(hex, 2 * i) << 4) | hexDigit(hex, 2 * i + 1);
  return bytes;
}

const hexDigit = (hex: string, at: number): number => {
  const unit = hex.charCodeAt(at);
  return unit < 0x3a ? unit - 0x30 : unit - 0x57;
};
