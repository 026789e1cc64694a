/** What unpacking stops at. Generous; settable; named when one is hit (security.md, "memory"). All count actual output. */
export interface IntakeLimits {
  /** Bytes of one file as it was dropped. */
  readonly fileBytes: number;
  /** Bytes of one unpacked member or decoded file; they are held in memory. */
  readonly entryBytes: number;
  /** Bytes of everything that is unpacked, together. */
  readonly totalBytes: number;
  /** Members of all archives, together. */
  readonly entries: number;
  /** Unpacked bytes for one packed byte, looked at above `ratioFloor`. */
  readonly ratio: number;
  readonly ratioFloor: number;
}

const MIB = 1024 * 1024;
const GIB = 1024 * MIB;

export const DEFAULT_LIMITS: IntakeLimits = {
  fileBytes: 64 * GIB,
  entryBytes: 2 * GIB,
  totalBytes: 4 * GIB,
  entries: 200_000,
  ratio: 1_000,
  ratioFloor: 64 * MIB,
};

/** Counts what is unpacked against the limits. One for a bundle. */
export interface LimitCounter {
  /** Undefined while everything is within the limits, else the sentence part that names the limit. */
  entry(): string | undefined;
  /** A counter for one member of `packed` bytes: tell it every piece of output. */
  member(packed: number): (bytes: number) => string | undefined;
}

export function createLimitCounter(limits: IntakeLimits): LimitCounter {
  let entries = 0;
  let total = 0;
  return {
    entry() {
      entries++;
      return entries > limits.entries ? `the limit of ${limits.entries} members` : undefined;
    },
    member(packed) {
      let own = 0;
      return (bytes) => {
        own += bytes;
        total += bytes;
        if (own > limits.entryBytes) return `the limit of ${sized(limits.entryBytes)} for one member`;
        if (total > limits.totalBytes)
          return `the limit of ${sized(limits.totalBytes)} for everything unpacked`;
        if (own > limits.ratioFloor && own > packed * limits.ratio) {
          return `the limit of ${limits.ratio} unpacked bytes for one packed byte`;
        }
        return undefined;
      };
    },
  };
}

/** `2 GiB`, `12 MiB`, `300 bytes`. */
export function sized(bytes: number): string {
  if (bytes >= GIB && bytes % GIB === 0) return `${bytes / GIB} GiB`;
  if (bytes >= MIB && bytes % MIB === 0) return `${bytes / MIB} MiB`;
  return `${bytes} bytes`;
}
