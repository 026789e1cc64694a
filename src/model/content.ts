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
