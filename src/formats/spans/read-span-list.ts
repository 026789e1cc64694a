import type { ByteSource } from '../../intake/byte-source.ts';
import { loadHashes } from '../../lib/hash.ts';
import { peekKeys } from '../../lib/json-peek.ts';
import { type JsonVisitor, type Shape, walkJson } from '../../lib/json-stream.ts';
import { isJsonObject, type Json, type JsonObject } from '../../lib/json-value.ts';
import type { ResourceRecord } from '../../model/span.ts';
import type { Emit } from '../format.ts';
import { firstOf, readAttributes, textOf } from './attributes.ts';
import { readSpan } from './read-span.ts';
import { createResourceShelf, NO_RESOURCE, type ResourceShelf } from './resources.ts';
import { createSpanNotes, type SpanPlace } from './span-notes.ts';
import { createTally } from './tally.ts';
import type { TimeUnit } from './times.ts';
import { tellFacts, walkProblems } from './walk-problems.ts';

/** A format whose spans stand as objects in a list, in a wrapper around the list, or one after the other. */
export interface SpanListFormat {
  /** In messages: "a list of spans". */
  readonly what: string;
  /** Any of these members makes an object a span. */
  readonly spanKeys: readonly string[];
  /** Members of a wrapper that hold the list. */
  readonly listKeys: readonly string[];
  readonly kinds: 'otlp' | 'api';
  readonly unit: TimeUnit;
  readonly ownIds: boolean;
  /** The span that a record stands for, where it is not the record itself. */
  readonly spanOf?: (record: JsonObject) => JsonObject;
}

type Tag = 'span' | 'session' | 'status' | 'partial' | 'resource';

/** Reads such a file: bounded memory, damage told and stepped over. */
export async function readSpanList(
  source: ByteSource,
  emit: Emit,
  signal: AbortSignal,
  format: SpanListFormat,
): Promise<void> {
  await loadHashes();
  const tally = createTally(source.path, emit.problem);
  const notes = createSpanNotes(tally, { path: source.path, ownIds: format.ownIds, plainAttributes: true });
  const shelf = createResourceShelf();
  const spanKeys = new Set(format.spanKeys);
  const listKeys = new Set(format.listKeys);
  const shapes = shapesOf(format);
  let session: string | undefined;
  let resource: ResourceRecord = NO_RESOURCE;
  let spans = 0;

  const isSpan = (value: JsonObject): boolean => format.spanKeys.some((key) => value.has(key));

  const takeSpan = (value: Json, place: SpanPlace): void => {
    if (!isJsonObject(value)) {
      notes.rejected(place, 'it is no object');
      return;
    }
    const span = readSpan(
      format.spanOf?.(value) ?? value,
      place,
      {
        resource: resourceOf(value, shelf) ?? resource,
        scope: '',
        kinds: format.kinds,
        unit: format.unit,
        ...(session === undefined ? {} : { conversationId: session }),
      },
      notes,
    );
    if (span === undefined) return;
    spans++;
    emit.span(span);
  };

  const visitor: JsonVisitor<Tag> = {
    root(bytes, from) {
      session = undefined;
      resource = NO_RESOURCE;
      const isList = bytes[from] === 0x5b;
      for (const key of peekKeys(bytes, isList ? from + 1 : from)) {
        if (listKeys.has(key)) return isList ? shapes.wrappers : shapes.wrapper;
        if (spanKeys.has(key)) return isList ? shapes.list : shapes.span;
      }
      return isList ? shapes.list : undefined;
    },
    value(tag, value, place, facts) {
      tellFacts(tally, place, facts);
      if (tag === 'span') takeSpan(value, place);
      else if (tag === 'session') session = textOf(value);
      else if (tag === 'resource' && isJsonObject(value))
        resource = shelf.of(readAttributes(value.get('attributes') ?? value));
    },
    ...walkProblems(tally, format.what),
    salvages: (tag, value) =>
      isJsonObject(value) && isSpan(value) ? (tag === 'span' ? 'element' : 'top') : undefined,
    progress: (bytes) => emit.progress(bytes),
  };

  await walkJson(source.stream(), visitor, { signal });
  if (spans === 0) {
    tally.each(
      'not-evidence',
      { offset: 0, line: () => 1 },
      `The file has the form of ${format.what} and holds no spans.`,
    );
  }
  notes.finish();
}

function shapesOf(format: SpanListFormat) {
  const span: Shape<Tag> = { object: 'span', array: 'span', scalar: 'span' };
  const list: Shape<Tag> = { array: span };
  const own: (readonly [string, Shape<Tag>])[] = [
    ...format.listKeys.map((key) => [key, list] as const),
    ['session_id', { scalar: 'session' }],
    ['sessionId', { scalar: 'session' }],
    ['resource', { object: 'resource' }],
  ];
  // `{"data": {"spans": […]}}`, one level
  const inner: Shape<Tag> = { object: { members: new Map(own) }, array: span };
  const wrapper: Shape<Tag> = {
    object: {
      members: new Map<string, Shape<Tag>>([
        ...own,
        ['data', inner],
        ['trace', inner],
        ['traces', { array: inner }],
      ]),
    },
  };
  return {
    span: { object: 'span', scalar: 'span' } as Shape<Tag>,
    list,
    wrapper,
    wrappers: { array: wrapper } as Shape<Tag>,
  };
}

/** A span of an SDK dump carries its own resource. */
function resourceOf(span: JsonObject, shelf: ResourceShelf): ResourceRecord | undefined {
  const own = firstOf(span, ['resource', '_resource', 'resource_attributes', 'resourceAttributes']);
  if (!isJsonObject(own)) return undefined;
  const inner = own.get('attributes') ?? own.get('_attributes');
  return shelf.of(readAttributes(inner ?? own));
}
