/** Puts blocks on lanes from the top, each as high up as it fits without an overlap. */
export interface LaneShelf {
  /** Empties it. */
  reset(): void;
  /**
   * Blocks come in the order of their left ends. Ends may meet.
   * @param height in lanes. @returns the block's first lane.
   */
  place(left: number, right: number, height: number): number;
  /** Lanes in use. */
  readonly used: () => number;
}

/** A high block that fits nowhere after so many tries goes below everything: the picture grows, the time does not. */
const TRIES = 12;
const FREE = Number.NEGATIVE_INFINITY;

/**
 * Every lane has the right end of what stands on it. A tree over the lanes holds the least and the greatest of each
 * half and assigns to ranges lazily, so that a block of any height on any number of lanes costs O(log lanes).
 */
export function createLaneShelf(): LaneShelf {
  // walks below go down the tree: their depth is the logarithm of the lanes, whatever the evidence
  let room = 8;
  let least = new Float64Array(2 * room).fill(FREE);
  let most = new Float64Array(2 * room).fill(FREE);
  /** What both halves of a node are to be set to; NaN: nothing. */
  let owed = new Float64Array(room).fill(Number.NaN);
  let used = 0;

  const set = (i: number, right: number): void => {
    least[i] = right;
    most[i] = right;
    if (i < room) owed[i] = right;
  };
  const settle = (i: number): void => {
    const right = owed[i] as number;
    if (Number.isNaN(right)) return;
    set(2 * i, right);
    set(2 * i + 1, right);
    owed[i] = Number.NaN;
  };
  const gather = (i: number): void => {
    least[i] = Math.min(least[2 * i] as number, least[2 * i + 1] as number);
    most[i] = Math.max(most[2 * i] as number, most[2 * i + 1] as number);
  };

  /** Lanes [from, to) to `right`; node i covers lanes [low, low + size). */
  const assign = (i: number, low: number, size: number, from: number, to: number, right: number): void => {
    if (from >= low + size || to <= low) return;
    if (from <= low && to >= low + size) {
      set(i, right);
      return;
    }
    settle(i);
    assign(2 * i, low, size / 2, from, to, right);
    assign(2 * i + 1, low + size / 2, size / 2, from, to, right);
    gather(i);
  };

  /** First lane at or after `from` that is free at `left`, or -1. */
  const firstFree = (i: number, low: number, size: number, from: number, left: number): number => {
    if (low + size <= from || (least[i] as number) > left) return -1;
    if (i >= room) return low;
    settle(i);
    const above = firstFree(2 * i, low, size / 2, from, left);
    return above >= 0 ? above : firstFree(2 * i + 1, low + size / 2, size / 2, from, left);
  };

  /** Last lane of [from, to) that is not free at `left`, or -1. */
  const lastTaken = (
    i: number,
    low: number,
    size: number,
    from: number,
    to: number,
    left: number,
  ): number => {
    if (from >= low + size || to <= low || (most[i] as number) <= left) return -1;
    if (i >= room) return low;
    settle(i);
    const below = lastTaken(2 * i + 1, low + size / 2, size / 2, from, to, left);
    return below >= 0 ? below : lastTaken(2 * i, low, size / 2, from, to, left);
  };

  /** Twice the lanes: the tree so far becomes the upper half of a new one. */
  const grow = (lanes: number): void => {
    while (room < lanes) {
      const newLeast = new Float64Array(4 * room).fill(FREE);
      const newMost = new Float64Array(4 * room).fill(FREE);
      const newOwed = new Float64Array(2 * room).fill(Number.NaN);
      for (let level = 1; level <= room; level *= 2) {
        newLeast.set(least.subarray(level, 2 * level), 2 * level);
        newMost.set(most.subarray(level, 2 * level), 2 * level);
        if (level < room) newOwed.set(owed.subarray(level, 2 * level), 2 * level);
      }
      [least, most, owed, room] = [newLeast, newMost, newOwed, 2 * room];
      gather(1);
    }
  };

  return {
    used: () => used,
    reset: () => {
      set(1, FREE);
      used = 0;
    },
    place: (left, right, height) => {
      let lane = used === 0 ? 0 : firstFree(1, 0, room, 0, left);
      if (lane < 0) lane = used;
      for (let tries = 0; lane < used; tries++) {
        const taken = lastTaken(1, 0, room, lane, lane + height, left);
        if (taken < 0) break;
        const next = tries < TRIES ? firstFree(1, 0, room, taken + 1, left) : used;
        lane = next < 0 ? used : Math.min(next, used);
      }
      if (lane + height > room) grow(lane + height);
      used = Math.max(used, lane + height);
      assign(1, 0, room, lane, lane + height, right);
      return lane;
    },
  };
}
