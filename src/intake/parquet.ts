import { type FileMetaData, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import type { ProblemCode } from '../model/problem.ts';
import type { ByteSource } from './byte-source.ts';
import type { PackedEnd } from './packed-pieces.ts';
import { COMPRESSORS } from './parquet-codecs.ts';
import { guardRowGroup } from './parquet-guard.ts';
import { createCellParsers, rowText } from './parquet-rows.ts';

const encoder = new TextEncoder();
/** Characters that are handed on together. */
const PIECE = 64 * 1024;

export const isParquet = (head: Uint8Array): boolean =>
  head[0] === 0x50 && head[1] === 0x41 && head[2] === 0x52 && head[3] === 0x31;

/**
 * The rows of an Apache Parquet file as JSON, one line each and in the file's order: row N is line N, and every reader
 * of JSON Lines reads them. Cells that are null are left out, since Parquet cannot tell them from absent ones. One row
 * group is held at a time; a group that is damaged is told and the others are read.
 */
export async function* parquetPieces(source: ByteSource): AsyncGenerator<Uint8Array, PackedEnd> {
  const file = {
    byteLength: source.size,
    slice: async (from: number, to = source.size) => bufferOf(await source.read(from, to - from)),
  };
  const parsers = createCellParsers();
  let metadata: FileMetaData;
  try {
    metadata = await parquetMetadataAsync(file, { parsers: parsers.parsers, geoparquet: false });
  } catch (error) {
    return refused(`Its footer, which tells where everything lies, cannot be read (${messageOf(error)}).`);
  }
  if (metadata.row_groups.some(({ num_rows }) => num_rows < 0n))
    return refused('Its footer counts rows below zero.');
  const codec = unreadCodec(metadata);
  if (codec !== undefined) {
    return refused(
      `It is compressed with ${codec}, which is not read; snappy, gzip and zstd are.`,
      WRITE_AGAIN,
    );
  }
  const lost: { readonly rows: string; readonly why: string }[] = [];
  let from = 0;
  for (const group of metadata.row_groups) {
    const to = from + Number(group.num_rows);
    try {
      await guardRowGroup(metadata, group, file.slice);
      const rows = await parquetReadObjects({
        file,
        metadata,
        rowStart: from,
        rowEnd: to,
        compressors: COMPRESSORS,
        parsers: parsers.parsers,
        geoparquet: false,
      });
      yield* linesOf(rows);
    } catch (error) {
      lost.push({ rows: `rows ${from + 1} to ${to}`, why: messageOf(error) });
    }
    from = to;
  }
  const [first] = lost;
  if (first !== undefined && lost.length === metadata.row_groups.length)
    return refused(`None of its ${from} rows can be read (${first.why}).`, WRITE_AGAIN);
  const shown = lost.slice(0, 5).map(({ rows, why }) => `${rows} (${why})`);
  const said =
    lost.length === 0
      ? undefined
      : `Of ${from} rows, ${shown.join(', ')}${lost.length > 5 ? ` and ${lost.length - 5} more groups` : ''} cannot be read; the others were.`;
  const remarks: [ProblemCode, string][] = [
    [
      'parquet',
      'The file is Apache Parquet: its rows are JSON here, one line each, and lines and bytes count in that.',
    ],
  ];
  const badTexts = parsers.badTexts();
  if (badTexts > 0)
    remarks.push(['bad-utf8', `Texts in ${badTexts} cells are no UTF-8; what is not is shown as �.`]);
  return { said, refused: false, remarks };
}

/** In pieces, so that nothing downstream is called for each row. */
function* linesOf(rows: readonly Record<string, unknown>[]): Generator<Uint8Array> {
  let text = '';
  for (const row of rows) {
    text += `${rowText(row)}\n`;
    if (text.length < PIECE) continue;
    yield encoder.encode(text);
    text = '';
  }
  if (text !== '') yield encoder.encode(text);
}

const refused = (said: string, hint?: string): PackedEnd => ({
  said: `The Parquet file was refused. ${said}`,
  refused: true,
  ...(hint === undefined ? {} : { hint }),
});

/** Not JSON: pandas cuts times to microseconds there. */
const WRITE_AGAIN =
  'Write it again in plain or dictionary encoding with snappy, gzip or zstd, as pandas does by itself (read_parquet, then to_parquet).';

/** The first compression that is not read. */
function unreadCodec(metadata: FileMetaData): string | undefined {
  for (const { columns } of metadata.row_groups) {
    for (const { meta_data } of columns) {
      const codec = meta_data?.codec;
      if (codec !== undefined && codec !== 'UNCOMPRESSED' && COMPRESSORS[codec] === undefined) return codec;
    }
  }
  return undefined;
}

/** A buffer of exactly these bytes: the library counts offsets from its start. */
function bufferOf(bytes: Uint8Array): ArrayBuffer {
  const own = new ArrayBuffer(bytes.length);
  new Uint8Array(own).set(bytes);
  return own;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
