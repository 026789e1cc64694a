import type { ParquetParsers } from 'hyparquet';
import { hexOf } from '../lib/hex.ts';
import { formatIsoNanos } from '../lib/iso-time.ts';
import { jsonAsWritten } from '../lib/json-as-written.ts';
import { type Json, JsonNumber } from '../lib/json-value.ts';
import { nanos } from '../lib/nanos.ts';
import { firstBadUtf8 } from '../lib/utf8.ts';

/** How cells become values that JSON can hold without losing a digit. */
export interface CellParsers {
  readonly parsers: Partial<ParquetParsers>;
  /** Texts so far that were no UTF-8. */
  badTexts(): number;
}

const NS_PER_MS = 1_000_000n;
const NS_PER_DAY = 86_400_000_000_000n;

export function createCellParsers(): CellParsers {
  const decoder = new TextDecoder();
  let badTexts = 0;
  const text = (bytes: Uint8Array | undefined): string | undefined => {
    if (bytes === undefined) return undefined;
    if (firstBadUtf8(bytes, 0, bytes.length) >= 0) badTexts++;
    return decoder.decode(bytes);
  };
  // a cell that is null comes as undefined, whatever the types of the library say
  const time = (factor: bigint) => (value: bigint | undefined) =>
    value === undefined ? undefined : formatIsoNanos(nanos(BigInt(value) * factor));
  return {
    parsers: {
      timestampFromMilliseconds: time(NS_PER_MS),
      timestampFromMicroseconds: time(1_000n),
      timestampFromNanoseconds: time(1n),
      dateFromDays: (days: number | undefined) =>
        days === undefined ? undefined : formatIsoNanos(nanos(BigInt(days) * NS_PER_DAY)),
      stringFromBytes: text,
      // stays a text: what is in it is for the readers, which keep its numbers as they are written
      jsonFromBytes: text,
    },
    badTexts: () => badTexts,
  };
}

/** One row as a line of JSON, its columns in the file's order. Nested as deep as the schema, which the file bounds. */
export const rowText = (row: Readonly<Record<string, unknown>>): string => jsonAsWritten(objectOf(row));

function cellOf(value: unknown): Json | undefined {
  if (value === undefined || value === null) return undefined;
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'bigint':
      return new JsonNumber(String(value));
    case 'number':
      // JSON has no word for NaN; data frames write it where there is no number
      return Number.isFinite(value) ? new JsonNumber(String(value)) : undefined;
    default:
      break;
  }
  // bytes that are no text, such as ids; as every format of traces spells them
  if (value instanceof Uint8Array) return hexOf(value);
  if (Array.isArray(value) || ArrayBuffer.isView(value))
    return Array.from(value as ArrayLike<unknown>, (entry) => cellOf(entry) ?? null);
  return objectOf(value as Record<string, unknown>);
}

function objectOf(row: Readonly<Record<string, unknown>>): Json {
  const members = new Map<string, Json>();
  for (const [key, value] of Object.entries(row)) {
    const cell = cellOf(value);
    if (cell !== undefined) members.set(key, cell);
  }
  return members;
}
