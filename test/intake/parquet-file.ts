import { gzipSync } from 'node:zlib';
import { ByteWriter, parquetWrite } from 'hyparquet-writer';
import { zstdOf } from './archives.ts';

/** Of the library that writes, which has its own copy of the one that reads. */
type SchemaElement = NonNullable<Parameters<typeof parquetWrite>[0]['schema']>[number];

export type Codec = 'UNCOMPRESSED' | 'SNAPPY' | 'GZIP' | 'ZSTD' | 'BROTLI';

/** A column by its leaf type; `time` is 64-bit nanoseconds, `messages` a list of structs. */
export type Column =
  | { readonly is: 'text'; readonly data: readonly (string | undefined)[] }
  | { readonly is: 'raw'; readonly data: readonly Uint8Array[] }
  | { readonly is: 'time'; readonly data: readonly (bigint | undefined)[] }
  | { readonly is: 'long'; readonly data: readonly (bigint | undefined)[] }
  | { readonly is: 'double'; readonly data: readonly (number | undefined)[] }
  | {
      readonly is: 'structs';
      readonly fields: readonly string[];
      readonly data: readonly (readonly Record<string, string | undefined>[] | undefined)[];
    };

export interface ParquetOptions {
  readonly codec?: Codec;
  readonly rowGroupSize?: number;
}

const compressGzip = (input: Uint8Array): Uint8Array => new Uint8Array(gzipSync(input));
/** Nobody reads it, so it need not be any. */
const leave = (input: Uint8Array): Uint8Array => input;
const COMPRESSORS = { GZIP: compressGzip, ZSTD: zstdOf, BROTLI: leave };

/** A Parquet file as the writers of data frames make it: columns with dotted names, all of them optional. */
export function parquetOf(
  columns: Readonly<Record<string, Column>>,
  { codec = 'SNAPPY', rowGroupSize }: ParquetOptions = {},
): Uint8Array {
  const entries = Object.entries(columns);
  const writer = new ByteWriter();
  parquetWrite({
    writer,
    columnData: entries.map(([name, { data }]) => ({ name, data: [...data] })),
    schema: [
      { name: 'schema', num_children: entries.length },
      ...entries.flatMap(([name, column]) => elementsOf(name, column)),
    ],
    codec,
    compressors: COMPRESSORS,
    ...(rowGroupSize === undefined ? {} : { rowGroupSize }),
  });
  return new Uint8Array(writer.getBuffer());
}

function elementsOf(name: string, column: Column): SchemaElement[] {
  const optional = { name, repetition_type: 'OPTIONAL' } as const;
  const text = (field: string): SchemaElement => ({
    name: field,
    repetition_type: 'OPTIONAL',
    type: 'BYTE_ARRAY',
    converted_type: 'UTF8',
  });
  switch (column.is) {
    case 'text':
      return [text(name)];
    case 'raw':
      return [{ ...optional, type: 'BYTE_ARRAY' }];
    case 'time':
      return [
        {
          ...optional,
          type: 'INT64',
          logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'NANOS' },
        },
      ];
    case 'long':
      return [{ ...optional, type: 'INT64' }];
    case 'double':
      return [{ ...optional, type: 'DOUBLE' }];
    case 'structs':
      return [
        { ...optional, num_children: 1, converted_type: 'LIST', logical_type: { type: 'LIST' } },
        { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
        { name: 'element', repetition_type: 'OPTIONAL', num_children: column.fields.length },
        ...column.fields.map(text),
      ];
  }
}
