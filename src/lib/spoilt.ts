/**
 * Yielded among the pieces of a packed file: the last `bytes` bytes that were yielded are wrong and to be taken back,
 * since the part of the file that starts at `at` is damaged. What is yielded next is of a part behind it.
 */
export interface Spoilt {
  readonly at: number;
  readonly bytes: number;
  readonly said: string;
  /** Where the next part starts is not known, so that nothing more is yielded. */
  readonly isLast?: boolean;
}
