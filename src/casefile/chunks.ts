import { StoreFailure } from '../model/case-store.ts';
import { COLUMN_CHUNK, type ColumnRow, RECORD_CHUNK, type RecordRow } from './database.ts';
import type { Parts } from './evidence-parts.ts';

type Column =
  | Uint8Array
  | Uint16Array
  | Uint32Array
  | Int32Array
  | Float32Array
  | Float64Array
  | BigInt64Array
  | BigUint64Array;

const isColumn = (value: unknown): value is Column =>
  ArrayBuffer.isView(value) && !(value instanceof DataView);

/** Parts as rows of the two tables, made as they are asked for. */
export function* columnRows(caseId: string, parts: Parts): Generator<ColumnRow> {
  for (const [part, value] of parts) {
    if (!isColumn(value)) continue;
    // an empty column has one chunk too: its type must survive
    for (let chunk = 0; chunk === 0 || chunk * COLUMN_CHUNK < value.length; chunk++) {
      yield { caseId, part, chunk, values: value.slice(chunk * COLUMN_CHUNK, (chunk + 1) * COLUMN_CHUNK) };
    }
  }
}

export function* recordRows(caseId: string, parts: Parts): Generator<RecordRow> {
  for (const [part, value] of parts) {
    if (isColumn(value)) continue;
    if (!Array.isArray(value) && !(value instanceof Map)) {
      yield { caseId, part, chunk: 0, shape: 'value', items: value };
      continue;
    }
    const shape = Array.isArray(value) ? 'list' : 'map';
    const items: unknown[] = Array.isArray(value) ? value : [...value];
    for (let chunk = 0; chunk === 0 || chunk * RECORD_CHUNK < items.length; chunk++) {
      const piece = items.slice(chunk * RECORD_CHUNK, (chunk + 1) * RECORD_CHUNK);
      yield { caseId, part, chunk, shape, items: piece };
    }
  }
}

/** The parts again. @throws StoreFailure `evicted` when a chunk is not there. */
export function joinChunks(columns: readonly ColumnRow[], records: readonly RecordRow[]): Parts {
  const parts = new Map<string, unknown>();
  for (const [part, rows] of grouped(columns))
    parts.set(part, joinColumn(rows.map(({ values }) => values as Column)));
  for (const [part, rows] of grouped(records)) {
    if (rows[0]?.shape === 'value') parts.set(part, rows[0].items);
    else {
      const items = rows.flatMap((row) => row.items as unknown[]);
      parts.set(part, rows[0]?.shape === 'map' ? new Map(items as [unknown, unknown][]) : items);
    }
  }
  return parts;
}

function grouped<T extends { readonly part: string; readonly chunk: number }>(
  rows: readonly T[],
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const group = groups.get(row.part) ?? [];
    group.push(row);
    groups.set(row.part, group);
  }
  for (const group of groups.values()) {
    group.sort((a, b) => a.chunk - b.chunk);
    if (group.some((row, i) => row.chunk !== i)) throw evicted();
  }
  return groups;
}

function joinColumn(chunks: readonly Column[]): Column {
  const [first] = chunks;
  if (first === undefined) throw evicted();
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  const whole = new (first.constructor as new (length: number) => Column)(length);
  let at = 0;
  for (const chunk of chunks) {
    // the chunks of one column are of one type
    (whole as { set(from: Column, at: number): void }).set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

export const evicted = (): StoreFailure =>
  new StoreFailure(
    'evicted',
    'Evidence evicted: the browser has removed parts of this case. Drop the original bundle again.',
  );
