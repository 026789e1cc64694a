import { isJsonArray, isJsonNumber, isJsonObject, type Json, type JsonObject } from '../../lib/json-value.ts';
import { type Nanos, nanos } from '../../lib/nanos.ts';
import type { ResourceRecord, SpanLink, SpanRecord } from '../../model/span.ts';
import { deriveFacts, type SpanEvent } from '../conventions/derive-facts.ts';
import { type Attributes, firstOf, flatAttributes, readAttributes, textOf } from './attributes.ts';
import { readKind, readStatus } from './enums.ts';
import type { SpanNotes, SpanPlace } from './span-notes.ts';
import { type ReadTime, type TimeUnit, timeOf } from './times.ts';

/** What a reader knows of a span from where it stands. */
export interface SpanSurroundings {
  readonly resource: ResourceRecord;
  readonly scope: string;
  /** Numbers of kinds count from `unspecified` in OTLP, from `internal` in the JavaScript API. */
  readonly kinds: 'otlp' | 'api';
  /** How a time without a unit in its name counts. */
  readonly unit: TimeUnit;
  /** What a wrapper around the spans says of all of them. */
  readonly conversationId?: string;
}

/** Members of a span under every name that writers give them; the first that is there counts. */
const NAMES = {
  traceId: ['traceId', 'trace_id', 'traceID'],
  spanId: ['spanId', 'span_id', 'spanID'],
  parentId: ['parentSpanId', 'parent_span_id', 'parent_id', 'parentId', 'parentSpanID'],
  context: ['context', 'spanContext', '_spanContext', 'span_context'],
  parentContext: ['parentSpanContext', 'parent_span_context', 'parent'],
  startNanos: ['startTimeUnixNano', 'start_time_unix_nano'],
  endNanos: ['endTimeUnixNano', 'end_time_unix_nano'],
  start: ['start_time', 'startTime', 'start'],
  end: ['end_time', 'endTime', 'end'],
  events: ['events', 'span_events'],
  dropped: [
    'droppedAttributesCount',
    'dropped_attributes_count',
    'droppedEventsCount',
    'dropped_events_count',
    'droppedLinksCount',
    'dropped_links_count',
  ],
  scope: [
    'scope',
    'instrumentationScope',
    'instrumentation_scope',
    'instrumentationLibrary',
    'instrumentation_info',
  ],
} as const;

/**
 * A span of any dialect whose members lie flat in one object (OTLP in both cases, SDK dumps, flat lists).
 * Undefined when it has nothing that makes it a span; that is a problem then.
 */
export function readSpan(
  json: JsonObject,
  place: SpanPlace,
  around: SpanSurroundings,
  notes: SpanNotes,
): SpanRecord | undefined {
  const context = objectOf(firstOf(json, NAMES.context));
  const rawTrace = firstOf(json, NAMES.traceId) ?? (context && firstOf(context, NAMES.traceId));
  const rawSpan = firstOf(json, NAMES.spanId) ?? (context && firstOf(context, NAMES.spanId));
  const name = json.get('name');
  if (rawTrace === undefined && rawSpan === undefined && typeof name !== 'string') {
    notes.rejected(place, 'it has neither ids nor a name');
    return undefined;
  }
  const { start, end } = readTimes(json, place, around.unit, notes);
  const attributes = withKind(
    json,
    flatAttributes(notes.attributes(place, json.get('attributes') ?? json.get('_attributes'))),
  );
  const dropped = droppedCount(json);
  if (dropped > 0) notes.dropped(place, dropped);
  const parentId = notes.parentId(place, rawParent(json));
  const scope = scopeName(json) ?? around.scope;
  const spanName = typeof name === 'string' ? name : '';
  const facts = deriveFacts(
    { name: spanName, attributes, events: readEvents(json, notes, place), scope, dropped },
    (attribute) => notes.cut(place, attribute),
  );
  return {
    traceId: notes.traceId(place, rawTrace),
    spanId: notes.spanId(place, rawSpan),
    ...(parentId === undefined ? {} : { parentId }),
    name: spanName,
    kind: readKind(json.get('kind') ?? json.get('span_kind'), around.kinds),
    status: readStatus(json.get('status') ?? json.get('status_code') ?? json.get('statusCode')),
    ...(start === undefined ? {} : { start }),
    ...(end === undefined ? {} : { end }),
    resource: around.resource,
    scope,
    offset: place.offset,
    length: place.length,
    facts:
      around.conversationId === undefined || facts.conversationId !== undefined
        ? facts
        : { ...facts, conversationId: around.conversationId },
    links: readLinks(json.get('links'), place, notes),
  };
}

/** Phoenix keeps the kind beside the attributes (formats.md 1.10). */
function withKind(json: JsonObject, attributes: Attributes): Attributes {
  const kind = json.get('span_kind');
  if (typeof kind !== 'string' || attributes.has('openinference.span.kind')) return attributes;
  return new Map([...attributes, ['openinference.span.kind', kind]]);
}

function rawParent(json: JsonObject): Json | undefined {
  const own = firstOf(json, NAMES.parentId);
  if (own !== undefined && own !== null && own !== '') return own;
  const parent = objectOf(firstOf(json, NAMES.parentContext));
  return parent === undefined ? undefined : firstOf(parent, NAMES.spanId);
}

function readTimes(
  json: JsonObject,
  place: SpanPlace,
  unit: TimeUnit,
  notes: SpanNotes,
): { start: Nanos | undefined; end: Nanos | undefined } {
  const startNanos = firstOf(json, NAMES.startNanos);
  const endNanos = firstOf(json, NAMES.endNanos);
  const start = notes.time(
    place,
    'start',
    startNanos ?? firstOf(json, NAMES.start),
    startNanos === undefined ? unit : 'ns',
  );
  let end = notes.time(
    place,
    'end',
    endNanos ?? firstOf(json, NAMES.end),
    endNanos === undefined ? unit : 'ns',
  );
  if (end.is === 'missing' && start.is === 'time') end = endByDuration(json, start, notes) ?? end;
  const [from, to] = [timeOf(start), timeOf(end)];
  notes.interval(place, start, end);
  return { start: from, end: to };
}

/** SDK dumps of JavaScript carry a duration beside or instead of the end. */
function endByDuration(
  json: JsonObject,
  start: ReadTime & { is: 'time' },
  notes: SpanNotes,
): ReadTime | undefined {
  const duration = json.get('duration') ?? json.get('_duration');
  if (!isJsonArray(duration)) return undefined;
  const [seconds, rest] = duration;
  if (!isJsonNumber(seconds) || !isJsonNumber(rest)) return undefined;
  if (!/^-?[0-9]{1,12}$/.test(seconds.token) || !/^-?[0-9]{1,12}$/.test(rest.token)) return undefined;
  const length = BigInt(seconds.token) * 1_000_000_000n + BigInt(rest.token);
  notes.endByDuration();
  return { is: 'time', at: nanos(start.at + length), literal: 'pair' };
}

function droppedCount(json: JsonObject): number {
  let sum = 0;
  for (const key of NAMES.dropped) {
    const text = textOf(json.get(key));
    if (text !== undefined && /^[0-9]{1,9}$/.test(text)) sum += Number(text);
  }
  return sum;
}

function scopeName(json: JsonObject): string | undefined {
  const scope = firstOf(json, NAMES.scope);
  if (typeof scope === 'string') return scope;
  const name = objectOf(scope)?.get('name');
  return typeof name === 'string' ? name : undefined;
}

function readEvents(json: JsonObject, notes: SpanNotes, place: SpanPlace): readonly SpanEvent[] {
  const list = firstOf(json, NAMES.events);
  if (!isJsonArray(list) || list.length === 0) return [];
  const events: SpanEvent[] = [];
  for (const entry of list) {
    if (!isJsonObject(entry)) continue;
    const name = textOf(entry.get('name') ?? entry.get('event_name')) ?? '';
    events.push({ name, attributes: notes.attributes(place, entry.get('attributes')) });
  }
  return events;
}

/** The attributes that give a link a meaning (formats.md 2.1, 2.5). */
const RELATIONS = [
  'revl.link.relation',
  'gen_ai.attribution.link_type',
  'opentracing.ref_type',
  'link.type',
  'link.relation',
  'causality',
] as const;

export function readLinks(value: Json | undefined, place: SpanPlace, notes: SpanNotes): readonly SpanLink[] {
  if (!isJsonArray(value) || value.length === 0) return NO_LINKS;
  const links: SpanLink[] = [];
  for (const entry of value) {
    if (!isJsonObject(entry)) continue;
    const context = objectOf(firstOf(entry, NAMES.context)) ?? entry;
    const traceId = notes.linkedId(place, firstOf(context, NAMES.traceId), 32);
    const spanId = notes.linkedId(place, firstOf(context, NAMES.spanId), 16);
    if (traceId === undefined || spanId === undefined) continue;
    const relation = relationOf(readAttributes(entry.get('attributes')));
    links.push({ traceId, spanId, ...(relation === undefined ? {} : { relation }) });
  }
  return links;
}

const NO_LINKS: readonly SpanLink[] = Object.freeze([]);

function relationOf(attributes: Attributes): string | undefined {
  for (const key of RELATIONS) {
    const text = textOf(attributes.get(key));
    if (text !== undefined) return text;
  }
  return undefined;
}

const objectOf = (value: Json | undefined): JsonObject | undefined =>
  isJsonObject(value) ? value : undefined;
