import type { Json } from '../../lib/json-value.ts';
import type { ResourceRecord, SpanKind, SpanLink, SpanRecord, SpanStatus } from '../../model/span.ts';
import { deriveFacts, type SpanEvent } from '../conventions/derive-facts.ts';
import type { Attributes } from './attributes.ts';
import type { SpanNotes, SpanPlace } from './span-notes.ts';
import type { TimeUnit } from './times.ts';
import { timeOf } from './times.ts';

/** What a format with an own shape found of a span; ids and times as they are written. */
export interface SpanParts {
  readonly traceId: Json | undefined;
  readonly spanId: Json | undefined;
  readonly parentId?: Json | undefined;
  readonly name: string;
  readonly start: Json | undefined;
  readonly end: Json | undefined;
  readonly unit: TimeUnit;
  /** It has no end because it is a moment. */
  readonly momentary?: boolean;
  readonly kind?: SpanKind;
  readonly status?: SpanStatus;
  readonly resource: ResourceRecord;
  readonly scope?: string;
  readonly attributes: Attributes;
  readonly events?: readonly SpanEvent[];
  readonly links?: readonly SpanLink[];
}

/** A span record out of such parts: ids in one spelling, exact times, facts by the conventions. */
export function makeSpan(parts: SpanParts, place: SpanPlace, notes: SpanNotes): SpanRecord {
  const start = notes.time(place, 'start', parts.start, parts.unit);
  const end = parts.momentary === true ? start : notes.time(place, 'end', parts.end, parts.unit);
  notes.interval(place, start, end);
  const [from, to] = [timeOf(start), timeOf(end)];
  const parentId = notes.parentId(place, parts.parentId);
  const scope = parts.scope ?? '';
  const facts = deriveFacts(
    { name: parts.name, attributes: parts.attributes, events: parts.events ?? [], scope, dropped: 0 },
    (attribute) => notes.cut(place, attribute),
  );
  return {
    traceId: notes.traceId(place, parts.traceId),
    spanId: notes.spanId(place, parts.spanId),
    ...(parentId === undefined ? {} : { parentId }),
    name: parts.name,
    kind: parts.kind ?? 'unspecified',
    status: parts.status ?? 'unset',
    ...(from === undefined ? {} : { start: from }),
    ...(to === undefined ? {} : { end: to }),
    resource: parts.resource,
    scope,
    offset: place.offset,
    length: place.length,
    facts,
    links: parts.links ?? [],
  };
}
