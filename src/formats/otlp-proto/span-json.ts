import { type Json, JsonNumber, type JsonObject } from '../../lib/json-value.ts';
import { addAttribute, addKeyValue, hexIn, type ProtoNotes, textIn } from './any-value.ts';
import { isMessage, readerAt, type WireField, wireFields } from './wire.ts';

/**
 * A span in protobuf as the object that OTLP/JSON writes of it (formats.md 1.3), attributes as plain values: one reader
 * then serves both.
 */
export function spanJson(bytes: Uint8Array, from: number, to: number, notes: ProtoNotes): JsonObject {
  const span = new Map<string, Json>();
  const attributes = new Map<string, Json>();
  const events: Json[] = [];
  const links: Json[] = [];
  for (const field of wireFields(bytes, from, to)) {
    switch (field.field) {
      case 1:
        span.set('traceId', hexIn(bytes, field));
        break;
      case 2:
        span.set('spanId', hexIn(bytes, field));
        break;
      case 3:
        span.set('traceState', textIn(bytes, field, notes));
        break;
      case 4:
        span.set('parentSpanId', hexIn(bytes, field));
        break;
      case 5:
        span.set('name', textIn(bytes, field, notes));
        break;
      case 6:
        span.set('kind', number(bytes, field));
        break;
      case 7:
        span.set('startTimeUnixNano', String(readerAt(bytes, field).fixed64()));
        break;
      case 8:
        span.set('endTimeUnixNano', String(readerAt(bytes, field).fixed64()));
        break;
      case 9:
        if (isMessage(field)) addAttribute(bytes, field, attributes, notes);
        break;
      case 10:
        span.set('droppedAttributesCount', number(bytes, field));
        break;
      case 11:
        events.push(part(bytes, field, EVENT, notes));
        break;
      case 12:
        span.set('droppedEventsCount', number(bytes, field));
        break;
      case 13:
        links.push(part(bytes, field, LINK, notes));
        break;
      case 14:
        span.set('droppedLinksCount', number(bytes, field));
        break;
      case 16:
        span.set('flags', new JsonNumber(String(readerAt(bytes, field).fixed32())));
        break;
      case 15:
        span.set('status', part(bytes, field, STATUS, notes));
        break;
      default:
        break;
    }
  }
  span.set('attributes', attributes);
  span.set('events', events);
  span.set('links', links);
  return span;
}

type Kind = 'time' | 'text' | 'hex' | 'attributes' | 'number';
type Parts = ReadonlyMap<number, readonly [name: string, kind: Kind]>;

const EVENT: Parts = new Map([
  [1, ['timeUnixNano', 'time']],
  [2, ['name', 'text']],
  [3, ['attributes', 'attributes']],
]);
const LINK: Parts = new Map([
  [1, ['traceId', 'hex']],
  [2, ['spanId', 'hex']],
  [4, ['attributes', 'attributes']],
]);
const STATUS: Parts = new Map([
  [2, ['message', 'text']],
  [3, ['code', 'number']],
]);

function part(bytes: Uint8Array, message: WireField, parts: Parts, notes: ProtoNotes): Json {
  const object = new Map<string, Json>();
  const attributes = new Map<string, Json>();
  for (const field of wireFields(bytes, message.from, message.to)) {
    const [name, kind] = parts.get(field.field) ?? [];
    if (name === undefined || kind === undefined) continue;
    switch (kind) {
      case 'time':
        object.set(name, String(readerAt(bytes, field).fixed64()));
        break;
      case 'text':
        object.set(name, textIn(bytes, field, notes));
        break;
      case 'hex':
        object.set(name, hexIn(bytes, field));
        break;
      case 'number':
        object.set(name, number(bytes, field));
        break;
      case 'attributes':
        addKeyValue(bytes, field, attributes, notes);
        object.set(name, attributes);
        break;
    }
  }
  return object;
}

const number = (bytes: Uint8Array, field: WireField): JsonNumber =>
  new JsonNumber(String(readerAt(bytes, field).uint32()));
