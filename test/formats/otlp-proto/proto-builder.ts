import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';

/** Small builders of OTLP protobuf messages: field numbers of formats.md 1.3. */
export type Field = readonly [
  number: number,
  value:
    | Uint8Array
    | string
    | bigint
    | number
    | boolean
    | { readonly double: number }
    | { readonly fixed64: bigint },
];

export function message(...fields: readonly Field[]): Uint8Array {
  const writer = new BinaryWriter();
  for (const [number, value] of fields) {
    if (value instanceof Uint8Array) writer.tag(number, WireType.LengthDelimited).bytes(value);
    else if (typeof value === 'string') writer.tag(number, WireType.LengthDelimited).string(value);
    else if (typeof value === 'boolean') writer.tag(number, WireType.Varint).bool(value);
    else if (typeof value === 'bigint') writer.tag(number, WireType.Varint).int64(value);
    else if (typeof value === 'number') writer.tag(number, WireType.Varint).uint32(value);
    else if ('double' in value) writer.tag(number, WireType.Bit64).double(value.double);
    else writer.tag(number, WireType.Bit64).fixed64(value.fixed64);
  }
  return writer.finish();
}

export const hex = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'hex'));

export const attribute = (key: string, value: Uint8Array): Uint8Array => message([1, key], [2, value]);
export const textValue = (text: string): Uint8Array => message([1, text]);
export const intValue = (value: bigint): Uint8Array => message([3, value]);

export function span(n: number, more: readonly Field[] = []): Uint8Array {
  return message(
    [1, hex('0af7651916cd43dd8448eb211c80319c')],
    [2, hex(n.toString(16).padStart(16, '0'))],
    [5, `span ${n}`],
    [6, 3],
    [7, { fixed64: 1_793_000_000_123_456_789n + BigInt(n) }],
    [8, { fixed64: 1_793_000_000_223_456_789n + BigInt(n) }],
    ...more,
  );
}

export function group(spans: readonly Uint8Array[], service = 'svc'): Uint8Array {
  return message(
    [1, message([1, attribute('service.name', textValue(service))])],
    [2, message([1, message([1, 'lib'])], ...spans.map((one): Field => [2, one]))],
  );
}

export const request = (...groups: readonly Uint8Array[]): Uint8Array =>
  message(...groups.map((one): Field => [1, one]));

/** Log records in their groups. */
export const logGroup = (records: readonly Uint8Array[]): Uint8Array =>
  message(
    [1, message([1, attribute('service.name', textValue('svc'))])],
    [2, message([1, message([1, 'events'])], ...records.map((one): Field => [2, one]))],
  );

/** A plain value as an AnyValue. */
export function anyValue(value: unknown): Uint8Array {
  if (typeof value === 'string') return textValue(value);
  if (typeof value === 'boolean') return message([2, value]);
  if (typeof value === 'number') return intValue(BigInt(value));
  if (Array.isArray(value)) return message([5, message(...value.map((one): Field => [1, anyValue(one)]))]);
  if (typeof value !== 'object' || value === null) return message();
  const entries = Object.entries(value).map(([key, inner]): Field => [1, attribute(key, anyValue(inner))]);
  return message([6, message(...entries)]);
}
