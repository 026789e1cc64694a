import { base64Bytes } from '../../lib/base64.ts';
import { hexOf } from '../../lib/hex.ts';
import { ED25519_KEY_BYTES } from '../../model/ed25519.ts';

/** A DER SubjectPublicKeyInfo of Ed25519 is these bytes and the key (RFC 8410). */
const SPKI_PREFIX = [0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00];

/**
 * y of the points of small order, little-endian, sign bit off, and of their spellings at and above the prime. Under such
 * a key any message verifies (security.md, "forged Ed25519").
 */
const LOW_ORDER = new Set([
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
]);

export type PublicKeyReading =
  | { readonly is: 'key'; readonly key: CryptoKey }
  /** Of small order, or not in its one canonical spelling: it verifies nothing. */
  | { readonly is: 'refused' }
  /** The bytes are no public key, or this browser has no Ed25519. */
  | { readonly is: 'none' };

/** Takes raw bytes, DER or PEM as a public key of Ed25519. */
export async function importPublicKey(file: Uint8Array): Promise<PublicKeyReading> {
  // the bytes may be a secret all the same: no copy of them stays
  const bytes = Uint8Array.from(file);
  const raw = rawKey(bytes);
  try {
    if (raw === undefined) return { is: 'none' };
    if (isRefused(raw)) return { is: 'refused' };
    return {
      is: 'key',
      key: await crypto.subtle.importKey('raw', raw, { name: 'Ed25519' }, false, ['verify']),
    };
  } catch {
    return { is: 'none' };
  } finally {
    bytes.fill(0);
    raw?.fill(0);
  }
}

function rawKey(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | undefined {
  if (bytes.length === ED25519_KEY_BYTES) return bytes;
  if (bytes.length === ED25519_KEY_BYTES + 1 && bytes.at(-1) === 0x0a) return bytes.slice(0, -1);
  const der = bytes.length === SPKI_PREFIX.length + ED25519_KEY_BYTES ? bytes : fromPem(bytes);
  if (der?.length !== SPKI_PREFIX.length + ED25519_KEY_BYTES) return undefined;
  return SPKI_PREFIX.every((byte, i) => der[i] === byte) ? der.slice(SPKI_PREFIX.length) : undefined;
}

const PEM_MOST = 400;

function fromPem(bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  if (bytes.length > PEM_MOST) return undefined;
  const text = new TextDecoder('latin1').decode(bytes);
  const body = /^-----BEGIN PUBLIC KEY-----\s+([A-Za-z0-9+/=\s]+)-----END PUBLIC KEY-----\s*$/.exec(
    text,
  )?.[1];
  return body === undefined ? undefined : base64Bytes(body.replace(/\s+/g, ''));
}

function isRefused(raw: Uint8Array): boolean {
  const y = raw.slice();
  y[31] = (y[31] as number) & 0x7f;
  return LOW_ORDER.has(hexOf(y)) || !isBelowPrime(y);
}

/** y < 2^255 − 19: a spelling at or above it is not the canonical one. */
const isBelowPrime = (y: Uint8Array): boolean =>
  !(y[31] === 0x7f && y.subarray(1, 31).every((byte) => byte === 0xff) && (y[0] as number) >= 0xed);
