import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';

/** One field of a message: its number, and where its content stands in the buffer. */
export interface WireField {
  readonly field: number;
  readonly wire: WireType;
  /** Content of a length-delimited field, without its length; the value's own bytes of any other. */
  readonly from: number;
  readonly to: number;
  /** Where the field's tag stands. */
  readonly at: number;
  /** The message ends inside the field; `to` is that end. Only given where it was asked for. */
  readonly cut?: true;
}

export type WireEnd = { readonly is: 'end' } | { readonly is: 'broken'; readonly at: number };

/**
 * Walks the fields of the message in `bytes[from, to)`. A field that goes beyond the end is `broken`: the fields before
 * it were given, and with `cutToo` its beginning.
 */
export function* wireFields(
  bytes: Uint8Array,
  from: number,
  to: number,
  cutToo = false,
): Generator<WireField, WireEnd> {
  const reader = new BinaryReader(bytes.subarray(0, to));
  reader.pos = from;
  while (reader.pos < to) {
    const at = reader.pos;
    let found: WireField;
    try {
      const [field, wire] = reader.tag();
      const start = reader.pos;
      if (wire === WireType.LengthDelimited) {
        const length = reader.uint32();
        found = { field, wire, from: reader.pos, to: reader.pos + length, at };
        reader.pos = found.to;
      } else {
        reader.skip(wire, field);
        found = { field, wire, from: start, to: reader.pos, at };
      }
    } catch {
      return { is: 'broken', at };
    }
    if (found.to > to) {
      if (cutToo && found.from <= to) yield { ...found, to, cut: true };
      return { is: 'broken', at };
    }
    yield found;
  }
  return { is: 'end' };
}

/** Reads one value out of a field. */
export function readerAt(bytes: Uint8Array, { from, to }: WireField): BinaryReader {
  const reader = new BinaryReader(bytes.subarray(0, to));
  reader.pos = from;
  return reader;
}

export const isMessage = ({ wire }: WireField): boolean => wire === WireType.LengthDelimited;
