import type { Json, JsonObject } from '../../lib/json-value.ts';
import { addAttribute, anyValueIn, hexIn, type ProtoNotes, textIn } from './any-value.ts';
import { isMessage, readerAt, wireFields } from './wire.ts';

/** A log record in protobuf as the object that OTLP/JSON writes of it, attributes as plain values: one reader serves both. */
export function logJson(bytes: Uint8Array, from: number, to: number, notes: ProtoNotes): JsonObject {
  const record = new Map<string, Json>();
  const attributes = new Map<string, Json>();
  for (const field of wireFields(bytes, from, to)) {
    switch (field.field) {
      case 1:
        record.set('timeUnixNano', String(readerAt(bytes, field).fixed64()));
        break;
      case 5:
        if (isMessage(field)) record.set('body', anyValueIn(bytes, field, notes));
        break;
      case 6:
        if (isMessage(field)) addAttribute(bytes, field, attributes, notes);
        break;
      case 9:
        record.set('traceId', hexIn(bytes, field));
        break;
      case 10:
        record.set('spanId', hexIn(bytes, field));
        break;
      case 12:
        record.set('eventName', textIn(bytes, field, notes));
        break;
      default:
        break;
    }
  }
  record.set('attributes', attributes);
  return record;
}
