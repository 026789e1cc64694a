import { sha256Hex } from '../lib/hash.ts';
import type { FindingsDocument } from '../model/findings.ts';

/**
 * `sha256:` over the document of design.md 8 in RFC 8785 canonical JSON. Nothing in that document depends on when, where
 * or by whom it was made, so a second examiner with the same bytes, pins, keys and version gets the same digest.
 * Needs `loadHashes()`.
 */
export const resultDigest = (findings: FindingsDocument): string =>
  `sha256:${sha256Hex(canonicalDocument(findings))}`;

/** RFC 8785 of plain values; as deep as our own documents are. */
export function canonicalDocument(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalDocument).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalDocument(member)}`);
  return `{${members.join(',')}}`;
}
