import { sha256Hex } from '../lib/hash.ts';
import { canonicalRfc8785 } from '../lib/json-canonical-rfc8785.ts';
import { exactForm } from '../lib/json-exact-form.ts';
import type { Json } from '../lib/json-value.ts';

/**
 * A value (input, output, state content) as it is compared. The value itself stays in its file: two digests decide
 * equality, so a case with 200 MB of states needs no 200 MB of memory.
 */
export interface ContentFact {
  /** Text is compared by its characters, JSON by structure with exact numbers; a text never equals a JSON value. */
  readonly kind: 'text' | 'json' | 'bytes';
  /** SHA-256 over the exact form in which 1 and 1.0 are equal and no digit is lost; equal iff the values are equal. Prefixed by the kind. */
  readonly equalityKey: string;
  /** `sha256:` over the UTF-8 text, the RFC 8785 JSON (integers keep their digits) or the bytes: what a stated fingerprint must equal. */
  readonly fingerprint: string;
  /** Bytes of the canonical form. */
  readonly bytes: number;
}

const utf8 = new TextEncoder();

/** Compared by characters. Needs `loadHashes()`. */
export function contentOfText(text: string): ContentFact {
  const bytes = utf8.encode(text);
  const digest = sha256Hex(bytes);
  // UTF-8 has one U+FFFD for every lone surrogate; the escaped spelling keeps such texts apart
  const equality = LONE_SURROGATE.test(text)
    ? `text-escaped:${sha256Hex(JSON.stringify(text))}`
    : `text:${digest}`;
  return { kind: 'text', equalityKey: equality, fingerprint: `sha256:${digest}`, bytes: bytes.length };
}

/** Compared by structure. Needs `loadHashes()`. */
export function contentOfJson(json: Json): ContentFact {
  const canonical = utf8.encode(canonicalRfc8785(json));
  return {
    kind: 'json',
    equalityKey: `json:${sha256Hex(exactForm(json))}`,
    fingerprint: `sha256:${sha256Hex(canonical)}`,
    bytes: canonical.length,
  };
}

/** Needs `loadHashes()`. */
export function contentOfBytes(bytes: Uint8Array): ContentFact {
  const digest = sha256Hex(bytes);
  return {
    kind: 'bytes',
    equalityKey: `bytes:${digest}`,
    fingerprint: `sha256:${digest}`,
    bytes: bytes.length,
  };
}

/** With the `u` flag a pair is one character, so only a lone half matches. */
const LONE_SURROGATE = /[\ud800-\udfff]/u;
