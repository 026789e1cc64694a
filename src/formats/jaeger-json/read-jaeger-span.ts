import {
  isJsonArray,
  isJsonNumber,
  isJsonObject,
  type Json,
  JsonNumber,
  type JsonObject,
} from '../../lib/json-value.ts';
import { nanos } from '../../lib/nanos.ts';
import type { ResourceRecord, SpanLink, SpanRecord } from '../../model/span.ts';
import { deriveFacts, type SpanEvent } from '../conventions/derive-facts.ts';
import { type Attributes, textOf } from '../spans/attributes.ts';
import { readKind } from '../spans/enums.ts';
import type { SpanNotes, SpanPlace } from '../spans/span-notes.ts';
import { type ReadTime, timeOf } from '../spans/times.ts';

/** One span of Jaeger's JSON: times in microseconds, references instead of a parent (formats.md 1.5). */
export function readJaegerSpan(
  json: JsonObject,
  place: SpanPlace,
  resource: ResourceRecord,
  notes: SpanNotes,
): SpanRecord {
  const start = notes.time(place, 'start', json.get('startTime'), 'us');
  const end = endOf(start, json.get('duration'));
  notes.interval(place, start, end);
  const traceId = notes.traceId(place, json.get('traceID'));
  const spanId = notes.spanId(place, json.get('spanID'));
  const { parentId, links } = readReferences(json, place, notes, { traceId, spanId });
  const attributes = readTags(json.get('tags'));
  const name = textOf(json.get('operationName')) ?? '';
  const scope = textOf(attributes.get('otel.scope.name') ?? attributes.get('otel.library.name')) ?? '';
  const [from, to] = [timeOf(start), timeOf(end)];
  return {
    traceId,
    spanId,
    ...(parentId === undefined ? {} : { parentId }),
    name,
    kind: readKind(attributes.get('span.kind'), 'otlp'),
    status: statusOf(attributes),
    ...(from === undefined ? {} : { start: from }),
    ...(to === undefined ? {} : { end: to }),
    resource,
    scope,
    offset: place.offset,
    length: place.length,
    facts: deriveFacts(
      { name, attributes, events: readLogs(json.get('logs')), scope, dropped: 0 },
      (attribute) => notes.cut(place, attribute),
    ),
    links,
  };
}

function endOf(start: ReadTime, duration: Json | undefined): ReadTime {
  const text = textOf(duration);
  if (text === undefined || start.is !== 'time') return { is: 'missing' };
  // a duration of 0 is a time, unlike a start of 0
  const parts = /^(-?)([0-9]{1,18})(?:\.([0-9]{1,18}))?$/.exec(text);
  if (parts === null) return { is: 'unreadable' };
  const [, sign = '', whole = '', fraction = ''] = parts;
  const length = BigInt(whole) * 1000n + BigInt(fraction.slice(0, 3).padEnd(3, '0'));
  return { is: 'time', at: nanos(start.at + (sign === '-' ? -length : length)), literal: 'number' };
}

/**
 * The parent is the first CHILD_OF of the same trace that is not the span itself; everything else is a link, since
 * links of OTLP come back as FOLLOWS_FROM and would close cycles (jaeger-ui #821, #4320).
 */
function readReferences(
  json: JsonObject,
  place: SpanPlace,
  notes: SpanNotes,
  own: { readonly traceId: string; readonly spanId: string },
): { parentId: string | undefined; links: readonly SpanLink[] } {
  const links: SpanLink[] = [];
  let parentId: string | undefined;
  const references = json.get('references');
  for (const entry of isJsonArray(references) ? references : []) {
    if (!isJsonObject(entry)) continue;
    const traceId = notes.linkedId(place, entry.get('traceID'), 32);
    const spanId = notes.linkedId(place, entry.get('spanID'), 16);
    if (traceId === undefined || spanId === undefined) continue;
    const isChild = entry.get('refType') === 'CHILD_OF';
    if (parentId === undefined && isChild && traceId === own.traceId && spanId !== own.spanId)
      parentId = spanId;
    else links.push({ traceId, spanId, relation: isChild ? 'child_of' : 'follows_from' });
  }
  parentId ??= notes.parentId(place, json.get('parentSpanID'));
  return { parentId, links };
}

/** Tags have no lists: Jaeger turns arrays and maps of OTLP into JSON texts. */
export function readTags(value: Json | undefined): Attributes {
  const attributes = new Map<string, Json>();
  if (isJsonObject(value)) return value;
  for (const tag of isJsonArray(value) ? value : []) {
    const key = isJsonObject(tag) ? tag.get('key') : undefined;
    if (!isJsonObject(tag) || typeof key !== 'string') continue;
    const inner = tag.get('value') ?? null;
    const type = tag.get('type');
    const number =
      (type === 'int64' || type === 'float64') && typeof inner === 'string' && /^-?[0-9.eE+-]+$/.test(inner);
    attributes.set(key, number ? new JsonNumber(inner) : inner);
  }
  return attributes;
}

function readLogs(value: Json | undefined): readonly SpanEvent[] {
  if (!isJsonArray(value) || value.length === 0) return [];
  const events: SpanEvent[] = [];
  for (const log of value) {
    if (!isJsonObject(log)) continue;
    const attributes = readTags(log.get('fields'));
    events.push({ name: textOf(attributes.get('event') ?? attributes.get('name')) ?? '', attributes });
  }
  return events;
}

function statusOf(attributes: Attributes): 'unset' | 'ok' | 'error' {
  const code = textOf(attributes.get('otel.status_code'))?.toUpperCase();
  if (code === 'ERROR') return 'error';
  if (code === 'OK') return 'ok';
  const error = attributes.get('error');
  return error === true || error === 'true' || (isJsonNumber(error) && error.token === '1')
    ? 'error'
    : 'unset';
}
