/** Text that may have been cut for showing. */
export interface CutText {
  readonly text: string;
  /** Bytes of the whole. */
  readonly bytes: number;
  readonly cut: boolean;
}
