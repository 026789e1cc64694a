import { exactForm } from '../../../lib/json-exact-form.ts';
import {
  isJsonArray,
  isJsonNumber,
  isJsonObject,
  type Json,
  type JsonArray,
} from '../../../lib/json-value.ts';

/** Two lists of rows, matched by a column that is unique on both sides. */
export interface KeyedRows {
  /** Name of the column, or `#n` of a row that is an array. */
  readonly key: string;
  /** Exact form of the key → row, in the order of the list. */
  readonly recorded: ReadonlyMap<string, Json>;
  readonly replayed: ReadonlyMap<string, Json>;
  /** The key of a row as its file spells it. */
  shown(row: Json): string;
}

/** Columns that are keys where they are unique; then any other, in the order of the first row. */
const USUAL_KEYS = ['id', 'key', 'uuid', 'name', 'path', 'resource'];
const COLUMNS_LOOKED_AT = 16;

/**
 * Query results and tables: rows are matched by a key and not by their place. Undefined when the elements are not all
 * objects or all arrays, or no column with scalar values is unique on both sides.
 */
export function keyOfRows(recorded: JsonArray, replayed: JsonArray): KeyedRows | undefined {
  const rows = [...recorded, ...replayed];
  // one row on each side has no need of a key, and any column would be one
  if (recorded.length < 2 && replayed.length < 2) return undefined;
  if (rows.every(isJsonObject)) {
    const columns = [...(rows[0]?.keys() ?? [])];
    const usual = USUAL_KEYS.filter((name) => columns.includes(name));
    const others = columns.filter((name) => !usual.includes(name));
    return firstUnique([...usual, ...others], recorded, replayed, (row, column) =>
      isJsonObject(row) ? row.get(column) : undefined,
    );
  }
  if (rows.every(isJsonArray)) {
    const width = rows.reduce<number>(
      (least, row) => Math.min(least, isJsonArray(row) ? row.length : 0),
      COLUMNS_LOOKED_AT,
    );
    const columns = Array.from({ length: width }, (_, i) => `#${i + 1}`);
    return firstUnique(columns, recorded, replayed, (row, column) =>
      isJsonArray(row) ? row[Number(column.slice(1)) - 1] : undefined,
    );
  }
  return undefined;
}

function firstUnique(
  columns: readonly string[],
  recorded: JsonArray,
  replayed: JsonArray,
  cell: (row: Json, column: string) => Json | undefined,
): KeyedRows | undefined {
  for (const key of columns.slice(0, COLUMNS_LOOKED_AT)) {
    const left = uniqueBy(recorded, (row) => cell(row, key));
    const right = left === undefined ? undefined : uniqueBy(replayed, (row) => cell(row, key));
    if (left === undefined || right === undefined) continue;
    // a column that shares nothing matches nothing: it is unique because it is always another (a timestamp)
    if (![...left.keys()].some((value) => right.has(value)) && left.size > 0 && right.size > 0) continue;
    return { key, recorded: left, replayed: right, shown: (row) => spelled(cell(row, key)) };
  }
  return undefined;
}

const spelled = (value: Json | undefined): string =>
  isJsonNumber(value) ? value.token : JSON.stringify(value);

function uniqueBy(
  rows: JsonArray,
  cell: (row: Json) => Json | undefined,
): ReadonlyMap<string, Json> | undefined {
  const found = new Map<string, Json>();
  for (const row of rows) {
    const value = cell(row);
    if (value === undefined || value === null || isJsonObject(value) || isJsonArray(value)) return undefined;
    const form = exactForm(value);
    if (found.has(form)) return undefined;
    found.set(form, row);
  }
  return found;
}
