/** A run of the comparison of two sequences: equal on both sides, or on one side only. Positions are half-open. */
export interface DiffRun {
  readonly is: 'same' | 'left-only' | 'right-only';
  readonly leftFrom: number;
  readonly leftTo: number;
  readonly rightFrom: number;
  readonly rightTo: number;
}

/**
 * The shortest difference of two sequences of comparable items (lines, words), by Myers' O((n + m) d) method in
 * linear space, without recursion (E. W. Myers, "An O(ND) Difference Algorithm and Its Variations", 1986).
 * Parts further apart than `maxDistance` edits are told as replaced whole rather than searched on: still true, only
 * coarser, and bounded in time.
 */
export function diffSequences(
  left: readonly string[],
  right: readonly string[],
  maxDistance = 4_000,
): readonly DiffRun[] {
  const numbers = new Map<string, number>();
  const a = numbered(left, numbers);
  const b = numbered(right, numbers);
  const keepLeft = new Uint8Array(a.length);
  const keepRight = new Uint8Array(b.length);
  const search = middleSearch(a, b, maxDistance);
  const open: Box[] = [{ left: 0, right: a.length, top: 0, bottom: b.length }];
  for (let box = open.pop(); box !== undefined; box = open.pop()) {
    let { left: l, right: r, top: t, bottom: m } = box;
    while (l < r && t < m && a[l] === b[t]) {
      keepLeft[l++] = 1;
      keepRight[t++] = 1;
    }
    while (l < r && t < m && a[r - 1] === b[m - 1]) {
      keepLeft[--r] = 1;
      keepRight[--m] = 1;
    }
    if (l === r || t === m) continue;
    const middle = search({ left: l, right: r, top: t, bottom: m });
    if (middle === undefined) continue;
    open.push({ left: l, right: middle.x, top: t, bottom: middle.y });
    open.push({ left: middle.x, right: r, top: middle.y, bottom: m });
  }
  return runs(keepLeft, keepRight);
}

/** A rectangle of the edit graph. */
interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

function numbered(items: readonly string[], numbers: Map<string, number>): Int32Array {
  const out = new Int32Array(items.length);
  for (const [i, item] of items.entries()) {
    let number = numbers.get(item);
    if (number === undefined) {
      number = numbers.size;
      numbers.set(item, number);
    }
    out[i] = number;
  }
  return out;
}

/** Searches from both corners of a box until the two furthest-reaching paths meet; undefined when that takes too long. */
function middleSearch(a: Int32Array, b: Int32Array, maxDistance: number) {
  const size = 2 * Math.min(a.length + b.length, 2 * maxDistance) + 3;
  const forward = new Int32Array(size);
  const backward = new Int32Array(size);
  const at = (k: number): number => ((k % size) + size) % size;
  return (box: Box): { x: number; y: number } | undefined => {
    const n = box.right - box.left;
    const m = box.bottom - box.top;
    const delta = n - m;
    const odd = (delta & 1) !== 0;
    const half = Math.min(Math.ceil((n + m) / 2), maxDistance);
    forward[at(1)] = 0;
    backward[at(1)] = 0;
    for (let d = 0; d <= half; d++) {
      for (let k = -d; k <= d; k += 2) {
        const down = k === -d || (k !== d && (forward[at(k - 1)] as number) < (forward[at(k + 1)] as number));
        let x = down ? (forward[at(k + 1)] as number) : (forward[at(k - 1)] as number) + 1;
        let y = x - k;
        while (x < n && y >= 0 && y < m && a[box.left + x] === b[box.top + y]) {
          x++;
          y++;
        }
        forward[at(k)] = x;
        const mirror = delta - k;
        if (odd && mirror >= -(d - 1) && mirror <= d - 1 && x + (backward[at(mirror)] as number) >= n) {
          return inside(box, x, y, n, m);
        }
      }
      for (let k = -d; k <= d; k += 2) {
        const up = k === -d || (k !== d && (backward[at(k - 1)] as number) < (backward[at(k + 1)] as number));
        let x = up ? (backward[at(k + 1)] as number) : (backward[at(k - 1)] as number) + 1;
        let y = x - k;
        while (x < n && y >= 0 && y < m && a[box.right - 1 - x] === b[box.bottom - 1 - y]) {
          x++;
          y++;
        }
        backward[at(k)] = x;
        const mirror = delta - k;
        if (!odd && mirror >= -d && mirror <= d && x + (forward[at(mirror)] as number) >= n) {
          return inside(box, n - x, m - y, n, m);
        }
      }
    }
    return undefined;
  };
}

/** A meeting point in a corner would split a box into itself; such a box is told as replaced. */
function inside(box: Box, x: number, y: number, n: number, m: number): { x: number; y: number } | undefined {
  if (x < 0 || y < 0 || x > n || y > m) return undefined;
  if ((x === 0 && y === 0) || (x === n && y === m)) return undefined;
  return { x: box.left + x, y: box.top + y };
}

/** Kept items pair in order; what lies between is on one side only, the left side first. */
function runs(keepLeft: Uint8Array, keepRight: Uint8Array): readonly DiffRun[] {
  const out: DiffRun[] = [];
  let l = 0;
  let r = 0;
  while (l < keepLeft.length || r < keepRight.length) {
    const [leftFrom, rightFrom] = [l, r];
    while (l < keepLeft.length && keepLeft[l] === 0) l++;
    if (l > leftFrom) out.push({ is: 'left-only', leftFrom, leftTo: l, rightFrom: r, rightTo: r });
    while (r < keepRight.length && keepRight[r] === 0) r++;
    if (r > rightFrom) out.push({ is: 'right-only', leftFrom: l, leftTo: l, rightFrom, rightTo: r });
    const [sameLeft, sameRight] = [l, r];
    while (l < keepLeft.length && r < keepRight.length && keepLeft[l] === 1 && keepRight[r] === 1) {
      l++;
      r++;
    }
    if (l > sameLeft) {
      out.push({ is: 'same', leftFrom: sameLeft, leftTo: l, rightFrom: sameRight, rightTo: r });
    }
  }
  return out;
}
