import type { Detected } from './detect-format.ts';

/** A format that is known by its beginning and has no reader (yet). */
interface UnreadFormat {
  readonly label: string;
  readonly is: (head: Uint8Array) => boolean;
}

const begins =
  (...bytes: readonly number[]) =>
  (head: Uint8Array): boolean =>
    bytes.every((byte, i) => head[i] === byte);

const textStarts =
  (pattern: RegExp) =>
  (head: Uint8Array): boolean =>
    pattern.test(new TextDecoder('latin1').decode(head.subarray(0, 4096)));

/** Recognised so that the sentence can name them (formats.md 1.0). A reader that is added takes its line away. */
const UNREAD: readonly UnreadFormat[] = [
  { label: 'PDF document', is: begins(0x25, 0x50, 0x44, 0x46) },
  { label: 'SQLite database', is: textStarts(/^SQLite format 3\0/) },
  { label: 'HTML page', is: textStarts(/^\s*<(?:!doctype html|html)/i) },
];

const ENCRYPTED: readonly UnreadFormat[] = [
  { label: 'Apache Parquet', is: begins(0x50, 0x41, 0x52, 0x45) },
  { label: 'age', is: textStarts(/^age-encryption\.org\//) },
  { label: 'OpenPGP', is: textStarts(/^-----BEGIN PGP MESSAGE-----/) },
  { label: 'OpenSSL', is: textStarts(/^Salted__/) },
];

export function recogniseUnread(head: Uint8Array): Detected | undefined {
  const encrypted = ENCRYPTED.find(({ is }) => is(head));
  if (encrypted !== undefined) {
    return {
      is: 'unreadable',
      code: 'encrypted',
      said: `The file is encrypted (${encrypted.label}) and cannot be read.`,
      hint: 'Decrypt it before it is dropped.',
    };
  }
  const known = UNREAD.find(({ is }) => is(head));
  if (known === undefined) return undefined;
  return {
    is: 'unreadable',
    code: 'format-unsupported',
    said: `The file is recognised (${known.label}), but this format cannot be read.`,
  };
}
