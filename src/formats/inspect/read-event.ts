import { isJsonArray, isJsonObject, type Json, JsonNumber, type JsonObject } from '../../lib/json-value.ts';
import type { SpanRecord } from '../../model/span.ts';
import { textOf } from '../spans/attributes.ts';
import { makeSpan } from '../spans/make-span.ts';
import { NO_RESOURCE } from '../spans/resources.ts';
import type { SpanNotes, SpanPlace } from '../spans/span-notes.ts';
import { attached, expanded, inputMessages, type SamplePool } from './sample-pools.ts';

export interface EventAround {
  readonly traceId: string;
  /** Place of the event in the sample's list: the order in which the log was written. */
  readonly position: number;
  readonly pool: SamplePool;
}

/** A model or tool event of Inspect as a span. */
export function readEvent(
  event: JsonObject,
  place: SpanPlace,
  around: EventAround,
  notes: SpanNotes,
): SpanRecord {
  const kind = event.get('event') === 'tool' ? 'tool' : 'model';
  const attributes =
    kind === 'tool' ? toolAttributes(event, around.pool) : modelAttributes(event, around.pool);
  attributes.set('inspect.event.position', new JsonNumber(String(around.position)));
  const own = textOf(event.get('uuid')) ?? textOf(event.get('id'));
  return makeSpan(
    {
      traceId: around.traceId,
      spanId: own ?? `${around.traceId}:${around.position}`,
      parentId: event.get('span_id'),
      name: textOf(event.get(kind === 'tool' ? 'function' : 'model')) ?? kind,
      start: event.get('timestamp'),
      end: event.get('completed'),
      unit: 'by-size',
      status: (event.get('error') ?? null) === null ? 'unset' : 'error',
      resource: NO_RESOURCE,
      scope: 'inspect',
      attributes,
    },
    place,
    notes,
  );
}

function toolAttributes(event: JsonObject, pool: SamplePool): Map<string, Json> {
  const attributes = new Map<string, Json>([['gen_ai.operation.name', 'execute_tool']]);
  const set = (key: string, value: Json | undefined): void => {
    if (value !== undefined && value !== null) attributes.set(key, value);
  };
  set('gen_ai.tool.name', event.get('function'));
  set('gen_ai.tool.call.id', event.get('id'));
  set('gen_ai.tool.call.arguments', event.get('arguments'));
  set('gen_ai.tool.call.result', attached(event.get('result'), pool));
  return attributes;
}

function modelAttributes(event: JsonObject, pool: SamplePool): Map<string, Json> {
  const attributes = new Map<string, Json>([
    ['gen_ai.operation.name', 'chat'],
    ['gen_ai.input.messages', inputMessages(event, pool)],
  ]);
  const output = event.get('output');
  const choices = isJsonObject(output) ? output.get('choices') : undefined;
  const [first] = isJsonArray(choices) ? choices : [];
  const message = isJsonObject(first) ? first.get('message') : undefined;
  if (isJsonObject(message)) attributes.set('gen_ai.output.messages', [expanded(message, pool)]);
  return attributes;
}

/** A span that the log opened, with the end that it closed with, if it did. */
export function readLogSpan(
  begin: JsonObject,
  end: JsonObject | undefined,
  place: SpanPlace,
  traceId: string,
  notes: SpanNotes,
): SpanRecord {
  const type = textOf(begin.get('type'));
  const attributes = new Map<string, Json>();
  if (type !== undefined) attributes.set('inspect.span.type', type);
  if (type === 'agent') attributes.set('gen_ai.operation.name', 'invoke_agent');
  const name = textOf(begin.get('name')) ?? '';
  if (type === 'agent') attributes.set('gen_ai.agent.name', name);
  return makeSpan(
    {
      traceId,
      spanId: begin.get('id') ?? begin.get('span_id'),
      parentId: begin.get('parent_id'),
      name,
      start: begin.get('timestamp'),
      end: end?.get('timestamp'),
      unit: 'by-size',
      resource: NO_RESOURCE,
      scope: 'inspect',
      attributes,
    },
    place,
    notes,
  );
}
