import { hexOf } from '../../lib/hex.ts';
import { fail, ok, type Result } from '../../lib/result.ts';
import type { EvidenceKey } from '../../model/seal.ts';
import { importPublicKey } from './ed25519-key.ts';

/** Below 16 bytes a key can be guessed offline from one seal. */
export const WEAK_KEY_BYTES = 16;

const KEY_ID_PREFIX = new TextEncoder().encode('revl-model-evidence-keyid\0');
const LF = 0x0a;

/**
 * Takes a key file's bytes (revl-wal.md 2.5): all of them, without exactly one LF at the end. `raw` is overwritten with
 * zeros, whatever the result; the key that is kept cannot be exported again.
 */
export async function importEvidenceKey(raw: Uint8Array<ArrayBuffer>): Promise<Result<EvidenceKey, 'empty'>> {
  try {
    const bytes = raw.at(-1) === LF ? raw.subarray(0, -1) : raw;
    if (bytes.length === 0) return fail('empty');
    const bytesSha256 = await sha256(raw);
    const twinSha256 = await sha256OfTwin(raw, bytes);
    const prefixed = new Uint8Array(KEY_ID_PREFIX.length + bytes.length);
    prefixed.set(KEY_ID_PREFIX);
    prefixed.set(bytes, KEY_ID_PREFIX.length);
    const keyId = (await sha256(prefixed)).slice(0, 16);
    prefixed.fill(0);
    const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [
      'verify',
    ]);
    const verifier = await importPublicKey(raw);
    return ok({
      keyId,
      key,
      ...(verifier.is === 'key' ? { publicKey: verifier.key } : {}),
      ...(verifier.is === 'refused' ? { isForgeable: true as const } : {}),
      bytesSha256,
      twinSha256,
      bytes: bytes.length,
    });
  } finally {
    raw.fill(0);
  }
}

async function sha256OfTwin(raw: Uint8Array<ArrayBuffer>, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  if (bytes.length < raw.length) return sha256(bytes);
  const twin = new Uint8Array(raw.length + 1);
  twin.set(raw);
  twin[raw.length] = LF;
  const digest = await sha256(twin);
  twin.fill(0);
  return digest;
}

/** By WebCrypto, not by `lib/hash.ts`, whose WebAssembly memory would keep a copy of the key. */
async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}
