/** A value of SQLite, as the library gives it. */
export type SqlValue = null | number | bigint | string | Uint8Array;

/**
 * The text over which a table is fingerprinted: a JSON array with an array for each row, in the order of the primary key
 * (of the rowid where there is none), the columns as they were declared. Numbers as JSON, blobs as `{"base64":"…"}`, no
 * white space. Equal tables give equal texts; docs/recording.md says the same for recorders.
 */
export const tableText = (rows: Iterable<readonly SqlValue[]>): string =>
  `[${Array.from(rows, (row) => `[${row.map(valueText).join(',')}]`).join(',')}]`;

function valueText(value: SqlValue): string {
  if (value instanceof Uint8Array) return `{"base64":"${Buffer.from(value).toString('base64')}"}`;
  // SQLite has infinities, JSON has none
  if (typeof value === 'number' && !Number.isFinite(value)) return `{"number":"${value}"}`;
  return typeof value === 'bigint' ? String(value) : JSON.stringify(value);
}
