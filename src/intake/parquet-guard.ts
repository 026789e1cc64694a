import type { ColumnMetaData, Encoding, FileMetaData, PageHeader, RowGroup } from 'hyparquet';
import { parquetHeader } from 'hyparquet/src/column.js';
import { decompressPage } from 'hyparquet/src/datapage.js';
import { getMaxDefinitionLevel, getMaxRepetitionLevel, getSchemaPath } from 'hyparquet/src/schema.js';
import { crc32 } from '../lib/crc32.ts';
import { COMPRESSORS } from './parquet-codecs.ts';

/** Values of one row group, which is held at once while its rows are written out. */
const MAX_VALUES = 50_000_000;
/** What writers use unless they are told otherwise; the others can claim any amount of work in a few bytes. */
const READ_ENCODINGS: ReadonlySet<Encoding> = new Set<Encoding>([
  'PLAIN',
  'PLAIN_DICTIONARY',
  'RLE_DICTIONARY',
  'RLE',
]);

/**
 * Walks the pages of a row group before the library decodes them, and throws where one claims more than it holds: the
 * library believes counts (a run of two thousand million values in four bytes) and would not come back. Checks the
 * checksums too, which it does not.
 */
export async function guardRowGroup(
  metadata: FileMetaData,
  group: RowGroup,
  read: (from: number, to: number) => Promise<ArrayBuffer>,
): Promise<void> {
  const rows = Number(group.num_rows);
  if (!(rows >= 0) || rows * group.columns.length > MAX_VALUES)
    throw new Error(`a group of ${rows} rows with ${group.columns.length} columns is not held in memory`);
  let left = MAX_VALUES;
  for (const { meta_data: column } of group.columns) {
    if (column === undefined) throw new Error('a column has no description');
    const from = Number(column.dictionary_page_offset || column.data_page_offset);
    const bytes = await read(from, from + Number(column.total_compressed_size));
    left -= guardColumn(bytes, column, rows, left, levelsOf(metadata, column));
  }
}

/** The highest levels of a column's values: above zero where it is in a list, or may be null. */
interface Levels {
  readonly repetition: number;
  readonly definition: number;
}

function levelsOf(metadata: FileMetaData, column: ColumnMetaData): Levels {
  const path = getSchemaPath(metadata.schema, column.path_in_schema);
  return { repetition: getMaxRepetitionLevel(path), definition: getMaxDefinitionLevel(path) };
}

/** The number of values of the column; each row has one or, in a list, any number. */
function guardColumn(
  bytes: ArrayBuffer,
  column: ColumnMetaData,
  rows: number,
  left: number,
  levels: Levels,
): number {
  const reader = { view: new DataView(bytes), offset: 0 };
  const most = levels.repetition === 0 ? rows : left;
  let values = 0;
  while (reader.offset < bytes.byteLength - 1) {
    const header = parquetHeader(reader);
    const size = header.compressed_page_size;
    if (!(size >= 0 && reader.offset + size <= bytes.byteLength))
      throw new Error('a page reaches beyond its column');
    const packed = new Uint8Array(bytes, reader.offset, size);
    reader.offset += size;
    if (header.crc !== undefined && crc32(packed) !== header.crc >>> 0)
      throw new Error('the checksum of a page is wrong');
    values += guardPage(packed, header, column, levels);
    if (values > most) throw new Error('a column claims more values than its rows can have');
  }
  if (values < rows) throw new Error(`a column has ${values} values for ${rows} rows`);
  return values;
}

/** The number of values of the page; none of a dictionary, whose entries are no cells. */
function guardPage(
  packed: Uint8Array,
  header: PageHeader,
  { codec }: ColumnMetaData,
  { repetition: maxRepetition, definition: maxDefinition }: Levels,
): number {
  const { data_page_header: v1, data_page_header_v2: v2, dictionary_page_header: dictionary } = header;
  const count = (v1 ?? v2 ?? dictionary)?.num_values;
  if (count === undefined || !(count >= 0)) throw new Error('a page has no count');
  const encoding = (v1 ?? v2)?.encoding;
  if (encoding !== undefined && !READ_ENCODINGS.has(encoding))
    throw new Error(`the encoding ${encoding} is not read`);
  if (dictionary !== undefined) {
    if (count > header.uncompressed_page_size)
      throw new Error('a dictionary claims more values than it holds');
    return 0;
  }
  const levels = [maxRepetition, maxDefinition].filter((max) => max > 0);
  let body = packed;
  let at = 0;
  if (v2 !== undefined) {
    const lengths = [v2.repetition_levels_byte_length, v2.definition_levels_byte_length];
    const [repetition = 0, definition = 0] = lengths;
    const split = repetition + definition;
    if (lengths.some((length) => !(length >= 0)) || split > packed.length || !(v2.num_nulls >= 0))
      throw new Error('the levels of a page reach beyond it');
    if (v2.num_nulls > count) throw new Error('a page claims more nulls than values');
    // the library reads on behind the levels where they are too short, hence the whole page
    for (const [i, max] of levels.entries())
      guardRuns(packed, i === levels.length - 1 ? repetition : 0, bitsOf(max), count);
    body = packed.subarray(split);
    const size = header.uncompressed_page_size - split;
    if (v2.is_compressed !== false && size !== 0) body = decompressPage(body, size, codec, COMPRESSORS);
  } else {
    body = decompressPage(packed, header.uncompressed_page_size, codec, COMPRESSORS);
    for (const max of levels) {
      guardRuns(body, at + 4, bitsOf(max), count);
      at +=
        4 + (body.length < at + 4 ? 0 : new DataView(body.buffer, body.byteOffset + at).getUint32(0, true));
    }
  }
  // booleans have their length before the runs, indices into the dictionary their width
  if (encoding === 'RLE') guardRuns(body, at + 4, 1, count);
  else if (encoding !== 'PLAIN' && body[at] !== 0) guardRuns(body, at + 1, body[at] ?? 0, count);
  return count;
}

const bitsOf = (max: number): number => 32 - Math.clz32(max);

/**
 * Runs of the hybrid encoding (bit-packed or repeated values) from `at` on, until `count` values have come or the bytes
 * end: no run may claim more than is left. The last bit-packed run is filled up to a multiple of eight.
 */
function guardRuns(bytes: Uint8Array, at: number, width: number, count: number): void {
  let seen = 0;
  while (seen < count && at < bytes.length) {
    let header = 0;
    for (let shift = 0; at < bytes.length; shift += 7) {
      const byte = bytes[at++] as number;
      header |= (byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    const isPacked = (header & 1) === 1;
    const values = isPacked ? (header >>> 1) * 8 : header >>> 1;
    if (values > count - seen + (isPacked ? 7 : 0))
      throw new Error('a run claims more values than its page has');
    at += isPacked ? (values * width) / 8 : (width + 7) >> 3;
    seen += values;
  }
}
