/** What became of the records of one evidence file: those that stand in it are accepted, folded or rejected. */
export interface FileCounts {
  /** Records that stand in the case. */
  readonly accepted: number;
  /** Equal copies of accepted ones. */
  readonly folded: number;
  /** Found and not accepted; a problem says why. */
  readonly rejected: number;
  /** Bytes that belong to no record that was found; problems say where. */
  readonly lostBytes: number;
}
