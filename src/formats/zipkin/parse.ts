import type { ByteSource } from '../../intake/byte-source.ts';
import { loadHashes } from '../../lib/hash.ts';
import { type JsonVisitor, type Shape, type ValuePlace, walkJson } from '../../lib/json-stream.ts';
import {
  isJsonArray,
  isJsonNumber,
  isJsonObject,
  type Json,
  JsonNumber,
  type JsonObject,
} from '../../lib/json-value.ts';
import type { SpanRecord } from '../../model/span.ts';
import type { SpanEvent } from '../conventions/derive-facts.ts';
import type { Emit } from '../format.ts';
import { type Attributes, textOf } from '../spans/attributes.ts';
import { readKind } from '../spans/enums.ts';
import { makeSpan } from '../spans/make-span.ts';
import { createResourceShelf, NO_RESOURCE, type ResourceShelf } from '../spans/resources.ts';
import { createSpanNotes, type SpanNotes } from '../spans/span-notes.ts';
import { counted, createTally } from '../spans/tally.ts';
import { tellFacts, walkProblems } from '../spans/walk-problems.ts';
import { createSharedSpans, type SharedSpans, serviceOf } from './shared-spans.ts';

type Tag = 'span';

// one trace, a list of traces, or a span a line
const SPAN: Shape<Tag> = { object: 'span' };
const LIST: Shape<Tag> = { object: 'span', array: { object: 'span', array: SPAN } };

/** Reads Zipkin v2 in two passes: which ids are shared by two halves is known only at the end of the first. */
export async function parseZipkin(
  source: ByteSource,
  _file: number,
  emit: Emit,
  signal: AbortSignal,
): Promise<void> {
  await loadHashes();
  const shared = createSharedSpans();
  await walkJson(
    source.stream(),
    visitorOf((json) => shared.note(json)),
    { signal },
  );

  const tally = createTally(source.path, emit.problem);
  const notes = createSpanNotes(tally, { path: source.path, ownIds: true, plainAttributes: true });
  const shelf = createResourceShelf();
  let spans = 0;
  const visitor: JsonVisitor<Tag> = {
    ...visitorOf(
      (json, place) => {
        if (!json.has('id') && !json.has('traceId')) {
          notes.rejected(place, 'it has neither ids nor a trace');
          return;
        }
        if (shared.isFragment(json)) {
          tally.once('duplicate-folded', 'fragments', place, fragments, { folded: 1 });
          return;
        }
        spans++;
        emit.span(readZipkinSpan(json, place, shared, shelf, notes));
      },
      (place, facts) => tellFacts(tally, place, facts),
    ),
    ...walkProblems(tally, 'Zipkin'),
    progress: (bytes) => emit.progress(bytes),
  };
  await walkJson(source.stream(), visitor, { signal });
  const halves = shared.count();
  if (halves > 0) {
    tally.once(
      'value-coerced',
      'shared',
      { offset: 0, line: () => 1 },
      () =>
        `${counted(halves, 'id is', 'ids are')} shared by the two halves of a call; the server's half was given an id of its own and hangs from the client's half.`,
    );
  }
  if (spans === 0) {
    tally.each(
      'not-evidence',
      { offset: 0, line: () => 1 },
      'The file has the form of Zipkin and holds no spans.',
    );
  }
  notes.finish();
}

const fragments = (count: number): string =>
  `${counted(count, 'record is a late part of a span', 'records are late parts of spans')} of the same id and service, without times of ${count === 1 ? 'its' : 'their'} own; folded.`;

function visitorOf(
  take: (json: JsonObject, place: ValuePlace) => void,
  facts?: (place: ValuePlace, facts: Parameters<JsonVisitor<Tag>['value']>[3]) => void,
): JsonVisitor<Tag> {
  return {
    root: () => LIST,
    value(_tag, value, place, found) {
      facts?.(place, found);
      if (isJsonObject(value)) take(value, place);
    },
    damage: () => undefined,
    salvages: (tag, value) =>
      isJsonObject(value) && value.has('traceId') && value.has('id')
        ? tag === 'span'
          ? 'element'
          : 'top'
        : undefined,
  };
}

function readZipkinSpan(
  json: JsonObject,
  place: ValuePlace,
  shared: SharedSpans,
  shelf: ResourceShelf,
  notes: SpanNotes,
): SpanRecord {
  const { id, parentId } = shared.idsOf(json);
  const tags = json.get('tags');
  const attributes: Attributes = isJsonObject(tags) ? tags : new Map();
  return makeSpan(
    {
      traceId: json.get('traceId'),
      spanId: id,
      parentId,
      name: textOf(json.get('name')) ?? '',
      start: json.get('timestamp'),
      end: endOf(json),
      unit: 'us',
      kind: readKind(json.get('kind'), 'otlp'),
      status: attributes.has('error') && attributes.get('error') !== 'false' ? 'error' : 'unset',
      resource: resourceOf(json, shelf),
      scope: textOf(attributes.get('otel.scope.name') ?? attributes.get('otel.library.name')) ?? '',
      attributes,
      events: eventsOf(json.get('annotations')),
    },
    place,
    notes,
  );
}

/** The end in microseconds, exactly; a half that leaves its times to the other half has none. */
function endOf(json: JsonObject): Json | undefined {
  const [start, duration] = [textOf(json.get('timestamp')), textOf(json.get('duration'))];
  if (start === undefined || duration === undefined) return undefined;
  if (!/^[0-9]{1,18}$/.test(start) || !/^-?[0-9]{1,18}$/.test(duration)) return undefined;
  return new JsonNumber(String(BigInt(start) + BigInt(duration)));
}

function resourceOf(json: JsonObject, shelf: ResourceShelf) {
  const endpoint = json.get('localEndpoint');
  if (!isJsonObject(endpoint)) return NO_RESOURCE;
  const attributes = new Map<string, Json>();
  const service = serviceOf(json);
  if (service !== undefined) attributes.set('service.name', service);
  for (const key of ['ipv4', 'ipv6', 'port']) {
    const value = endpoint.get(key);
    if (typeof value === 'string' || isJsonNumber(value)) attributes.set(`localEndpoint.${key}`, value);
  }
  return shelf.of(attributes);
}

function eventsOf(annotations: Json | undefined): readonly SpanEvent[] {
  if (!isJsonArray(annotations) || annotations.length === 0) return [];
  return annotations
    .filter(isJsonObject)
    .map((entry) => ({ name: textOf(entry.get('value')) ?? '', attributes: new Map() }));
}
