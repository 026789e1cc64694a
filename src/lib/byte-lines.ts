/** One line of a byte stream. */
export interface ByteLine {
  /** 1-based. */
  readonly line: number;
  /** Offset of its first byte in the stream. */
  readonly offset: number;
  /** Bytes, without the LF; more than `bytes` holds when the line is longer than the cap. */
  readonly length: number;
  /** Without the LF; a CR stays. Valid until the next batch is asked for. */
  readonly bytes: Uint8Array;
  /** An LF ends it; only the last line of a stream can lack one. */
  readonly ended: boolean;
}

const LF = 0x0a;

/**
 * Splits a stream of pieces on LF and nothing else, in batches (one per piece that ends a line). Of a line longer than
 * `maxLine` bytes only the beginning is kept. An empty rest behind the last LF is no line.
 */
export async function* readByteLines(
  pieces: AsyncIterable<Uint8Array>,
  maxLine: number,
): AsyncGenerator<readonly ByteLine[]> {
  let line = 1;
  let offset = 0;
  let carried: Uint8Array[] = [];
  let carriedLength = 0;

  /** Takes the carried beginning and `rest` together; `length` is that of the whole line. */
  const take = (rest: Uint8Array, length: number, ended: boolean): ByteLine => {
    const bytes = carried.length === 0 ? rest.subarray(0, maxLine) : joined(carried, rest, maxLine);
    const taken = { line, offset, length, bytes, ended };
    line++;
    offset += length + 1;
    carried = [];
    carriedLength = 0;
    return taken;
  };

  for await (const piece of pieces) {
    const batch: ByteLine[] = [];
    let from = 0;
    for (let end = piece.indexOf(LF); end >= 0; end = piece.indexOf(LF, from)) {
      batch.push(take(piece.subarray(from, end), carriedLength + end - from, true));
      from = end + 1;
    }
    if (batch.length > 0) yield batch;
    if (from < piece.length) {
      // the source may reuse the piece, so the beginning of the next line is copied
      if (carriedLength < maxLine) carried.push(piece.slice(from, from + maxLine - carriedLength));
      carriedLength += piece.length - from;
    }
  }
  if (carriedLength > 0) yield [take(new Uint8Array(0), carriedLength, false)];
}

function joined(head: readonly Uint8Array[], tail: Uint8Array, limit: number): Uint8Array {
  const parts = [...head, tail];
  const length = Math.min(
    limit,
    parts.reduce((sum, part) => sum + part.length, 0),
  );
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    const fitting = part.subarray(0, length - at);
    bytes.set(fitting, at);
    at += fitting.length;
  }
  return bytes;
}
