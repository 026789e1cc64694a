/** A range of one side that has no equal on the other. */
export interface ByteRange {
  /** 0-based, on either side. */
  readonly recordedOffset: number;
  readonly replayedOffset: number;
  /** 0 where bytes are only on the other side. */
  readonly recordedLength: number;
  readonly replayedLength: number;
}

export interface BytesDifference {
  readonly is: 'bytes';
  readonly recordedBytes: number;
  readonly replayedBytes: number;
  readonly ranges: readonly ByteRange[];
  /** There are more ranges than are listed here. */
  readonly cut: boolean;
}

/** Equal bytes between two ranges that do not part them: a difference of an integer is one range, not four. */
const GAP = 8;
const LISTED_RANGES = 1_000;

/**
 * Binary content by ranges. Contents of one size are compared place by place; of unlike sizes, what stands between
 * their common beginning and their common end is one range.
 */
export function deriveBytesDifference(recorded: Uint8Array, replayed: Uint8Array): BytesDifference {
  const shorter = Math.min(recorded.length, replayed.length);
  let head = 0;
  while (head < shorter && recorded[head] === replayed[head]) head++;
  let tail = 0;
  while (tail < shorter - head && recorded.at(-1 - tail) === replayed.at(-1 - tail)) tail++;
  const sizes = { recordedBytes: recorded.length, replayedBytes: replayed.length };
  if (recorded.length !== replayed.length) {
    const range = {
      recordedOffset: head,
      replayedOffset: head,
      recordedLength: recorded.length - head - tail,
      replayedLength: replayed.length - head - tail,
    };
    return { is: 'bytes', ...sizes, ranges: [range], cut: false };
  }
  const ranges: ByteRange[] = [];
  const end = recorded.length - tail;
  for (let at = head; at < end; ) {
    if (recorded[at] === replayed[at]) {
      at++;
      continue;
    }
    const from = at;
    let last = at;
    while (at < end && at - last <= GAP) {
      if (recorded[at] !== replayed[at]) last = at;
      at++;
    }
    const length = last - from + 1;
    if (ranges.length === LISTED_RANGES) return { is: 'bytes', ...sizes, ranges, cut: true };
    ranges.push({
      recordedOffset: from,
      replayedOffset: from,
      recordedLength: length,
      replayedLength: length,
    });
    at = last + 1;
  }
  return { is: 'bytes', ...sizes, ranges, cut: false };
}
