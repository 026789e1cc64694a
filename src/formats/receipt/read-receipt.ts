import { base64Bytes } from '../../lib/base64.ts';
import { canonicalRfc8785 } from '../../lib/json-canonical-rfc8785.ts';
import { isJsonObject, type Json, type JsonObject } from '../../lib/json-value.ts';
import { ED25519_SIGNATURE_BYTES } from '../../model/ed25519.ts';
import type { OtherSeal } from '../../model/other-seal.ts';

/** Where a receipt keeps its signature, and what tells a receipt. */
export const SIGNATURE_NAMES = ['signature', 'sig'] as const;
export const RECEIPT_NAMES = [
  'receipt_id',
  'receiptId',
  'receipt_type',
  'receiptType',
  'receipt_version',
  'receipt',
] as const;

const SCHEME_NAMES = ['alg', 'algorithm', 'signature_algorithm', 'signatureAlgorithm'] as const;
const KEY_NAMES = ['public_key', 'publicKey', 'verification_key', 'jwk'] as const;
const KEY_ID_NAMES = ['key_id', 'keyId', 'kid'] as const;

const utf8 = new TextEncoder();

/**
 * A receipt is sealed over all of it but its signature, in RFC 8785. Another scheme that it names makes it one that
 * cannot be checked; that it names Ed25519 makes it nothing.
 */
export function readReceipt(value: JsonObject): Omit<OtherSeal, 'at'> | undefined {
  const name = SIGNATURE_NAMES.find((one) => value.has(one));
  if (name === undefined) return undefined;
  const body = new Map([...value].filter(([member]) => member !== name));
  const payload = utf8.encode(canonicalRfc8785(body));
  const bytes = signatureBytes(value.get(name));
  const scheme = textUnder(value, SCHEME_NAMES);
  return {
    carrier: 'receipt',
    type: textUnder(value, ['receipt_type', 'receiptType', 'type', 'kind']) ?? 'receipt',
    signed: payload,
    payload,
    signatures: bytes === undefined ? [] : [{ keyId: textUnder(value, KEY_ID_NAMES), bytes }],
    carriesKey: KEY_NAMES.some((one) => value.has(one)),
    unsupported:
      scheme !== undefined && !/^(ed25519|eddsa)/i.test(scheme)
        ? 'A receipt names a scheme that is not Ed25519: its seal cannot be checked here.'
        : bytes?.length !== ED25519_SIGNATURE_BYTES
          ? 'A receipt has a signature that is none of Ed25519: its seal cannot be checked here.'
          : undefined,
  };
}

function signatureBytes(value: Json | undefined): Uint8Array<ArrayBuffer> | undefined {
  const text = typeof value === 'string' ? value.replace(/^ed25519:/i, '') : undefined;
  if (text === undefined) return undefined;
  if (/^[0-9a-fA-F]{128}$/.test(text)) {
    return Uint8Array.from({ length: ED25519_SIGNATURE_BYTES }, (_, i) =>
      Number.parseInt(text.slice(2 * i, 2 * i + 2), 16),
    );
  }
  return base64Bytes(text.replaceAll('-', '+').replaceAll('_', '/'));
}

function textUnder(value: JsonObject, names: readonly string[]): string | undefined {
  for (const name of names) {
    const text = value.get(name);
    if (typeof text === 'string' && text !== '') return text;
    if (isJsonObject(text)) return undefined;
  }
  return undefined;
}
