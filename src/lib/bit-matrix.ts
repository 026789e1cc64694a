/** A square of bits, a row per node: reachability of up to some thousand nodes. `n × n / 8` bytes. */
export interface BitMatrix {
  readonly size: number;
  /** 32-bit words per row. */
  readonly words: number;
  readonly bits: Uint32Array;
}

export const newBitMatrix = (size: number): BitMatrix => {
  const words = (size + 31) >>> 5;
  return { size, words, bits: new Uint32Array(size * words) };
};

export const hasBit = ({ words, bits }: BitMatrix, row: number, column: number): boolean =>
  (((bits[row * words + (column >>> 5)] as number) >>> (column & 31)) & 1) === 1;

export const setBit = ({ words, bits }: BitMatrix, row: number, column: number): void => {
  const at = row * words + (column >>> 5);
  bits[at] = (bits[at] as number) | (1 << (column & 31));
};

export const clearBit = ({ words, bits }: BitMatrix, row: number, column: number): void => {
  const at = row * words + (column >>> 5);
  bits[at] = (bits[at] as number) & ~(1 << (column & 31));
};

/** Row `into` of `to` gains every bit of row `from` of `source`. */
export function orRow(to: BitMatrix, into: number, source: BitMatrix, from: number): void {
  const a = into * to.words;
  const b = from * source.words;
  for (let w = 0; w < to.words; w++)
    to.bits[a + w] = (to.bits[a + w] as number) | (source.bits[b + w] as number);
}

export function isRowEmpty({ words, bits }: BitMatrix, row: number): boolean {
  for (let w = row * words, end = w + words; w < end; w++) if (bits[w] !== 0) return false;
  return true;
}

export function copyMatrix(matrix: BitMatrix): BitMatrix {
  return { ...matrix, bits: matrix.bits.slice() };
}

/** Calls `visit` with every set column of a row, ascending. */
export function eachBit({ words, bits }: BitMatrix, row: number, visit: (column: number) => void): void {
  const from = row * words;
  for (let w = 0; w < words; w++) {
    let word = bits[from + w] as number;
    while (word !== 0) {
      const low = word & -word;
      visit((w << 5) + 31 - Math.clz32(low));
      word ^= low;
    }
  }
}

export function countRow({ words, bits }: BitMatrix, row: number): number {
  let count = 0;
  for (let w = row * words, end = w + words; w < end; w++) count += countOnes(bits[w] as number);
  return count;
}

export function countOnes(word: number): number {
  let v = word - ((word >>> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return (((v + (v >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

export function transpose(matrix: BitMatrix): BitMatrix {
  const turned = newBitMatrix(matrix.size);
  for (let row = 0; row < matrix.size; row++) eachBit(matrix, row, (column) => setBit(turned, column, row));
  return turned;
}

export function unionOf(a: BitMatrix, b: BitMatrix): BitMatrix {
  const bits = a.bits.slice();
  for (let w = 0; w < bits.length; w++) bits[w] = (bits[w] as number) | (b.bits[w] as number);
  return { ...a, bits };
}

/** Some row of one has a bit that the same row of the other has. */
export function intersects(a: BitMatrix, b: BitMatrix): boolean {
  for (let w = 0; w < a.bits.length; w++)
    if (((a.bits[w] as number) & (b.bits[w] as number)) !== 0) return true;
  return false;
}

/** Rows lead to later rows only, so that their own order is one that every edge respects. */
function isAscending({ size, words, bits }: BitMatrix): boolean {
  for (let row = 0; row < size; row++) {
    const own = row * words;
    const last = row >>> 5;
    for (let w = 0; w < last; w++) if (bits[own + w] !== 0) return false;
    // bits up to and with the row's own
    const upTo = (row & 31) === 31 ? 0xffffffff : (1 << ((row & 31) + 1)) - 1;
    if (((bits[own + last] as number) & upTo) !== 0) return false;
  }
  return true;
}

/**
 * The closure of a relation without cycles: row a has bit b when a path leads from a to b. A row is united only with
 * those of its next ones that nothing united before covers.
 * @throws Error (our bug) when there is a cycle.
 */
export function closeMatrix(relation: BitMatrix): BitMatrix {
  const { size } = relation;
  const ascending = isAscending(relation);
  const order = topologicalOrder(relation);
  if (order === undefined) throw new Error('a settled order has a cycle (a bug in Witnessmark)');
  const at = new Int32Array(size);
  for (const [i, node] of order.entries()) at[node] = i;
  const out = newBitMatrix(size);
  const take = (node: number, next: number): void => {
    if (hasBit(out, node, next)) return;
    orRow(out, node, out, next);
    setBit(out, node, next);
  };
  for (let i = size - 1; i >= 0; i--) {
    const node = order[i] as number;
    if (ascending) {
      eachBit(relation, node, (next) => take(node, next));
      continue;
    }
    const direct: number[] = [];
    eachBit(relation, node, (next) => direct.push(next));
    direct.sort((a, b) => (at[a] as number) - (at[b] as number));
    for (const next of direct) take(node, next);
  }
  return out;
}

/** Calls `visit` with each pair of a closed relation that has nothing between. Nothing where there is a cycle. */
export function eachCover(closed: BitMatrix, visit: (a: number, b: number) => void): void {
  const order = topologicalOrder(closed);
  if (order === undefined) return;
  const { size, words, bits } = inOrder(closed, order);
  const covered = new Uint32Array(words);
  for (let a = 0; a < size; a++) {
    covered.fill(0);
    for (let w = a >>> 5; w < words; w++) {
      for (;;) {
        const word = (bits[a * words + w] as number) & ~(covered[w] as number);
        if (word === 0) break;
        const bit = 31 - Math.clz32(word & -word);
        const b = (w << 5) + bit;
        covered[w] = (covered[w] as number) | (1 << bit);
        // all that is behind b is behind a by way of b
        for (let v = w; v < words; v++) covered[v] = (covered[v] as number) | (bits[b * words + v] as number);
        visit(order[a] as number, order[b] as number);
      }
    }
  }
}

/** The same relation with node `order[i]` as number i. */
function inOrder(matrix: BitMatrix, order: Int32Array): BitMatrix {
  if (order.every((node, i) => node === i)) return matrix;
  const at = new Int32Array(matrix.size);
  for (const [i, node] of order.entries()) at[node] = i;
  const out = newBitMatrix(matrix.size);
  for (const [i, node] of order.entries())
    eachBit(matrix, node, (other) => setBit(out, i, at[other] as number));
  return out;
}

/** Reachability in a relation that may have cycles (Warshall, a row at a time). */
export function reachAll(relation: BitMatrix): BitMatrix {
  const out = copyMatrix(relation);
  for (let middle = 0; middle < out.size; middle++) {
    for (let row = 0; row < out.size; row++) if (hasBit(out, row, middle)) orRow(out, row, out, middle);
  }
  return out;
}

/** Smallest node number first among those that are free; undefined when there is a cycle. */
export function topologicalOrder(matrix: BitMatrix): Int32Array | undefined {
  const { size } = matrix;
  if (isAscending(matrix)) return Int32Array.from({ length: size }, (_, i) => i);
  const waiting = new Int32Array(size);
  for (let row = 0; row < size; row++) {
    eachBit(matrix, row, (column) => {
      waiting[column] = (waiting[column] as number) + 1;
    });
  }
  const order = new Int32Array(size);
  let done = 0;
  let taken = 0;
  for (let node = 0; node < size; node++) if (waiting[node] === 0) order[done++] = node;
  while (taken < done) {
    eachBit(matrix, order[taken++] as number, (next) => {
      waiting[next] = (waiting[next] as number) - 1;
      if (waiting[next] === 0) order[done++] = next;
    });
  }
  return done === size ? order : undefined;
}
