import { isJsonObject, type Json, type JsonObject } from '../../lib/json-value.ts';
import type { SpanRecord } from '../../model/span.ts';
import { type Attributes, textOf } from '../spans/attributes.ts';
import { makeSpan } from '../spans/make-span.ts';
import { NO_RESOURCE } from '../spans/resources.ts';
import type { SpanNotes, SpanPlace } from '../spans/span-notes.ts';

/** A span of the OpenAI Agents SDK (formats.md 1.14). Its function spans have no call ids. */
export function readAgentsSpan(
  json: JsonObject,
  place: SpanPlace,
  groupId: string | undefined,
  notes: SpanNotes,
): SpanRecord {
  const data = json.get('span_data');
  const own = isJsonObject(data) ? data : new Map<string, Json>();
  const attributes = attributesOf(own);
  if (groupId !== undefined) attributes.set('gen_ai.conversation.id', groupId);
  const error = json.get('error') ?? null;
  return makeSpan(
    {
      traceId: ownId(json.get('trace_id'), 'trace_'),
      spanId: ownId(json.get('id'), 'span_'),
      parentId: ownId(json.get('parent_id'), 'span_'),
      name: nameOf(own, attributes),
      start: json.get('started_at'),
      end: json.get('ended_at'),
      unit: 'by-size',
      status: error === null ? 'unset' : 'error',
      resource: NO_RESOURCE,
      attributes,
    },
    place,
    notes,
  );
}

/** The hexadecimal part of `trace_…` is the trace id; spans keep their 24 digits. */
function ownId(value: Json | undefined, prefix: string): Json | undefined {
  return typeof value === 'string' && value.startsWith(prefix) && prefix === 'trace_'
    ? value.slice(prefix.length)
    : value;
}

function attributesOf(data: JsonObject): Map<string, Json> {
  const attributes = new Map<string, Json>();
  const set = (key: string, value: Json | undefined): void => {
    if (value !== undefined && value !== null) attributes.set(key, value);
  };
  switch (textOf(data.get('type'))) {
    case 'agent':
      set('gen_ai.operation.name', 'invoke_agent');
      set('gen_ai.agent.name', data.get('name'));
      break;
    case 'function':
      set('gen_ai.operation.name', 'execute_tool');
      set('gen_ai.tool.name', data.get('name'));
      set('gen_ai.tool.call.arguments', data.get('input'));
      set('gen_ai.tool.call.result', data.get('output'));
      break;
    case 'generation':
      set('gen_ai.operation.name', 'chat');
      set('gen_ai.request.model', data.get('model'));
      set('gen_ai.input.messages', data.get('input'));
      set('gen_ai.output.messages', data.get('output'));
      break;
    case 'response':
      set('gen_ai.operation.name', 'responses');
      set('gen_ai.response.id', data.get('response_id'));
      break;
    case 'custom':
      addCustom(set, data.get('data'));
      break;
    default:
      break;
  }
  return attributes;
}

/** Turns and tasks are written as custom spans. */
function addCustom(set: (key: string, value: Json | undefined) => void, data: Json | undefined): void {
  if (!isJsonObject(data)) return;
  const type = data.get('sdk_span_type');
  if (type !== 'turn') return;
  set('gen_ai.operation.name', 'agent_step');
  set('span_data.data.turn', data.get('turn'));
  set('gen_ai.agent.name', data.get('agent_name'));
}

function nameOf(data: JsonObject, attributes: Attributes): string {
  const type = textOf(data.get('type')) ?? 'span';
  const name = textOf(data.get('name')) ?? textOf(attributes.get('gen_ai.request.model'));
  return name === undefined ? type : `${type} ${name}`;
}
