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

/**
 * Closes a relation without cycles: afterwards row a has bit b when a path leads from a to b.
 * @returns the nodes in an order that every edge respects; undefined, with the matrix half closed, when there is a cycle.
 */
export function closeMatrix(matrix: BitMatrix): Int32Array | undefined {
  const order = topologicalOrder(matrix);
  if (order === undefined) return undefined;
  for (let i = order.length - 1; i >= 0; i--) {
    const node = order[i] as number;
    const direct: number[] = [];
    eachBit(matrix, node, (next) => direct.push(next));
    for (const next of direct) orRow(matrix, node, matrix, next);
  }
  return order;
}

/** Smallest node number first among those that are free; undefined when there is a cycle. */
export function topologicalOrder(matrix: BitMatrix): Int32Array | undefined {
  const { size } = matrix;
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
