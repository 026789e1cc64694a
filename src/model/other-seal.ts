import type { Place } from './place.ts';

export const SEAL_CARRIERS = ['dsse', 'receipt'] as const;
/** What a seal stands in. It pins the scheme: what a record says of its own scheme is never believed. */
export type SealCarrier = (typeof SEAL_CARRIERS)[number];

/** A sealed record that is no decision of a write-ahead log: a DSSE envelope, a receipt over canonical JSON. */
export interface OtherSeal {
  readonly at: Place;
  readonly carrier: SealCarrier;
  /** The payload's type in a DSSE envelope, the kind of a receipt; as written. */
  readonly type: string;
  /** The bytes that are sealed. */
  readonly signed: Uint8Array<ArrayBuffer>;
  /** What is sealed, as JSON in UTF-8: nothing in it is read before the seal was verified. */
  readonly payload: Uint8Array<ArrayBuffer>;
  readonly signatures: readonly {
    readonly keyId: string | undefined;
    readonly bytes: Uint8Array<ArrayBuffer>;
  }[];
  /** Why the scheme is none that can be checked: it is never called unsealed. */
  readonly unsupported: string | undefined;
  /** The record brings a key of its own, which proves no origin. */
  readonly carriesKey: boolean;
}

/** What is known of it. */
export interface OtherSealReading {
  readonly seal: OtherSeal;
  readonly state: 'verified' | 'not-verified' | 'unchecked' | 'unsupported-scheme';
  readonly said: string;
  /** Of a verified in-toto statement: the files it names by SHA-256. */
  readonly subjects: readonly {
    readonly name: string;
    readonly sha256: string;
    /** The evidence file that has this digest; undefined when none has. */
    readonly path: string | undefined;
  }[];
}
