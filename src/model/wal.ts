import type { JsonObject } from '../lib/json-value.ts';

/** One line of a revl write-ahead log, raw (revl-wal.md 1). */
export interface WalRecord {
  /** 1-based line. */
  readonly line: number;
  /** Byte offset and length of the line. */
  readonly offset: number;
  readonly length: number;
  /** The `record` member as written; `undefined` when it is no string. */
  readonly kind: string | undefined;
  readonly value: JsonObject;
}

export type WalReading =
  | {
      readonly is: 'read';
      /** Empty when the log has none. */
      readonly header: JsonObject;
      /** All lines but headers, in file order. */
      readonly records: readonly WalRecord[];
      /** An `activation-complete` record stands in the log. */
      readonly complete: boolean;
      /** The last line was cut and dropped. */
      readonly torn: boolean;
    }
  /** Corrupt before its end, or of a version that is not known: nothing in it is read. */
  | { readonly is: 'refused'; readonly line: number; readonly said: string };

export interface WalFile {
  readonly file: number;
  readonly reading: WalReading;
}

/** The component and step index that name a model crossing; raw values as the log has them. */
export interface Crossing {
  readonly component: string | undefined;
  readonly stepIndex: bigint | undefined;
}
