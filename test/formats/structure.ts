/** Where a record stands in its file. */
export interface RecordPlace {
  readonly offset: number;
  readonly length: number;
}

/** What is done to a record: it stays as it is, stands twice, or something else stands in its place. */
export type Change = 'keep' | 'copy' | { readonly instead: string };

/**
 * Changes whole records of a file and leaves all else as it is, so that the number of records that stand in it
 * afterwards is known without any reader: a list stays a list, lines stay lines.
 */
export function changeRecords(
  bytes: Uint8Array,
  records: readonly RecordPlace[],
  changeOf: (record: number) => Change,
): { readonly bytes: Uint8Array; readonly records: number } {
  const text = Buffer.from(bytes);
  const parts: Uint8Array[] = [];
  let [at, count] = [0, 0];
  for (const [i, { offset, length }] of records.entries()) {
    const change = changeOf(i);
    const own = text.subarray(offset, offset + length);
    parts.push(text.subarray(at, offset));
    at = offset + length;
    const behind = text.subarray(at).toString('latin1').trimStart()[0] ?? '';
    const separator = Buffer.from(behind === ',' || behind === ']' ? ',' : '\n');
    if (change === 'keep') parts.push(own);
    else if (change === 'copy') parts.push(own, separator, own);
    else parts.push(Buffer.from(change.instead));
    count += change === 'copy' ? 2 : 1;
  }
  parts.push(text.subarray(at));
  return { bytes: Buffer.concat(parts), records: count };
}
