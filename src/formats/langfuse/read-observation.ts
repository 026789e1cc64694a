import { isJsonObject, type Json, type JsonObject } from '../../lib/json-value.ts';
import type { ResourceRecord, SpanRecord, SpanStatus } from '../../model/span.ts';
import { looseValue } from '../conventions/loose-content.ts';
import { type Attributes, textOf } from '../spans/attributes.ts';
import { makeSpan } from '../spans/make-span.ts';
import { NO_RESOURCE, type ResourceShelf } from '../spans/resources.ts';
import type { SpanNotes, SpanPlace } from '../spans/span-notes.ts';

/** What the trace around an observation says. */
export interface TraceAround {
  readonly traceId: string | undefined;
  readonly sessionId: string | undefined;
}

/**
 * One observation of Langfuse as a span (formats.md 1.11). What Langfuse understood it moved out of the attributes, so
 * its own members are put back under names that the conventions know.
 */
export function readObservation(
  json: JsonObject,
  place: SpanPlace,
  around: TraceAround,
  shelf: ResourceShelf,
  notes: SpanNotes,
): SpanRecord {
  const metadata = objectIn(json.get('metadata'));
  const attributes = attributesOf(json, metadata);
  const scope = objectIn(metadata?.get('scope'))?.get('name');
  const span = makeSpan(
    {
      traceId: json.get('traceId') ?? around.traceId,
      spanId: json.get('id'),
      parentId: json.get('parentObservationId'),
      name: textOf(json.get('name')) ?? '',
      start: json.get('startTime'),
      end: json.get('endTime'),
      unit: 'ms',
      momentary: json.get('type') === 'EVENT' && (json.get('endTime') ?? null) === null,
      status: statusOf(json.get('level')),
      resource: resourceOf(metadata, shelf),
      scope: typeof scope === 'string' ? scope : '',
      attributes,
    },
    place,
    notes,
  );
  const session = textOf(json.get('sessionId')) ?? around.sessionId;
  if (session === undefined || span.facts.conversationId !== undefined) return span;
  return { ...span, facts: { ...span.facts, conversationId: session } };
}

function attributesOf(json: JsonObject, metadata: JsonObject | undefined): Attributes {
  const attributes = new Map(objectIn(metadata?.get('attributes')) ?? []);
  for (const [key, value] of metadata ?? []) {
    if (NOT_METADATA.has(key) || isJsonObject(value)) continue;
    const own = `langfuse.observation.metadata.${key}`;
    if (!attributes.has(own)) attributes.set(own, value);
  }
  const type = textOf(json.get('type'));
  if (type !== undefined && !attributes.has('langfuse.observation.type'))
    attributes.set('langfuse.observation.type', type);
  for (const side of ['input', 'output'] as const) {
    const value = opened(json.get(side));
    if (value !== null) attributes.set(`langfuse.observation.${side}`, value);
  }
  return attributes;
}

const NOT_METADATA: ReadonlySet<string> = new Set(['attributes', 'resourceAttributes', 'scope', 'tags']);

/** JSON inside a JSON text, inside another: opened until it is none. */
function opened(value: Json | undefined): Json {
  let inner = value ?? null;
  for (let layer = 0; layer < 3; layer++) {
    const next = looseValue(inner);
    if (next === inner) break;
    inner = next;
  }
  return inner;
}

function objectIn(value: Json | undefined): JsonObject | undefined {
  const inner = opened(value);
  return isJsonObject(inner) ? inner : undefined;
}

function resourceOf(metadata: JsonObject | undefined, shelf: ResourceShelf): ResourceRecord {
  const attributes = objectIn(metadata?.get('resourceAttributes'));
  return attributes === undefined ? NO_RESOURCE : shelf.of(attributes);
}

function statusOf(level: Json | undefined): SpanStatus {
  return level === 'ERROR' ? 'error' : 'unset';
}
