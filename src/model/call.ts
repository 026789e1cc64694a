import type { ContentFact } from './content.ts';
import type { Place } from './place.ts';

export type CallRole = 'recorded' | 'replayed';
export type CallSource = 'log' | 'trace' | 'transcript';

export const FINGERPRINT_SCHEMES = [
  'sha256',
  'sha512',
  'blake3',
  'etag',
  'weak-etag',
  'row-version',
  'generation',
] as const;
export type FingerprintScheme = (typeof FINGERPRINT_SCHEMES)[number];

/** `scheme:value`; bare 64-hex means sha256. Hex digests are lower-cased. */
export interface Fingerprint {
  readonly scheme: FingerprintScheme;
  readonly value: string;
}

/** `scheme:value` (design.md 3.1). */
export const formatFingerprint = ({ scheme, value }: Fingerprint): string => `${scheme}:${value}`;

/** One resource's state before or after a call (design.md 3.1). */
export interface StateRecord {
  /** Absent: the short form's one unnamed resource, which matches only itself. */
  readonly resource?: string;
  /** Absent when none was stated, or when the stated one does not fit the attached content. */
  readonly fingerprint?: Fingerprint;
  /** A fingerprint was stated and does not count (malformed, or the content does not fit); none is computed instead. */
  readonly fingerprintRejected?: true;
  readonly epoch?: string;
  /** The resource did not exist. */
  readonly absent: boolean;
  /** Where attached content stands; it is read again when it is shown. */
  readonly content?: StateContent;
}

export type StateContent =
  /** A member of the bundle, by its manifest path. */
  | { readonly in: 'bundle'; readonly path: string; readonly bytes: number }
  /** Inside the call's own record (`text` or `base64`), reached through the record's place. */
  | { readonly in: 'record'; readonly encoding: 'text' | 'base64'; readonly bytes: number };

/** What a log states of an input or output: a value, a fingerprint of a withheld value, or nothing. An explicit null is a value. */
export interface StatedValue {
  readonly content?: ContentFact;
  /** `input_fingerprint` / `output_fingerprint`. */
  readonly fingerprint?: Fingerprint;
}

/** One tool call as one file tells it. */
export interface CallRecord {
  readonly at: Place;
  readonly source: CallSource;
  readonly agent?: string;
  readonly turnIndex?: number;
  readonly callIndex?: number;
  /** Trimmed. */
  readonly callId?: string;
  readonly traceId?: string;
  readonly spanId?: string;
  readonly tool: string;
  readonly input: StatedValue;
  readonly output: StatedValue;
  /** Unstated counts as a write. */
  readonly effects?: 'none' | 'read' | 'write';
  readonly coverage?: 'full' | 'partial';
  /** Absent: not stated. Empty: stated that there is none. */
  readonly preState?: readonly StateRecord[];
  readonly postState?: readonly StateRecord[];
  readonly idempotencyKey?: string;
  readonly servedFromCache: boolean;
  /** Some fingerprints were computed from a transcript's before and after text, not recorded. */
  readonly derived: boolean;
}

/** One call log: what a header, its calls and its end record said. */
export interface CallLog {
  /** Index of the evidence file in the case. */
  readonly file: number;
  /** Undefined when neither header, members, nor manifest say: the command line then reads it as recorded and says so. */
  readonly role: CallRole | undefined;
  readonly sessionId?: string;
  readonly attempt?: string;
  readonly snapshot?: { readonly id?: string; readonly epoch?: string; readonly pinned: boolean };
  readonly idempotency?: 'salted' | 'bypassed' | 'reused';
  readonly calls: readonly CallRecord[];
  /** The `calls` of the end record. */
  readonly endCount?: number;
  readonly ended: boolean;
  /** The last record was cut: what follows it is not known. */
  readonly torn: boolean;
}
