import { base64Text } from '../../lib/base64.ts';
import { hexOf } from '../../lib/hex.ts';
import { type Json, JsonNumber } from '../../lib/json-value.ts';
import { firstBadUtf8 } from '../../lib/utf8.ts';
import { isMessage, readerAt, type WireField, wireFields } from './wire.ts';

export interface ProtoNotes {
  /** Texts that are no UTF-8: they became replacement characters. */
  badTexts: number;
  /** Attributes of the record that is read whose key stands before, or that have none. */
  twice: number;
  keyless: number;
}

const decoder = new TextDecoder();

export function textIn(bytes: Uint8Array, { from, to }: WireField, notes: ProtoNotes): string {
  if (firstBadUtf8(bytes, from, to) >= 0) notes.badTexts++;
  return decoder.decode(bytes.subarray(from, to));
}

/** Lower-case hex; ids are bytes in protobuf. */
export const hexIn = (bytes: Uint8Array, { from, to }: WireField): string => hexOf(bytes.subarray(from, to));

/** A container whose entries are still to be read. */
interface Open {
  readonly into: Json[] | Map<string, Json>;
  readonly fields: Iterator<WireField, unknown>;
}

/** One value that stands by itself. */
export function anyValueIn(bytes: Uint8Array, value: WireField, notes: ProtoNotes): Json {
  const open: Open[] = [];
  let plain: Json = null;
  putValue(bytes, value, (read) => (plain = read), open, notes);
  fill(bytes, open, notes);
  return plain;
}

/** An attribute of a record itself: what is wrong with its key is noted. */
export function addAttribute(
  bytes: Uint8Array,
  entry: WireField,
  into: Map<string, Json>,
  notes: ProtoNotes,
): void {
  const before = into.size;
  const key = addKeyValue(bytes, entry, into, notes);
  if (key === undefined) notes.keyless++;
  else if (into.size === before) notes.twice++;
}

/**
 * Attributes of a message: `KeyValue` entries, as plain JSON. Values nest as deep as they like: no recursion.
 * @returns the key
 */
export function addKeyValue(
  bytes: Uint8Array,
  entry: WireField,
  into: Map<string, Json>,
  notes: ProtoNotes,
): string | undefined {
  const open: Open[] = [];
  const key = putKeyValue(bytes, entry, into, open, notes);
  fill(bytes, open, notes);
  return key;
}

function fill(bytes: Uint8Array, open: Open[], notes: ProtoNotes): void {
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const next = top.fields.next();
    if (next.done === true) {
      open.pop();
      continue;
    }
    if (open.length > MAX_DEPTH || next.value.field !== 1 || !isMessage(next.value)) continue;
    if (Array.isArray(top.into))
      putValue(bytes, next.value, (value) => (top.into as Json[]).push(value), open, notes);
    else putKeyValue(bytes, next.value, top.into, open, notes);
  }
}

const MAX_DEPTH = 256;

function putKeyValue(
  bytes: Uint8Array,
  entry: WireField,
  into: Map<string, Json>,
  open: Open[],
  notes: ProtoNotes,
): string | undefined {
  let key: string | undefined;
  let value: WireField | undefined;
  for (const field of wireFields(bytes, entry.from, entry.to)) {
    if (field.field === 1 && isMessage(field)) key = textIn(bytes, field, notes);
    else if (field.field === 2 && isMessage(field)) value = field;
  }
  if (key === undefined) return undefined;
  const name = key;
  if (value === undefined) into.set(name, null);
  else putValue(bytes, value, (plain) => into.set(name, plain), open, notes);
  return name;
}

/** The one member that is set: 1 string, 2 bool, 3 int, 4 double, 5 array, 6 map, 7 bytes. */
function putValue(
  bytes: Uint8Array,
  value: WireField,
  put: (plain: Json) => void,
  open: Open[],
  notes: ProtoNotes,
): void {
  let plain: Json = null;
  for (const field of wireFields(bytes, value.from, value.to)) {
    switch (field.field) {
      case 1:
        plain = textIn(bytes, field, notes);
        break;
      case 2:
        plain = readerAt(bytes, field).bool();
        break;
      case 3:
        plain = new JsonNumber(String(readerAt(bytes, field).int64()));
        break;
      case 4:
        plain = new JsonNumber(String(readerAt(bytes, field).double()));
        break;
      case 5: {
        const list: Json[] = [];
        plain = list;
        open.push({ into: list, fields: wireFields(bytes, field.from, field.to) });
        break;
      }
      case 6: {
        const map = new Map<string, Json>();
        plain = map;
        open.push({ into: map, fields: wireFields(bytes, field.from, field.to) });
        break;
      }
      case 7:
        plain = base64Text(bytes.subarray(field.from, field.to));
        break;
      default:
        break;
    }
  }
  put(plain);
}
