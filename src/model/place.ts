/** Where a record stands in an evidence file: the raw bytes are read again from here whenever they are shown. */
export interface Place {
  /** Index of the evidence file in the case. */
  readonly file: number;
  /** 0-based byte offset. */
  readonly offset: number;
  /** Bytes. */
  readonly length: number;
  /** 1-based, where the format has lines. */
  readonly line?: number;
}
