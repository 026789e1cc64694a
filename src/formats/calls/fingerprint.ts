import { FINGERPRINT_SCHEMES, type Fingerprint, type FingerprintScheme } from '../../model/call.ts';

const SCHEMES: ReadonlySet<string> = new Set(FINGERPRINT_SCHEMES);
const HEX = /^[0-9a-f]+$/;
/** Digits of the digests; fewer are kept as they stand, and compared with nothing. */
const DIGEST_DIGITS: Readonly<Partial<Record<FingerprintScheme, number>>> = {
  sha256: 64,
  sha512: 128,
  blake3: 64,
};

/**
 * Reads `scheme:value`, or bare 64-hex as SHA-256 (design.md 3.1). Hex digests are lower-cased; other values stay as
 * they are. Undefined when the scheme is unknown, the value empty, or a digest no hex or longer than its function's.
 */
export function parseFingerprint(text: string): Fingerprint | undefined {
  const colon = text.indexOf(':');
  if (colon < 0) {
    const bare = text.toLowerCase();
    return bare.length === 64 && HEX.test(bare) ? { scheme: 'sha256', value: bare } : undefined;
  }
  const scheme = text.slice(0, colon);
  const value = text.slice(colon + 1);
  if (!isScheme(scheme) || value === '') return undefined;
  const digits = DIGEST_DIGITS[scheme];
  if (digits === undefined) return { scheme, value };
  const hex = value.toLowerCase();
  return HEX.test(hex) && hex.length <= digits ? { scheme, value: hex } : undefined;
}

const isScheme = (text: string): text is FingerprintScheme => SCHEMES.has(text);
